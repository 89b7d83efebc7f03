import { useEffect, type ReactNode } from 'react'
import { tasks as words } from '../../../strings/tasks.ts'
import { FailurePanel } from '../../../ui/failure-panel.tsx'
import { SpaceTasks } from './space-tasks.tsx'
import { useAddress } from './use-address.ts'
import { usePlace } from './use-place.ts'

interface Props {
  /** The location of the task or view in the URL. */
  onPlace: (place: 'here' | 'otherSpace') => void
  /** Rendered when the URL names a task or view of another of the user's spaces. */
  renderOtherSpace: (spaceId: string) => ReactNode
}

/** The tasks of the current space (docs/rules/tasks.md). */
export function TasksPage({ onPlace, renderOtherSpace }: Props) {
  const address = useAddress()
  const { taskId, spaceId } = address
  const place = usePlace(taskId, spaceId)
  const { kind } = place

  useEffect(() => {
    if (kind === 'here' || kind === 'otherSpace') onPlace(kind)
  }, [kind, onPlace])

  if (place.kind === 'otherSpace') return renderOtherSpace(place.spaceId)
  // the current space is still unknown
  if (place.kind === 'unknown' && taskId === null) return null
  return (
    <SpaceTasks
      address={address}
      isTaskHere={kind === 'here'}
      isTaskMissing={place.kind === 'missing' && place.what === 'task'}
    >
      {place.kind === 'missing' && (
        <FailurePanel
          title={words.notFound}
          text={place.what === 'task' ? words.notFoundText : words.spaceNotFoundText}
        />
      )}
      {place.kind === 'failed' && (
        <FailurePanel title={words.taskFailed} text={words.taskFailedText} onRetry={place.retry} />
      )}
    </SpaceTasks>
  )
}
