import { TEAM_DESCRIPTION_MAX_CHARS, TEAM_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import type { Team } from '@flockwork/contract/teams'
import { detailOf } from '../../../api/api-error.ts'
import { teams as words } from '../../../strings/teams.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useForm } from '../../../ui/use-form.ts'
import { ColorChoice } from './color-choice.tsx'
import { useSaveTeam, type TeamValues } from './use-save-team.ts'

interface Props {
  /** The team to edit; null creates one. */
  team: Team | null
  /** The space of a new team; by default the current one. */
  spaceId?: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after a team was created. */
  onCreated?: (team: Team) => void
}

/** Create New Team, and Edit Team. */
export function TeamDialog({ team, spaceId, open, onOpenChange, onCreated }: Props) {
  const toast = useToast()
  const save = useSaveTeam(team?.id ?? null, spaceId)
  const isNew = team === null
  const form = useForm({
    initial: valuesOf(team),
    check: ({ name }) => ({ name: name.trim() === '' && words.needsName }),
    send: save.mutateAsync,
    onSent(saved) {
      toast({ title: isNew ? words.created : words.saved, description: saved.name, tone: 'good' })
      onOpenChange(false)
      if (isNew) onCreated?.(saved)
    },
    refused: (error) => (isNew ? words.createFailed : words.updateFailed)(detailOf(error, words.tryAgain)),
  })

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isNew ? words.title : words.editTitle(team.name)}
      size="sm"
      phone="sheet"
      form={form}
      submit={isNew ? words.create : words.save}
      submitting={isNew ? words.creating : words.saving}
      cancel={words.cancel}
    >
      <form {...form.props} className="flex flex-col gap-5">
        <Field label={words.name} error={form.errors.name}>
          {(control) => (
            <Input
              {...control}
              {...form.text('name')}
              required
              data-initial-focus
              dir="auto"
              maxLength={TEAM_NAME_MAX_CHARS}
              autoComplete="off"
            />
          )}
        </Field>
        <Field label={words.description} optional error={form.errors.description}>
          {(control) => (
            <Textarea
              {...control}
              {...form.text('description')}
              dir="auto"
              maxLength={TEAM_DESCRIPTION_MAX_CHARS}
            />
          )}
        </Field>
        <ColorChoice {...form.choice('color')} />
        <FailureNote message={form.message} />
      </form>
    </FormDialog>
  )
}

function valuesOf(team: Team | null): TeamValues {
  if (team === null) return { name: '', description: '', color: 'blue' }
  const { name, description, color } = team
  return { name, description, color }
}
