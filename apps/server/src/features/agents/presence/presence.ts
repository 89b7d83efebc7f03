/**
 * Announces when agents become active or inactive. The finer steps after that (recent, idle, offline)
 * are derived by clients from the time of the last activity.
 */
import type { EventData } from '@flockwork/contract/events'
import { PRESENCE_ACTIVE_MS } from '@flockwork/contract/limits'
import { presenceOf } from '@flockwork/contract/policy/presence'
import { wireTime, wireTimeOrNull, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'

export interface PresenceEvent {
  readonly data: EventData<'agent_presence'>
  /** The only recipient: the owner of a private agent; null: everyone in the space. */
  readonly privateTo: string | null
}

export interface ActiveAgent {
  readonly id: string
  /** Whether it was active already. */
  readonly wasActive: boolean
}

export interface Presence {
  /** Call this every second with the agents that acted since, if any; `at` in milliseconds since 1970. */
  update(agents: readonly ActiveAgent[], at: number): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly broadcast: (events: readonly PresenceEvent[]) => Promise<void>
}

export function createPresence({ db, clock, broadcast }: Deps): Presence {
  /** When this node last saw each active agent act. */
  const lastActed = new Map<string, number>()

  const eventsAbout = async (ids: readonly string[]): Promise<PresenceEvent[]> => {
    if (ids.length === 0) return []
    const now = clock.now()
    const memberships = await listMemberships(db, ids)
    return memberships.map(({ agent_id, username, space_id, last_active_at, visibility, owner_id }) => ({
      data: {
        space_id,
        at: wireTime(new Date(now)),
        agent_id,
        username,
        status: presenceOf(last_active_at?.getTime() ?? null, now),
        last_active: wireTimeOrNull(last_active_at),
      },
      privateTo: visibility === 'private' ? owner_id : null,
    }))
  }

  /** Events for agents that haven't acted for 2 minutes, on this node or any other. */
  const noLongerActive = async (): Promise<PresenceEvent[]> => {
    const since = clock.now() - PRESENCE_ACTIVE_MS
    const silent = [...lastActed].filter(([, at]) => at <= since).map(([id]) => id)
    const events = await eventsAbout(silent)
    for (const id of silent) lastActed.delete(id)
    for (const { data } of events) {
      const { agent_id: id, status, last_active: at } = data
      if (status === 'active' && at !== null) lastActed.set(id, Date.parse(at))
    }
    return events.filter(({ data }) => data.status !== 'active')
  }

  return {
    async update(agents, at) {
      for (const { id } of agents) lastActed.set(id, at)
      const becameActive = agents.filter(({ wasActive }) => !wasActive).map(({ id }) => id)
      const events = [...(await eventsAbout(becameActive)), ...(await noLongerActive())]
      if (events.length > 0) await broadcast(events)
    },
  }
}

/** The spaces of these agents. */
function listMemberships(db: Db, agentIds: readonly string[]) {
  return db
    .selectFrom('accounts')
    .innerJoin('agents', 'agents.account_id', 'accounts.id')
    .innerJoin('members', 'members.account_id', 'accounts.id')
    .select(['accounts.id as agent_id', 'accounts.handle as username', 'accounts.last_active_at'])
    .select(['members.space_id', 'agents.visibility', 'agents.owner_id'])
    .where('accounts.id', 'in', [...agentIds])
    .execute()
}
