import { useQueryClient } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { runningSpaces as words } from '../../strings/running-spaces.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { useToast } from '../../ui/toast-store.ts'
import { useForm } from '../../ui/use-form.ts'
import { spaceKeys } from './keys.ts'
import type { SpaceDialogProps } from './space-dialog.ts'

/** Delete: its creator types the name to confirm (docs/rules/spaces.md#deleting). */
export function DeleteSpaceDialog({ space, open, onOpenChange }: SpaceDialogProps) {
  const { api } = useServices()
  const { spaceId } = useSignedIn()
  const queryClient = useQueryClient()
  const toast = useToast()
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: name.trim() !== space.name && words.otherName }),
    send: async ({ name }) => {
      await api.spaces.delete({ params: { id: space.id }, body: { name: name.trim() } })
      void queryClient.invalidateQueries({ queryKey: spaceKeys.mine })
      void queryClient.invalidateQueries({ queryKey: spaceKeys.slots })
    },
    onSent() {
      onOpenChange(false)
      if (space.id !== spaceId) toast({ title: words.deleted(space.name), tone: 'good' })
    },
    refused: (error) => detailOf(error, words.deleteFailed),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.deleteTitle(space.name)}
      description={words.deleteText(space.member_count)}
      size="sm"
      phone="sheet"
      tone="danger"
      form={form}
      submit={words.deleteAct}
      submitting={words.deleting}
      cancel={words.cancel}
    >
      <form {...form.props} className="flex flex-col gap-4">
        <FailureNote message={form.message} />
        <Field label={words.typeName(space.name)} error={form.errors.name}>
          {(control) => (
            <Input
              {...control}
              {...form.text('name')}
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      </form>
    </FormDialog>
  )
}
