import { TEAM_DESCRIPTION_MAX_CHARS, TEAM_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import type { Team, TeamColor } from '@flockwork/contract/teams'
import { useId, useState, type SubmitEvent } from 'react'
import { detailOf, fieldErrorsOf } from '../../../api/api-error.ts'
import { teams as words } from '../../../strings/teams.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { ColorChoice } from './color-choice.tsx'
import { useSaveTeam, type TeamValues } from './use-save-team.ts'

const EMPTY: TeamValues = { name: '', description: '', color: 'blue' satisfies TeamColor }

interface Props {
  /** The one to change; null makes a new one. */
  team: Team | null
  /** Where a new one is made; by itself in the space on screen. */
  spaceId?: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A new one was made. */
  onCreated?: (team: Team) => void
}

/** Create New Team, and the same for a team that is there. */
export function TeamDialog({ team, spaceId, open, onOpenChange, onCreated }: Props) {
  const formId = useId()
  const toast = useToast()
  const save = useSaveTeam(team?.id ?? null, spaceId)
  const [value, setValue] = useState<TeamValues>(team ?? EMPTY)
  const [needsName, setNeedsName] = useState(false)
  const said = fieldErrorsOf(save.error)
  const isNew = team === null

  function change(part: Partial<TeamValues>) {
    setValue({ ...value, ...part })
    setNeedsName(false)
    if (save.isError) save.reset()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (save.isPending) return
    if (value.name.trim() === '') {
      setNeedsName(true)
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    const { name, description, color } = value
    save.mutate(
      { name, description, color },
      {
        onSuccess: (saved) => {
          toast({ title: isNew ? words.created : words.saved, description: saved.name, tone: 'good' })
          onOpenChange(false)
          if (isNew) onCreated?.(saved)
        },
      },
    )
  }

  const isOfAField = said['name'] !== undefined || said['description'] !== undefined
  const failed = isNew ? words.createFailed : words.updateFailed
  const labels = isNew ? [words.create, words.creating] : [words.save, words.saving]
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={isNew ? words.title : words.editTitle(team.name)}
      size="sm"
      phone="sheet"
      footer={
        <>
          <Button type="submit" form={formId} variant="primary" busy={save.isPending}>
            {save.isPending ? labels[1] : labels[0]}
          </Button>
          <Button onClick={() => onOpenChange(false)}>{words.cancel}</Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label={words.name} error={needsName ? words.needsName : said['name']}>
          {(control) => (
            <Input
              {...control}
              required
              data-initial-focus
              dir="auto"
              maxLength={TEAM_NAME_MAX_CHARS}
              autoComplete="off"
              value={value.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={words.description} optional error={said['description']}>
          {(control) => (
            <Textarea
              {...control}
              dir="auto"
              maxLength={TEAM_DESCRIPTION_MAX_CHARS}
              value={value.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
        <ColorChoice value={value.color} onValueChange={(color) => change({ color })} />
        {save.isError && !isOfAField && (
          <p role="alert" className="text-sm text-rose">
            {failed(detailOf(save.error, words.tryAgain))}
          </p>
        )}
      </form>
    </Dialog>
  )
}
