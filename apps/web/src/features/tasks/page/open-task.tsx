import { lazyPart, usePreload } from '../../../ui/lazy-part.tsx'

const TaskSheet = lazyPart(async () => (await import('../dialogs/task-sheet.tsx')).TaskSheet)
const UnsentTexts = lazyPart(async () => (await import('../dialogs/unsent-texts.tsx')).UnsentTexts)
const SOON = [TaskSheet]

interface Props {
  /** The task in the URL. */
  taskId: string | null
  /** Whether it is, or was, in the current space: the task's sheet reports its deletion itself. */
  isHere: boolean
  /** Whether it is missing: if it was deleted, its unsent drafts are shown. */
  isMissing: boolean
  onClose: () => void
}

/** The sheet of the task in the URL. */
export function OpenTask({ taskId, isHere, isMissing, onClose }: Props) {
  usePreload(SOON)
  if (taskId === null) return null
  if (isMissing) return <UnsentTexts key={taskId} taskId={taskId} onClose={onClose} />
  return isHere && <TaskSheet key={taskId} taskId={taskId} onClose={onClose} onLoadError={onClose} />
}
