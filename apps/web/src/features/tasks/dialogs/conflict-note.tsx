import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { Button } from '../../../ui/button.tsx'
import { fieldText } from './draft-text.ts'
import type { TaskForm } from './use-task-form.ts'
import type { TaskField } from './values.ts'

interface Props {
  form: TaskForm
  name: TaskField
}

/** Another person's value of a field edited here, with the choice. Renders nothing without a conflict. */
export function ConflictNote({ form, name }: Props) {
  if (!form.conflicts.includes(name)) return null
  return (
    <div
      role="group"
      aria-label={words.conflict(words.fields[name])}
      data-conflict
      className="mt-1.5 flex flex-col gap-2 rounded-control bg-straw-soft px-3 py-2 text-sm text-ink"
    >
      <p>{words.conflict(words.fields[name])}</p>
      <div className="max-h-30 overflow-y-auto" tabIndex={name === 'description' ? 0 : undefined}>
        <span className="text-ink-2">{words.theirs}: </span>
        <span dir="auto" className="break-words whitespace-pre-wrap">
          {fieldText(form.theirs, name) || words.nothing}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => form.keepMine(name)}>
          {words.keepMine}
        </Button>
        <Button size="sm" onClick={() => form.takeTheirs(name)}>
          {words.takeTheirs}
        </Button>
      </div>
    </div>
  )
}
