import type { Message } from '@flockwork/contract/messages'
import { withArrived, withReplyCounted } from '../state/apply-events.ts'
import { lastSeq, type FeedState } from '../state/feed-state.ts'
import { DEMO_FEED } from '../state/keys.ts'

/**
 * The demo's feed with one more message, at its end; one that is shown already stays as it is. The order of a demo
 * is the order in which its messages are shown, and replies count once they are shown.
 */
export function withShown(state: FeedState, message: Message): FeedState {
  if (state.byId.has(message.id)) return state
  const shown: Message = {
    ...message,
    space_id: DEMO_FEED,
    seq: (lastSeq(state) ?? 0) + 1,
    reply_count: 0,
    last_reply_at: null,
    repliers: [],
  }
  return withArrived(withReplyCounted(state, shown), shown, true)
}
