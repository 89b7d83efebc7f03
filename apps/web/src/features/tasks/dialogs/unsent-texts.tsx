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

/** Of a task that isn't there: what was typed for it before it was deleted, in place of its sheet. */
export function UnsentTexts({ taskId, onClose }: Props) {
  const { spaceStates } = useServices()
  const { profile, spaceId } = useSignedIn()
  // discarding them leaves the dialog open
  const [isUnsent] = useState(() => hasDrafts(spaceStates.read(profile.id, spaceId), taskId))
  if (!isUnsent) return null
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={words.goneTitle} side>
      <GoneTask taskId={taskId} messageId={null} />
    </Dialog>
  )
}
