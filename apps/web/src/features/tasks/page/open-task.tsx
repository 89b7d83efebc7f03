import { lazyPart, usePreload } from '../../../ui/lazy-part.tsx'

const TaskSheet = lazyPart(async () => (await import('../dialogs/task-sheet.tsx')).TaskSheet)
const SOON = [TaskSheet]

interface Props {
  /** The task that the address names. */
  taskId: string | null
  /** Whether it is, or was, one of the space on screen: the sheet of a task says itself that it was deleted. */
  isHere: boolean
  onClose: () => void
}

/** The sheet of the task that the address names. */
export function OpenTask({ taskId, isHere, onClose }: Props) {
  usePreload(SOON)
  if (taskId === null || !isHere) return null
  return <TaskSheet key={taskId} taskId={taskId} onClose={onClose} onLoadError={onClose} />
}
