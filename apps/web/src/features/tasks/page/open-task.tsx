import { lazyPart, usePreload } from '../../../ui/lazy-part.tsx'

const TaskSheet = lazyPart(async () => (await import('../dialogs/task-sheet.tsx')).TaskSheet)
const SOON = [TaskSheet]

interface Props {
  /** The task that the address names. */
  taskId: string | null
  /** Not of a task elsewhere; the sheet of one that was here says itself that it was deleted. */
  hasSheet: boolean
  onClose: () => void
}

/** The sheet of the task that the address names. */
export function OpenTask({ taskId, hasSheet, onClose }: Props) {
  usePreload(SOON)
  if (taskId === null || !hasSheet) return null
  return <TaskSheet key={taskId} taskId={taskId} onClose={onClose} onLoadError={onClose} />
}
