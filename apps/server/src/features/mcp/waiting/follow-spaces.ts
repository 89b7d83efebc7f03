/** Hears, on this node, of everything that happens in the spaces of an agent. */
import type { Db } from '../../../platform/database.ts'
import type { AgentActor } from '../../../platform/actor.ts'
import type { Batch, Hub } from '../../realtime/index.ts'
import { spacesOf } from '../../spaces/index.ts'

export interface Following {
  /** Whether a space dropped us because it couldn't serve us in time: something was missed. */
  isLost(): boolean
  stop(): void
}

interface Follower {
  /** The next events of a space. Must not throw and must not wait. */
  take(batch: Batch, spaceId: string): void
  /** Something was missed. */
  lose(): void
}

/** From the moment this resolves nothing is missed in the spaces that the agent is in now. */
export async function followSpaces(
  { db, hub }: { db: Db; hub: Hub },
  actor: AgentActor,
  follower: Follower,
): Promise<Following> {
  const stops: (() => void)[] = []
  const stop = () => stops.forEach((one) => one())
  let isLost = false
  const lose = () => {
    isLost = true
    follower.lose()
  }
  try {
    for (const spaceId of await spacesOf(db, actor.accountId)) {
      const subscription = await hub.follow(spaceId, {
        take: (batch) => follower.take(batch, spaceId),
        lose,
      })
      stops.push(() => subscription.stop())
      if (!subscription.goLive(subscription.head)) lose()
    }
  } catch (error) {
    stop()
    throw error
  }
  return { isLost: () => isLost, stop }
}
