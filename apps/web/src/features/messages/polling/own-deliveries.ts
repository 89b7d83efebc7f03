/**
 * What became of one's own messages, while no stream tells: a delivery isn't a change of its message, but each answer
 * to its author has it as it is by now (docs/rules/deliveries.md#who-sees-them).
 */
import type { Message } from '@flockwork/contract/messages'
import { isUnread } from '@flockwork/contract/policy/deliveries'
import { heldMessages, type FeedState } from '../state/feed-state.ts'
import { withOwnFields } from '../state/snapshots.ts'

const HOUR_MS = 60 * 60 * 1000

/** The own messages of the last hour that somebody may still receive or see. */
export function openDeliveries(state: FeedState, now: number): Message[] {
  return heldMessages(state).filter(
    ({ author_id, uploaded_at, deliveries }) =>
      author_id === state.viewerId && now - Date.parse(uploaded_at) < HOUR_MS && deliveries?.some(isUnread),
  )
}

/** The held ones among `answered` with their deliveries as they are by now, and nothing else of them. */
export function withDeliveries(state: FeedState, answered: readonly Message[]): FeedState {
  const byId = new Map(state.byId)
  for (const { id, deliveries } of answered) {
    const held = byId.get(id)
    if (held && deliveries) byId.set(id, withOwnFields(held, { ...held, deliveries }))
  }
  return { ...state, byId }
}
