/** Subscribes an agent's wait to all spaces that the agent is in. */
import type { Db } from '../../../platform/database.ts'
import type { AgentActor } from '../../../platform/actor.ts'
import type { Batch, Hub } from '../../realtime/index.ts'
import { spaceIdsOf } from '../../spaces/index.ts'

export interface SpaceSubscriptions {
  /** Whether a space dropped this subscriber for being too slow, so that it missed events. */
  hasGap(): boolean
  /** Whether the agent is in no space at all. */
  readonly isEmpty: boolean
  stop(): void
}

interface Subscriber {
  /** The next events of a space. Must not throw, and must return at once. */
  receive(batch: Batch, spaceId: string): void
  /** Events were missed. */
  onGap(): void
}

/** Once this resolves no event is missed in the agent's current spaces. */
export async function subscribeToSpaces(
  { db, hub }: { db: Db; hub: Hub },
  actor: AgentActor,
  subscriber: Subscriber,
): Promise<SpaceSubscriptions> {
  const stops: (() => void)[] = []
  const stop = () => stops.forEach((stopOne) => stopOne())
  let hasGap = false
  const onGap = () => {
    hasGap = true
    subscriber.onGap()
  }
  try {
    for (const spaceId of await spaceIdsOf(db, actor.accountId)) {
      const subscription = await hub.subscribe(spaceId, {
        receive: (batch) => subscriber.receive(batch, spaceId),
        onGap,
      })
      stops.push(() => subscription.stop())
      if (!subscription.goLive(subscription.head)) onGap()
    }
  } catch (error) {
    stop()
    throw error
  }
  return { hasGap: () => hasGap, isEmpty: stops.length === 0, stop }
}
