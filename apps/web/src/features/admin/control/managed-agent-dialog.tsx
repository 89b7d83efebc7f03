import {
  adminManagedRoutes,
  INSTRUCTIONS_MAX_CHARS,
  MANAGED_TOOLS,
  MODEL_NAME_MAX_CHARS,
  type ManagedAgent,
  type ManagedTool,
} from '@flockwork/contract/admin/managed'
import { adminSpaceRoutes } from '@flockwork/contract/admin/spaces'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { managedForm as words } from '../../../strings/admin-managed.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceList } from '../../../ui/choice-list.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useFormBase } from '../../../ui/use-form-base.ts'
import { useForm, type FormFields } from '../../../ui/use-form.ts'
import { adminKeys } from '../keys.ts'
import { CAP_FIELDS, capTexts, readCap, type CapField } from './cap-values.ts'
import { refresh } from './use-pause.ts'

interface Props {
  /** Null: a new one. */
  agent: ManagedAgent | null
  defaultModel: string | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface SpaceChoice {
  readonly id: string
  readonly name: string
}

interface Values extends Record<CapField, string> {
  name: string
  instructions: string
  model: string
  tools: readonly ManagedTool[]
  space_ids: readonly SpaceChoice[]
}

/** Creates or edits a managed agent. */
export function ManagedAgentDialog(props: Props) {
  return <ManagedForm key={`${props.agent?.id} ${props.open}`} {...props} />
}

function ManagedForm({ agent, defaultModel, open, onOpenChange }: Props) {
  const { api } = useServices()
  const client = useQueryClient()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const now = valuesOf(agent)
  const form = useForm<Values, ManagedAgent>({
    initial: now,
    check: (values) => ({
      name: agent === null && values.name.trim() === '' && words.needsName,
      instructions: values.instructions.trim() === '' && words.needsInstructions,
      space_ids: values.space_ids.length === 0 && words.needsSpace,
      ...Object.fromEntries(
        CAP_FIELDS.map((field) => [
          field,
          readCap(field, values[field]) === undefined &&
            (field.startsWith('dollars') ? words.wrongDollars : words.wrongTokens),
        ]),
      ),
    }),
    send: (values) => {
      const body = {
        instructions: values.instructions,
        model: values.model.trim() === '' ? null : values.model.trim(),
        tools: [...values.tools],
        space_ids: values.space_ids.map(({ id }) => id),
        caps: CAP_FIELDS.flatMap((field) => readCap(field, values[field]) ?? []),
      }
      return agent === null
        ? api.call(adminManagedRoutes.create, { body: { ...body, name: values.name.trim() } })
        : api.call(adminManagedRoutes.update, { params: { id: agent.id }, body })
    },
    onSent: ({ username }) => {
      onOpenChange(false)
      toast({ tone: 'good', title: agent === null ? words.made(username) : words.saved(username) })
      void refresh(client)
    },
    refused: (error) => detailOf(error, words.failed),
  })
  // untouched fields follow another administrator's changes
  useFormBase(form, now, now)
  const isNew = agent === null

  return (
    <>
      <FormDialog
        form={form}
        open={open}
        onOpenChange={onOpenChange}
        title={isNew ? words.create : words.edit(agent.username)}
        description={words.text}
        submit={isNew ? words.make : words.save}
        submitting={isNew ? words.making : words.saving}
        cancel={words.cancel}
      >
        <form {...form.props} className="flex flex-col gap-4">
          {isNew && (
            <Field label={words.name} hint={words.nameHint} error={form.errors.name}>
              {(control) => (
                <Input {...control} {...form.text('name')} maxLength={32} autoComplete="off" required />
              )}
            </Field>
          )}
          <Field label={words.instructions} hint={words.instructionsHint} error={form.errors.instructions}>
            {(control) => (
              <Textarea
                {...control}
                {...form.text('instructions')}
                maxLength={INSTRUCTIONS_MAX_CHARS}
                rows={6}
                required
              />
            )}
          </Field>
          <Field optional label={words.model} hint={words.modelHint(defaultModel)} error={form.errors.model}>
            {(control) => (
              <Input
                {...control}
                {...form.text('model')}
                maxLength={MODEL_NAME_MAX_CHARS}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
          <Spaces form={form} />
          <Group title={words.tools} error={form.errors.tools}>
            <ChoiceList
              label={words.tools}
              choices={MANAGED_TOOLS.map((tool) => ({ name: words.toolNames[tool] }))}
              selected={form.values.tools.map((tool) => words.toolNames[tool])}
              onSelect={(names) =>
                form.change({ tools: MANAGED_TOOLS.filter((tool) => names.includes(words.toolNames[tool])) })
              }
              none={words.noTools}
            />
          </Group>
          <fieldset className="flex flex-col gap-3">
            <legend className="text-sm font-medium text-ink">{words.caps}</legend>
            <p className="text-sm text-ink-3">{words.capsHint}</p>
            <div className="grid gap-3 sm:grid-cols-2">
              {CAP_FIELDS.map((field) => (
                <Field key={field} label={words[field]} error={form.errors[field]}>
                  {(control) => (
                    <Input
                      {...control}
                      {...form.text(field)}
                      inputMode="decimal"
                      autoComplete="off"
                      maxLength={13}
                    />
                  )}
                </Field>
              ))}
            </div>
          </fieldset>
          <FailureNote message={form.message} />
          {!isNew && (
            <Button variant="quiet" className="self-start text-rose" onClick={() => setAsking(true)}>
              {words.remove}
            </Button>
          )}
        </form>
      </FormDialog>
      {!isNew && (
        <RemoveDialog
          agent={agent}
          open={isAsking}
          onClose={() => setAsking(false)}
          onRemoved={() => onOpenChange(false)}
        />
      )}
    </>
  )
}

function valuesOf(agent: ManagedAgent | null): Values {
  return {
    name: agent?.username ?? '',
    instructions: agent?.instructions ?? '',
    model: agent?.model ?? '',
    tools: MANAGED_TOOLS.filter((tool) => agent === null || agent.tools.includes(tool)),
    space_ids: agent?.spaces ?? [],
    ...capTexts(agent?.caps ?? []),
  }
}

/** Any space of the instance, through a search because there may be many. */
function Spaces({ form }: { form: FormFields<Values> }) {
  const { api } = useServices()
  const [search, setSearch] = useState('')
  const { data: found = [] } = useQuery({
    queryKey: [...adminKeys.spaceChoices, search],
    queryFn: async ({ signal }) => {
      const query = {
        search: search.trim() === '' ? undefined : search.trim(),
        limit: 20,
        sort: 'name',
        order: 'asc',
      } as const
      return (await api.call(adminSpaceRoutes.list, { query, signal })).organizations
    },
    placeholderData: keepPreviousData,
  })
  const chosen = form.values.space_ids
  const others = found.filter(
    ({ id, is_personal: isPersonal }) => !isPersonal && !chosen.some((one) => one.id === id),
  )
  const all: readonly SpaceChoice[] = [...chosen, ...others]
  // names aren't unique
  const shown = new Map(
    all.map((space) => [
      all.filter(({ name }) => name === space.name).length > 1
        ? `${space.name} (${space.id.slice(-6)})`
        : space.name,
      space,
    ]),
  )
  const isChosen = ({ id }: SpaceChoice) => chosen.some((one) => one.id === id)
  return (
    <Group title={words.spaces} error={form.errors.space_ids}>
      <ChoiceList
        label={words.spaces}
        choices={[...shown.keys()].map((name) => ({ name }))}
        selected={[...shown].filter(([, space]) => isChosen(space)).map(([name]) => name)}
        onSelect={(names) => form.change({ space_ids: names.flatMap((name) => shown.get(name) ?? []) })}
        box={{ placeholder: words.findSpaces, text: search, onText: setSearch }}
        none={words.noSpaces}
      />
    </Group>
  )
}

function Group({
  title,
  error,
  children,
}: {
  title: string
  error: string | undefined
  children: ReactNode
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden="true" className="text-sm font-medium text-ink">
        {title}
      </p>
      <div className="flex max-h-64 flex-col rounded-control border border-line p-2">{children}</div>
      <FailureNote message={error ?? null} />
    </div>
  )
}

interface RemoveProps {
  agent: ManagedAgent
  open: boolean
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ agent, open, onClose, onRemoved }: RemoveProps) {
  const { api } = useServices()
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(adminManagedRoutes.remove, { params: { id: agent.id } }),
    onSuccess: () => {
      toast({ tone: 'good', title: words.removed(agent.username) })
      onClose()
      onRemoved()
    },
    onError: (error) =>
      toast({ tone: 'bad', title: words.removeFailed, description: detailOf(error, words.removeFailed) }),
    onSettled: () => refresh(client),
  })
  return (
    <ConfirmDialog
      open={open}
      title={words.removeTitle(agent.username)}
      text={words.removeText}
      act={words.remove}
      acting={words.removing}
      tone="danger"
      busy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  )
}
