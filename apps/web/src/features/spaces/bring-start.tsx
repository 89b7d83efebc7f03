import { importRoutes, type Import } from '@flockwork/contract/imports'
import { SPACE_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import type { Visibility } from '@flockwork/contract/spaces'
import { useServices } from '../../api/services.ts'
import { bringTeam as words } from '../../strings/bring-team.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useForm } from '../../ui/use-form.ts'
import { detailOf } from '../../api/api-error.ts'
import { useSlots } from './use-slots.ts'
import { VisibilityRows } from './visibility-rows.tsx'

const EMPTY: { name: string; visibility: Visibility } = { name: '', visibility: 'invite_only' }

interface Props {
  ready: Import
  onStarted: (running: Import) => void
  onCancel: () => void
}

/** The target space of a checked export, and the button that starts the import. */
export function BringStart({ ready, onStarted, onCancel }: Props) {
  const { api } = useServices()
  const { limits, remaining } = useSlots()
  const form = useForm({
    initial: EMPTY,
    check: ({ name }) => ({ name: ready.space === null && name.trim() === '' && words.needsName }),
    send: ({ name, visibility }) =>
      api.call(importRoutes.start, {
        params: { id: ready.id },
        body: { name: ready.space?.name ?? name, visibility },
      }),
    onSent: (answer) => onStarted(answer.import),
    refused: (error) => detailOf(error, words.problem),
  })
  const { visibility } = form.values
  const isFull = ready.space === null && remaining !== null && remaining[visibility] <= 0
  return (
    <form {...form.props} className="flex flex-col gap-5">
      {ready.space === null ? (
        <>
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
          <VisibilityRows {...form.choice('visibility')} slots={limits && remaining && { limits, remaining }}>
            {isFull && (
              <p role="status" className="text-sm text-rose">
                {words.limit}
              </p>
            )}
          </VisibilityRows>
        </>
      ) : (
        <p className="text-sm text-ink-2">{words.adds(ready.space.name)}</p>
      )}
      <FailureNote message={form.message} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" type="submit" busy={form.isBusy} disabled={isFull}>
          {form.isBusy ? words.starting : ready.space === null ? words.start : words.addTo(ready.space.name)}
        </Button>
        <Button onClick={onCancel}>{words.cancel}</Button>
      </div>
    </form>
  )
}
