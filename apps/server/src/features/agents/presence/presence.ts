/**
 * Presence as it changes: when an agent becomes active, and when it no longer is, its spaces hear of it. Joined over a
 * second by the caller. The finer steps after that follow from the time it was last active.
 */
import type { EventData } from '@flockwork/contract/events'
import { PRESENCE_ACTIVE_MS } from '@flockwork/contract/limits'
import { presenceOf } from '@flockwork/contract/policy/presence'
import { wireTime, wireTimeOrNull, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { listPlaces, type Acted } from './presence-repository.ts'

export type PresenceEvent = EventData<'agent_presence'>

export interface Presence {
  /** These agents, if any, acted at `at` (milliseconds since 1970); to be called every second. */
  acted(agents: readonly Acted[], at: number): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly tell: (events: readonly PresenceEvent[]) => Promise<void>
}

export function createPresence({ db, clock, tell }: Deps): Presence {
  /** The agents that are active, and when this node last saw them act. */
  const actedAt = new Map<string, number>()

  const eventsAbout = async (ids: readonly string[]): Promise<PresenceEvent[]> => {
    if (ids.length === 0) return []
    const now = clock.now()
    const places = await listPlaces(db, ids)
    return places.map(({ agent_id, username, space_id, last_active_at }) => ({
      space_id,
      at: wireTime(new Date(now)),
      agent_id,
      username,
      status: presenceOf(last_active_at?.getTime() ?? null, now),
      last_active: wireTimeOrNull(last_active_at),
    }))
  }

  /** Those whom this node hasn't seen for 2 minutes; another may have. */
  const fallenQuiet = async (): Promise<PresenceEvent[]> => {
    const since = clock.now() - PRESENCE_ACTIVE_MS
    const quiet = [...actedAt].filter(([, at]) => at <= since).map(([id]) => id)
    const events = await eventsAbout(quiet)
    for (const id of quiet) actedAt.delete(id)
    for (const { agent_id: id, status, last_active: at } of events) {
      if (status === 'active' && at !== null) actedAt.set(id, Date.parse(at))
    }
    return events.filter(({ status }) => status !== 'active')
  }

  return {
    async acted(agents, at) {
      for (const { id } of agents) actedAt.set(id, at)
      const awoken = agents.filter(({ wasActive }) => !wasActive).map(({ id }) => id)
      const events = [...(await eventsAbout(awoken)), ...(await fallenQuiet())]
      if (events.length > 0) await tell(events)
    },
  }
}
