/** Silent refetches of the feed (docs/rules/realtime.md#refetches). */
import type { AppServices } from '../../../api/services.ts'
import type { LiveEvent } from '../../../realtime/apply-event.ts'

/**
 * Merges all changes since the last request into the feed; a reader far back in history stays there.
 *
 * @throws ApiError, NetworkError
 */
export async function refetchFeed(services: AppServices, spaceId: string): Promise<void> {
  const { fetchAllChanges } = await import('./fetch-changes.ts')
  await fetchAllChanges(services, spaceId)
}

const COMPLETE_ACTIONS = new Set(['created', 'updated', 'deleted', 'reaction', 'hold'])

/** Whether an event says that messages changed, but doesn't carry the change: the feed has to be refetched. */
export function isPartialEvent({ name, data }: LiveEvent): boolean {
  const action: unknown =
    typeof data === 'object' && data !== null && 'action' in data ? data.action : undefined
  if (name === 'message') return typeof action !== 'string' || !COMPLETE_ACTIONS.has(action)
  // an announcement shows whether its task is claimed, a message the name of its channel
  // and an imported person's messages belong to whoever claimed that person
  return name === 'task_update' || (name === 'space_update' && (action === 'channel' || action === 'claimed'))
}
