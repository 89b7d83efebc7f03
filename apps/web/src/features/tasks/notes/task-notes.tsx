import type { Task } from '@flockwork/contract/tasks'
import { lazyPart } from '../../../ui/lazy-part.tsx'

/** A separate chunk: a list of tasks shows no notes. */
const NotesSection = lazyPart(async () => (await import('./notes-section.tsx')).NotesSection)

interface Props {
  task: Pick<Task, 'id'>
}

/** The notes of a task, newest last, and the form of a new one, opened by "Add Note". */
export function TaskNotes({ task }: Props) {
  return <NotesSection key={task.id} taskId={task.id} />
}
