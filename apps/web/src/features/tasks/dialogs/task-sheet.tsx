import { useState } from 'react'
import { taskActions } from '../../../strings/task-actions.ts'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { useTask } from '../state/use-task.ts'
import { EditTask } from './edit-task.tsx'
import { GoneTask } from './gone-task.tsx'

interface Props {
  taskId: string
  onClose: () => void
}

/** Edit Task: a dialog on a wide screen, a sheet from the right under 1024 px, the whole screen on a phone. */
export function TaskSheet({ taskId, onClose }: Props) {
  const { task, isGone, error, refetch } = useTask(taskId)
  const isShimmering = useSkeleton(task === undefined && error === null)
  // the dialog remounts once the task has loaded, and has to find what opened the first
  const [opener] = useState(focused)
  const returnTo = () => opener
  const change = (isOpen: boolean) => !isOpen && onClose()

  if (isGone) {
    return (
      <Dialog open onOpenChange={change} title={words.goneTitle} side returnTo={returnTo}>
        <GoneTask taskId={taskId} messageId={task?.message_id ?? null} />
      </Dialog>
    )
  }
  if (task !== undefined && !isShimmering) {
    return <EditTask key={task.id} task={task} onClose={onClose} returnTo={returnTo} />
  }
  // no loading state if the task loads at once
  if (!isShimmering && !error) return null
  return (
    <Dialog open onOpenChange={change} title={words.loadingTitle} side returnTo={returnTo}>
      {isShimmering && <SheetSkeleton />}
      {error && <LoadFailure text={taskActions.loadFailed} onRetry={() => void refetch()} />}
    </Dialog>
  )
}

function focused(): HTMLElement | null {
  const { activeElement } = document
  return activeElement instanceof HTMLElement ? activeElement : null
}

function SheetSkeleton() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-4">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-20 w-full" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </div>
    </SkeletonGroup>
  )
}
