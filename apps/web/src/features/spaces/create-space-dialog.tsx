import { SPACE_DESCRIPTION_MAX_CHARS, SPACE_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import type { Visibility } from '@flockwork/contract/spaces'
import { strings } from '../../strings.ts'
import { createSpace } from '../../strings/create-space.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { useToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { useSlots } from './use-slots.ts'
import { useCreateSpace } from './use-create-space.ts'
import { useSwitchSpace } from './use-switch-space.ts'
import { VisibilityRows } from './visibility-rows.tsx'

const words = strings.spaces
const EMPTY = { name: '', description: '', visibility: 'invite_only' as Visibility }

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Create Workspace. Offers to open the new one: creating doesn't switch (docs/rules/spaces.md#creating). */
export function CreateSpaceDialog({ open, onOpenChange }: Props) {
  const create = useCreateSpace()
  const switchSpace = useSwitchSpace()
  const toast = useToast()
  const { limits, remaining } = useSlots()
  const form = useForm({
    initial: EMPTY,
    check: ({ name }) => ({ name: name.trim() === '' && words.needsName }),
    send: create.mutateAsync,
    onSent({ id, name }) {
      onOpenChange(false)
      form.reset()
      const action = { label: words.openLabel(name), onSelect: () => switchSpace.mutate(id) }
      toast({ title: words.created, description: name, tone: 'good', action })
    },
  })
  const { description, visibility } = form.values
  const isFull = remaining !== null && remaining[visibility] <= 0

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.create}
      form={form}
      submit={isFull ? words.limitReached : words.create}
      submitting={words.creating}
      isOff={isFull}
      cancel={words.cancel}
    >
      <form {...form.props} className="flex flex-col gap-5">
        <Field label={words.name} error={form.errors.name}>
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
        <Field
          label={words.description}
          optional
          error={form.errors.description}
          aside={
            <span className="tabular text-xs text-ink-3">
              {description.length}/{SPACE_DESCRIPTION_MAX_CHARS}
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
        <VisibilityRows {...form.choice('visibility')} slots={limits && remaining && { limits, remaining }}>
          {isFull && (
            <p role="status" className="text-sm text-rose">
              {createSpace.limitText(words.types[visibility])}
            </p>
          )}
        </VisibilityRows>
      </form>
    </FormDialog>
  )
}
