import { useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { GoneTask } from './gone-task.tsx'
import { hasDrafts } from './sheet-drafts.ts'

interface Props {
  taskId: string
  onClose: () => void
}

/** The drafts of a deleted task, in place of its sheet. */
export function UnsentTexts({ taskId, onClose }: Props) {
  const { spaceStates } = useServices()
  const { profile, spaceId } = useSignedIn()
  // discarding them keeps the dialog open
  const [isUnsent] = useState(() => hasDrafts(spaceStates.read(profile.id, spaceId), taskId))
  if (!isUnsent) return null
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={words.goneTitle} side>
      <GoneTask taskId={taskId} messageId={null} />
    </Dialog>
  )
}
