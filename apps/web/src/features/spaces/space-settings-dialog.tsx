import { SPACE_DESCRIPTION_MAX_CHARS, SPACE_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import { loopRoutes } from '@flockwork/contract/loop-routes'
import { whyNotBecome, whyNotChangeSpace } from '@flockwork/contract/policy/spaces'
import type { Space, Visibility } from '@flockwork/contract/spaces'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { strings } from '../../strings.ts'
import { loops } from '../../strings/loops.ts'
import { runningSpaces as words } from '../../strings/running-spaces.ts'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { useToast } from '../../ui/toast-store.ts'
import { useFormBase } from '../../ui/use-form-base.ts'
import { useForm } from '../../ui/use-form.ts'
import { BoundsFields } from './bounds-fields.tsx'
import { spaceKeys } from './keys.ts'
import type { SpaceDialogProps } from './space-dialog.ts'
import { SpaceRecord } from './space-record.tsx'
import {
  bodyOf,
  BOUNDS_LIMIT,
  changedFrom,
  isBound,
  resumed,
  settingsOf,
  unsavedOf,
  type SpaceSettings,
} from './space-settings.ts'
import { useSettingsDraft } from './use-settings-draft.ts'
import { useSlots } from './use-slots.ts'
import { VisibilityRows } from './visibility-rows.tsx'

/**
 * Settings of a space: its name, description and who can join. The form remounts at each opening, with its unsaved
 * draft restored.
 */
export function SpaceSettingsDialog(props: SpaceDialogProps) {
  const [opened, setOpened] = useState({ isOpen: props.open, times: 0 })
  if (opened.isOpen !== props.open) {
    setOpened({ isOpen: props.open, times: opened.times + (props.open ? 1 : 0) })
  }
  return <Settings key={opened.times} {...props} />
}

function Settings({ space, open, onOpenChange }: SpaceDialogProps) {
  const save = useSave(space.id)
  const toast = useToast()
  const bounds = useBounds(space.id, open)
  const now = settingsOf(space, bounds)
  const draft = useSettingsDraft(space.id)
  const [start] = useState(() => resumed(now, draft.read()))
  const form = useForm({
    initial: start.typed,
    check: ({ name, max_hops, max_chain }) => ({
      name: name.trim() === '' && strings.spaces.needsName,
      max_hops: !isBound(max_hops, BOUNDS_LIMIT.max_hops) && loops.notWhole(BOUNDS_LIMIT.max_hops),
      max_chain: !isBound(max_chain, BOUNDS_LIMIT.max_chain) && loops.notWhole(BOUNDS_LIMIT.max_chain),
    }),
    async send(typed) {
      const saved = await save(changedFrom(base, typed))
      draft.save(null)
      return saved
    },
    onSent() {
      onOpenChange(false)
      toast({ title: words.saved, tone: 'good' })
    },
    refused: refusedAt,
  })
  const { values, change } = form
  const base = useFormBase(form, start.base, now)

  const unsaved = unsavedOf(base, values)
  const keep = useEffectEvent(() => draft.save(unsaved))
  useEffect(() => {
    // a closed form is empty, and its draft is stored
    if (open) keep()
  }, [open, values, base])

  const meanwhile = (name: 'name' | 'description') =>
    now[name] !== base[name] && now[name] !== values[name]
      ? words.changedMeanwhile(now[name] || words.emptyNow)
      : undefined
  const isDemoted = whyNotChangeSpace(space, space, {}) !== null
  const isRestored = unsavedOf(start.base, start.typed) !== null && unsaved !== null

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.settingsOf(space.name)}
      form={form}
      submit={words.save}
      submitting={words.saving}
      isOff={isDemoted || unsaved === null}
      cancel={words.cancel}
      onCancel={() => draft.save(null)}
    >
      <form {...form.props} className="flex flex-col gap-5">
        {isRestored && <DraftNotice kind="restored" onAct={() => change(base)} />}
        <FailureNote message={isDemoted ? words.noLongerAdmin : form.message} />
        <Field label={strings.spaces.name} error={form.errors.name} hint={meanwhile('name')}>
          {(control) => (
            <Input
              {...control}
              {...form.text('name')}
              required
              maxLength={SPACE_NAME_MAX_CHARS}
              autoComplete="off"
            />
          )}
        </Field>
        {!space.is_personal && (
          <>
            <Field
              label={strings.spaces.description}
              optional
              error={form.errors.description}
              hint={meanwhile('description')}
              aside={
                <span className="tabular text-xs text-ink-3">
                  {values.description.length}/{SPACE_DESCRIPTION_MAX_CHARS}
                </span>
              }
            >
              {(control) => (
                <Textarea
                  {...control}
                  {...form.text('description')}
                  dir="auto"
                  maxLength={SPACE_DESCRIPTION_MAX_CHARS}
                />
              )}
            </Field>
            <VisibilityField space={space} error={form.errors.visibility} {...form.choice('visibility')} />
          </>
        )}
        <BoundsFields form={form} instance={bounds?.instance} />
      </form>
      <SpaceRecord space={space} />
    </FormDialog>
  )
}

interface VisibilityProps {
  space: Space
  error: string | undefined
  value: Visibility
  onValueChange: (value: Visibility) => void
}

/** Who can join; a disabled option says why. */
function VisibilityField({ space, error, value, onValueChange }: VisibilityProps) {
  const { profile } = useSignedIn()
  const { limits, remaining } = useSlots()
  const { types, choices } = strings.spaces
  const others = space.member_count - 1
  // the slots are the creator's; of another person's slots only the server knows
  const slots = space.created_by === profile.id && limits && remaining ? { limits, remaining } : null

  const changesOf = (one: Visibility) => {
    const isNow = one === space.visibility
    const isTaken = whyNotBecome(one, { members: others }) !== null
    const isFull = slots !== null && slots.remaining[one] <= 0
    const whyNot = isNow ? null : isTaken ? words.othersIn(others) : isFull ? words.noSlot(types[one]) : null
    const says = one === 'private' && !isNow ? words.onlyYou : choices[one]
    return {
      description: whyNot ?? says,
      disabled: whyNot !== null,
      // it already occupies a slot
      ...(isNow && { aside: undefined }),
    }
  }

  return (
    <VisibilityRows value={value} onValueChange={onValueChange} slots={slots} changesOf={changesOf}>
      {error !== undefined && (
        <p role="alert" className="text-sm text-rose">
          {error}
        </p>
      )}
    </VisibilityRows>
  )
}

/** A full slot and new members are errors of who can join; all others belong to the whole form. */
function refusedAt(error: unknown) {
  const said = detailOf(error, words.saveFailed)
  return error instanceof ApiError && error.status === 409 ? { visibility: said } : said
}

/** Undefined while loading; until then the fields are empty, and none of them is sent. */
function useBounds(spaceId: string, isOpen: boolean) {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: spaceKeys.bounds(spaceId),
    queryFn: () => api.call(loopRoutes.bounds, { params: { id: spaceId } }),
    enabled: isOpen,
    staleTime: 0,
  })
  return data
}

function useSave(spaceId: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return async (body: Partial<SpaceSettings>): Promise<Space> => {
    try {
      const saved = await api.spaces.update({ params: { id: spaceId }, body: bodyOf(body) })
      queryClient.setQueryData<readonly Space[]>(spaceKeys.mine, (spaces) =>
        spaces?.map((space) =>
          space.id === spaceId ? { ...saved, activity: space.activity, mine: space.mine } : space,
        ),
      )
      return saved
    } finally {
      void queryClient.invalidateQueries({ queryKey: spaceKeys.mine })
      void queryClient.invalidateQueries({ queryKey: spaceKeys.slots })
      void queryClient.invalidateQueries({ queryKey: spaceKeys.bounds(spaceId) })
    }
  }
}
