/** The reducers of all rooms: what each event does to a space's client state. */
import type { Agent } from '@flockwork/contract/agents'
import type { EventData, EventName } from '@flockwork/contract/events'
import { presenceOf } from '@flockwork/contract/policy/presence'
import type { RosterItem, Space } from '@flockwork/contract/spaces'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import { withAgentPresence } from '../../features/agents/index.ts'
import { messageReducers, type FeedState } from '../../features/messages/index.ts'
import { withPresence, withSpaceUpdate } from '../../features/spaces/index.ts'
import type { EventTable, Reducer } from '../../realtime/apply-event.ts'

export interface ClientState {
  readonly feed: FeedState
  readonly spaces: readonly Space[]
  readonly roster: readonly RosterItem[]
  readonly agents: readonly Agent[]
}

const unchanged = (state: ClientState): ClientState => state

export const eventTable = {
  identity_bootstrap: inFeed('identity_bootstrap'),
  // read by the stream itself
  ping: unchanged,
  // the notices are refetched (refetches.ts)
  account_notice: unchanged,
  bootstrap: inFeed('bootstrap'),
  message: (state, data, id) => withGuideActive(inFeed('message')(state, data, id), data),
  mention: inFeed('mention'),
  delivery: inFeed('delivery'),
  agent_working: inFeed('agent_working'),
  // views of tasks subscribe to it
  task_update: unchanged,
  // the demo subscribes to it
  demo: unchanged,
  // the unread count handles it (use-unread-here.ts), and the feed's read position
  seen: unchanged,
  space_update: (state, data) => ({ ...state, spaces: withSpaceUpdate(state.spaces, data) }),
  agent_presence: present,
} satisfies EventTable<ClientState>

function present(state: ClientState, data: EventData<'agent_presence'>): ClientState {
  return {
    ...state,
    roster: withPresence(state.roster, data),
    agents: withAgentPresence(state.agents, data),
  }
}

/** The guide is in every space, so its presence isn't broadcast: where it answers, it is active. */
function withGuideActive(state: ClientState, data: EventData<'message'>): ClientState {
  if (data.action !== 'created' || data.message.username !== GUIDE_HANDLE) return state
  const { author_id: agent_id, username, uploaded_at: last_active } = data.message
  const status = presenceOf(Date.parse(last_active), Date.now())
  return present(state, { space_id: data.space_id, at: data.at, agent_id, username, status, last_active })
}

function inFeed<N extends EventName & keyof typeof messageReducers>(name: N): Reducer<ClientState, N> {
  const reduce = messageReducers[name] as Reducer<FeedState, N>
  return (state, data, id) => ({ ...state, feed: reduce(state.feed, data, id) })
}
