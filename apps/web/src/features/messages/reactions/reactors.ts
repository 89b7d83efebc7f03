/** The reactor of each feed that this page has shown. */
import { reactionRoutes } from '@flockwork/contract/reactions'
import type { AppServices } from '../../../api/services.ts'
import { feedOf } from '../state/feed-store.ts'
import { createReactor, type Reactor } from './reactor.ts'

const reactors = new Map<string, Reactor>()

/** The reactor of a space. Only the first call's `notices` are used. */
export function reactorOf(
  { api }: AppServices,
  spaceId: string,
  notices: { onFailure: (error: unknown) => void; onReported: () => void },
): Reactor {
  const existing = reactors.get(spaceId)
  if (existing) return existing
  const created = createReactor({
    feed: feedOf(spaceId),
    react: (id, emoji, add) => api.call(reactionRoutes.react, { params: { id }, body: { emoji, add } }),
    ...notices,
  })
  reactors.set(spaceId, created)
  return created
}

/** Sets the reactor of a feed that isn't a space's. */
export function setReactor(feedId: string, reactor: Reactor): void {
  reactors.set(feedId, reactor)
}

export function clearReactors(): void {
  reactors.clear()
}
