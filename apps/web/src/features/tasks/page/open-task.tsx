import { lazyPart, usePreload } from '../../../ui/lazy-part.tsx'

const TaskSheet = lazyPart(async () => (await import('../dialogs/task-sheet.tsx')).TaskSheet)
const UnsentTexts = lazyPart(async () => (await import('../dialogs/unsent-texts.tsx')).UnsentTexts)
const SOON = [TaskSheet]

interface Props {
  /** The task that the address names. */
  taskId: string | null
  /** Whether it is, or was, one of the space on screen: the sheet of a task says itself that it was deleted. */
  isHere: boolean
  /** Whether it is not there: what was typed for it is given back, if it was deleted. */
  isMissing: boolean
  onClose: () => void
}

/** The sheet of the task that the address names. */
export function OpenTask({ taskId, isHere, isMissing, onClose }: Props) {
  usePreload(SOON)
  if (taskId === null) return null
  if (isMissing) return <UnsentTexts key={taskId} taskId={taskId} onClose={onClose} />
  return isHere && <TaskSheet key={taskId} taskId={taskId} onClose={onClose} onLoadError={onClose} />
}
