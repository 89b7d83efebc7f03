import { useSyncExternalStore } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { taskNotes } from '../../../strings/task-notes.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { asRecord } from '../../../api/api-error.ts'
import { parseNote } from '../notes/note-draft.ts'
import { inWords } from './conflict-note.tsx'
import { parseEdits } from './edits.ts'
import { draftsOf, withoutDrafts } from './sheet-drafts.ts'
import { TASK_FIELDS } from './values.ts'

interface Props {
  taskId: string
  /** Of its announcement, where that is known. */
  messageId: string | null
}

/** Says that a task is gone, and shows what was typed for it and can't be sent any more. */
export function GoneTask({ taskId, messageId }: Props) {
  const { spaceStates } = useServices()
  const { profile, spaceId } = useSignedIn()
  const keys = draftsOf(taskId, messageId)
  const read = () => spaceStates.read(profile.id, spaceId).drafts
  const drafts = useSyncExternalStore(spaceStates.subscribe, read)
  const text = unsentText(keys.map((key) => drafts[key] ?? ''))

  if (text === '') {
    return (
      <p role="alert" className="text-base text-ink-2">
        {words.goneNothing}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p role="alert" className="text-base text-ink-2">
        {words.goneText}
      </p>
      <Textarea aria-label={words.yourText} dir="auto" readOnly rows={8} value={text} />
      <div className="flex gap-2">
        <CopyButton words text={text} label={words.copyText} />
        <Button
          variant="quiet"
          onClick={() => spaceStates.update(profile.id, spaceId, (state) => withoutDrafts(state, keys))}
        >
          {words.discardText}
        </Button>
      </div>
    </div>
  )
}

/** The drafts of a task's sheet in words: its edits, a note and a reply. */
function unsentText([edits = '', note = '', reply = '']: readonly string[]): string {
  const { mine } = parseEdits(json(edits)) ?? { mine: {} }
  const changed = TASK_FIELDS.filter((name) => name in mine)
  const parts = [
    ...changed.map((name) => `${words.fields[name]}: ${inWords(mine, name)}`),
    ...[parseNote(json(note))].flatMap((values) => (values ? [`${taskNotes.note}: ${values.note}`] : [])),
    ...(reply.trim() === '' ? [] : [`${words.reply}: ${reply}`]),
  ]
  return parts.join('\n\n')
}

function json(text: string): unknown {
  try {
    return asRecord(JSON.parse(text))
  } catch {
    return null
  }
}
