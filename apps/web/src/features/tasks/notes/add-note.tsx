import { TASK_NOTE_MAX_CHARS } from '@flockwork/contract/limits'
import {
  NOTE_TYPES,
  NOTE_VISIBILITIES,
  type NoteType,
  type NoteVisibility,
  type TaskNote,
} from '@flockwork/contract/tasks'
import { codePoints } from '@flockwork/contract/text/message-text'
import { useEffect, useRef, useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { taskNotes as words } from '../../../strings/task-notes.ts'
import { Button } from '../../../ui/button.tsx'
import { DraftNotice } from '../../../ui/draft-notice.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { createAttempts } from '../../../api/attempts.ts'
import type { StoredDraft } from '../drafts/use-stored-draft.ts'
import { EMPTY_NOTE, type NoteValues } from './note-draft.ts'
import { noteFailure } from './note-failure.ts'

const COUNT_FROM_CHARS = 4500
const TYPES = NOTE_TYPES.map((value) => ({ value, label: words.types[value] }))
const VISIBILITIES = NOTE_VISIBILITIES.toReversed().map((value) => ({
  value,
  label: words.visibilities[value],
}))

interface Props {
  taskId: string
  draft: StoredDraft<NoteValues>
  /** The unsent draft; null when a click opened the form. */
  found: NoteValues | null
  onAdded: (note: TaskNote) => void
  onClose: () => void
}

/** The form of a new note. The draft stays until the note is stored or Cancel is clicked. */
export function AddNote({ taskId, draft, found, onAdded, onClose }: Props) {
  const { api } = useServices()
  const [attempt] = useState(() => createAttempts())
  const field = useRef<HTMLTextAreaElement>(null)
  const saved = useRef<NoteValues | null>(null)
  const form = useForm<NoteValues, TaskNote>({
    initial: found ?? EMPTY_NOTE,
    check: ({ note }) => ({
      note:
        (note.trim() === '' && words.needsNote) ||
        (codePoints(note.trim()) > TASK_NOTE_MAX_CHARS && words.tooLong(TASK_NOTE_MAX_CHARS)),
    }),
    async send(values) {
      const body = { ...values, note: values.note.trim() }
      const params = { id: taskId }
      const note = await attempt(['note', taskId, body], (key) => api.tasks.addNote({ params, body, key }))
      // even if the form has unmounted: prevents a second submission
      draft.save(null)
      onAdded(note)
      return note
    },
    onSent: onClose,
    refused: noteFailure,
  })
  const { values } = form
  const isEmpty = values.note.trim() === ''
  const count = codePoints(values.note.trim())

  useEffect(() => {
    if (found === null) field.current?.focus()
  }, [found])

  const { save } = draft
  useEffect(() => {
    // the initial values are the stored draft
    if (saved.current !== null && saved.current !== values) save(isEmpty ? null : values)
    saved.current = values
  })

  function cancel() {
    save(null)
    onClose()
  }

  return (
    <form {...form.props} className="flex flex-col gap-3 rounded-panel border border-line p-3.5">
      {draft.elsewhere !== null && isEmpty && (
        <DraftNotice kind="elsewhere" onAct={() => form.change(draft.elsewhere ?? {})} />
      )}
      <Field
        label={words.note}
        error={form.errors.note}
        aside={
          count >= COUNT_FROM_CHARS && (
            <span className={`tabular text-xs ${count > TASK_NOTE_MAX_CHARS ? 'text-rose' : 'text-ink-3'}`}>
              {words.count(count, TASK_NOTE_MAX_CHARS)}
            </span>
          )
        }
      >
        {(control) => (
          <Textarea
            ref={field}
            {...control}
            {...form.text('note')}
            readOnly={form.isBusy}
            dir="auto"
            required
            placeholder={words.notePlaceholder}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={words.type}>
          {(control) => (
            <Select
              {...control}
              value={values.note_type}
              onValueChange={(type) => form.change({ note_type: type as NoteType })}
              choices={TYPES}
            />
          )}
        </Field>
        <Field label={words.visibility}>
          {(control) => (
            <Select
              {...control}
              value={values.visibility}
              onValueChange={(visibility) => form.change({ visibility: visibility as NoteVisibility })}
              choices={VISIBILITIES}
            />
          )}
        </Field>
      </div>
      <FailureNote message={form.message} />
      <div className="flex gap-2">
        <Button type="submit" busy={form.isBusy} disabled={isEmpty}>
          {form.isBusy ? words.adding : words.add}
        </Button>
        <Button variant="quiet" onClick={cancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
