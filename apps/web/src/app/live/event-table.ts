/** What every event does to what the browser holds of a space: the rooms' reducers, joined. */
import type { Agent } from '@flockwork/contract/agents'
import type { EventName } from '@flockwork/contract/events'
import type { RosterItem, Space } from '@flockwork/contract/spaces'
import { withAgentPresence } from '../../features/agents/index.ts'
import { messageReducers, type FeedState } from '../../features/messages/index.ts'
import { withPresence, withSeen, withSpaceUpdate } from '../../features/spaces/index.ts'
import type { EventTable, Reducer } from '../../realtime/apply-event.ts'

export interface HeldData {
  readonly feed: FeedState
  readonly spaces: readonly Space[]
  readonly roster: readonly RosterItem[]
  readonly agents: readonly Agent[]
}

const unchanged = (held: HeldData): HeldData => held

export const eventTable = {
  // the session knows who is signed in, and asks anew itself
  identity_bootstrap: inFeed('identity_bootstrap'),
  // a sign of life, read by the stream
  ping: unchanged,
  bootstrap: inFeed('bootstrap'),
  message: inFeed('message'),
  mention: inFeed('mention'),
  delivery: inFeed('delivery'),
  agent_working: inFeed('agent_working'),
  // the demo on screen hears of it itself
  demo: unchanged,
  seen: (held, data) => ({ ...held, spaces: withSeen(held.spaces, data) }),
  space_update: (held, data) => ({ ...held, spaces: withSpaceUpdate(held.spaces, data) }),
  agent_presence: (held, data) => ({
    ...held,
    roster: withPresence(held.roster, data),
    agents: withAgentPresence(held.agents, data),
  }),
} satisfies EventTable<HeldData>

function inFeed<N extends EventName & keyof typeof messageReducers>(name: N): Reducer<HeldData, N> {
  const reduce = messageReducers[name] as Reducer<FeedState, N>
  return (held, data, id) => ({ ...held, feed: reduce(held.feed, data, id) })
}
