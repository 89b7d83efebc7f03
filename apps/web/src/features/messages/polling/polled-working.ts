import type { WorkingAgent } from '@flockwork/contract/messages'
import type { FeedState, Working } from '../state/feed-state.ts'

/** The feed with who is at work as an answer says it, in place of all that was known; unchanged when it says nothing. */
export function withWorkingAsked(state: FeedState, asked: readonly WorkingAgent[] | undefined): FeedState {
  if (asked === undefined) return state
  const working = asked.map(({ agent_id: agentId, username, message_id: messageId, at: since }): Working => ({
    agentId,
    username,
    messageId,
    since,
  }))
  return isSame(state.working, working) ? state : { ...state, working }
}

function isSame(held: readonly Working[], asked: readonly Working[]): boolean {
  const keyOf = ({ agentId, messageId, since }: Working) => `${agentId}:${messageId}:${since}`
  const keys = new Set(held.map(keyOf))
  return held.length === asked.length && asked.every((one) => keys.has(keyOf(one)))
}
