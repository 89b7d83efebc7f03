import { useEffect, type ReactNode } from 'react'
import { tasks as words } from '../../../strings/tasks.ts'
import { FailurePanel } from '../../../ui/failure-panel.tsx'
import { SpaceTasks } from './space-tasks.tsx'
import { useAddress } from './use-address.ts'
import { usePlace } from './use-place.ts'

interface Props {
  /** Where what the address names turned out to be. */
  onPlace: (place: 'here' | 'otherSpace') => void
  /** Rendered when the address names a task or a view of another of the user's spaces. */
  renderOtherSpace: (spaceId: string) => ReactNode
}

/** The tasks of the space on screen (docs/rules/tasks.md). */
export function TasksPage({ onPlace, renderOtherSpace }: Props) {
  const address = useAddress()
  const { taskId, spaceId } = address
  const place = usePlace(taskId, spaceId)
  const { kind } = place

  useEffect(() => {
    if (kind === 'here' || kind === 'otherSpace') onPlace(kind)
  }, [kind, onPlace])

  if (place.kind === 'otherSpace') return renderOtherSpace(place.spaceId)
  // whose tasks to show isn't known yet
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
