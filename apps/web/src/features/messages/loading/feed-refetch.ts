/** Refetches of the feed that nobody sees (docs/rules/realtime.md#refetches). */
import type { AppServices } from '../../../api/services.ts'
import type { LiveEvent } from '../../../realtime/apply-event.ts'

/**
 * Asks what changed since the last time and takes it up; a reader far back in history stays there.
 *
 * @throws ApiError, NetworkError
 */
export async function refetchFeed(services: AppServices, spaceId: string): Promise<void> {
  const { askAll } = await import('./ask-anew.ts')
  await askAll(services, spaceId)
}

const ACTIONS_IN_FULL = new Set(['created', 'updated', 'deleted', 'reaction'])

/** Whether an event says that posts changed without saying how. */
export function isToldInPart({ name, data }: LiveEvent): boolean {
  const action: unknown =
    typeof data === 'object' && data !== null && 'action' in data ? data.action : undefined
  if (name === 'message') return typeof action !== 'string' || !ACTIONS_IN_FULL.has(action)
  // an announcement shows whether its task is claimed; a renamed channel stands on its posts
  return name === 'task_update' || (name === 'space_update' && action === 'channel')
}
