/** Who may see an agent at work: of a private agent only its owner (docs/rules/agents.md#privacy). */
import { batchCalls } from '../../../platform/batching.ts'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { profilesOf } from '../../agents/index.ts'

/** The owner of a private agent; null for an agent that everyone in its space may see. */
export type PrivateTo = string | null

export interface AgentPrivacy {
  privateTo(agentId: string): Promise<PrivateTo>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Pick<Bus, 'subscribe'>
}

/** How long a lost bus message may leave a stale entry. */
const CACHED_MS = 2000
const CACHED_MAX = 50_000
const QUERY_MAX = 500

export function createAgentPrivacy({ db, clock, bus }: Deps): AgentPrivacy {
  const cache = new Map<string, { readonly until: number; readonly privateTo: PrivateTo }>()
  let changes = 0
  bus.subscribe(['account_changed', 'reconnected'], () => {
    changes += 1
    cache.clear()
  })
  const query = batchCalls(QUERY_MAX, async (ids: readonly string[]) => {
    const profiles = await profilesOf(db, ids)
    return ids.map((id) => {
      const profile = profiles.get(id)
      return profile?.isPrivate === true ? profile.ownerId : null
    })
  })

  return {
    async privateTo(agentId) {
      const known = cache.get(agentId)
      if (known !== undefined && known.until > clock.now()) return known.privateTo
      const before = changes
      const privateTo = await query(agentId)
      if (cache.size > CACHED_MAX) cache.clear()
      // a change meanwhile may have made the result stale
      if (changes === before) cache.set(agentId, { until: clock.now() + CACHED_MS, privateTo })
      return privateTo
    },
  }
}
