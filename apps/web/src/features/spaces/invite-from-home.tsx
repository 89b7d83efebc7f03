import { INVITE_DEFAULT_HOURS, SPACE_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import type { Space } from '@flockwork/contract/spaces'
import { useState } from 'react'
import { useSignedIn } from '../../api/use-session.ts'
import { inviteFromHome as words } from '../../strings/invite-from-home.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { useForm } from '../../ui/use-form.ts'
import { MadeInvite } from './made-invite.tsx'
import { takesInvites } from './space-facts.ts'
import { useCreateSpace } from './use-create-space.ts'
import { useInvite } from './use-invite.ts'
import { useSlots } from './use-slots.ts'
import { useSpaces } from './use-spaces.ts'
import { useSwitchSpace } from './use-switch-space.ts'

/** The option for a new space. */
const NEW = ''
const TERMS = { expires_hours: INVITE_DEFAULT_HOURS, max_uses: null }

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * From a private space: names a shared one, and creates it and its invite in one step (docs/rules/spaces.md#invites).
 */
export function InviteFromHome({ open, onOpenChange }: Props) {
  const { profile } = useSignedIn()
  const { others } = useSpaces()
  // created here; the list of spaces may be refetched late, or not at all
  const [newSpace, setNewSpace] = useState<Space | null>(null)
  const listed = others.filter(takesInvites)
  const isListed = newSpace === null || listed.some(({ id }) => id === newSpace.id)
  const shared = isListed ? listed : [...listed, newSpace]
  const create = useCreateSpace()
  const invite = useInvite()
  const switchSpace = useSwitchSpace()
  const { remaining } = useSlots()
  const form = useForm({
    initial: { space: shared[0]?.id ?? NEW, name: words.nameOf(profile.username) },
    check: ({ space, name }) => ({ name: space === NEW && name.trim() === '' && words.needsName }),
    async send({ space, name }) {
      const chosen = shared.find(({ id }) => id === space) ?? (await makeSpace(name))
      return { space: chosen, invite: await invite.mutateAsync({ spaceId: chosen.id, terms: TERMS }) }
    },
  })

  async function makeSpace(name: string): Promise<Space> {
    const made = await create.mutateAsync({ name, visibility: 'invite_only' })
    // if the invite fails, a retry doesn't create a second space
    setNewSpace(made)
    form.change({ space: made.id })
    return made
  }

  const made = form.sent
  const isNew = form.values.space === NEW
  const isFull = isNew && remaining !== null && remaining.invite_only <= 0
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={made ? words.ready(made.space.name) : words.title}
      description={made ? words.readyText : words.text}
      size="sm"
      phone="sheet"
      form={form}
      submit={isNew ? words.create : words.createLink}
      submitting={words.creating}
      isOff={isFull}
      cancel={words.cancel}
      {...(made && {
        footer: (
          <>
            <Button
              variant="primary"
              busy={switchSpace.isPending}
              onClick={() => switchSpace.mutate(made.space.id)}
            >
              <span className="max-w-60 truncate">{words.open(made.space.name)}</span>
            </Button>
            <Button onClick={() => onOpenChange(false)}>{words.done}</Button>
          </>
        ),
      })}
    >
      {made ? (
        <MadeInvite space={made.space} invite={made.invite} />
      ) : (
        <form {...form.props} className="flex flex-col gap-4">
          {shared.length > 0 && (
            <Field label={words.space}>
              {(control) => (
                <Select
                  {...control}
                  {...form.choice('space')}
                  choices={[
                    ...shared.map(({ id, name }) => ({ value: id, label: name })),
                    { value: NEW, label: words.newSpace },
                  ]}
                />
              )}
            </Field>
          )}
          {isNew && (
            <Field label={words.name} hint={words.nameHint} error={form.errors.name}>
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
          )}
          {isFull && (
            <p role="status" className="text-sm text-rose">
              {words.noSlot}
            </p>
          )}
        </form>
      )}
    </FormDialog>
  )
}
