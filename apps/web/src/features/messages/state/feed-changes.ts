/** How the answer to "what changed since?" becomes part of the feed (docs/rules/messages.md#changes-since). */
import type { Message } from '@flockwork/contract/messages'
import { parentPreview } from '@flockwork/contract/text/preview'
import { withArrived, withReplyCounted } from './apply-events.ts'
import { firstSeq, type FeedState, type Mark } from './feed-state.ts'
import { learn } from './snapshots.ts'

/** What is used of an answer of the history call with `since`. */
export interface Changes {
  /** Messages after the cursor, oldest first. */
  readonly posts: readonly Message[]
  /** Older ones that changed. */
  readonly updated: readonly Message[]
  readonly latest_timestamp: string
  readonly has_more: boolean
}

/**
 * Heals what no event told: a message that is missing comes to its place, one that differs is set right.
 * What the events told already stays as it is, so that nothing moves on screen.
 *
 * @param requestedAt `heardTo` of the state when the changes were asked for
 */
export function withChanges(state: FeedState, changes: Changes, requestedAt: number): FeedState {
  const { posts, updated, has_more: hasMore } = changes
  // all of it is of one moment, and not of one before its own newest message
  const knownTo = Math.max(requestedAt, posts.at(-1)?.seq ?? 0)
  const held = [...posts, ...updated].filter(({ id }) => state.byId.has(id))
  // a message that an event changed meanwhile stays as it is: it is asked for once more
  const isOvertaken = held.some(({ id }) => (state.marks.get(id)?.seq ?? 0) > knownTo)
  const cursor = isOvertaken ? state.cursor : changes.latest_timestamp
  if (held.length === 0 && posts.length === 0) return state.cursor === cursor ? state : { ...state, cursor }

  // cut short it doesn't have all the replies that its messages count
  const completeTo = hasMore ? null : knownTo
  const learned = learn(state, held, { requestedAt: knownTo, completeTo })
  const next = posts.reduce((feed, message) => {
    // an own reply that was acknowledged stands there already, and its event may not have counted it
    if (state.byId.has(message.id)) return withReplyCounted(feed, message)
    const repliesUntil = completeTo === null ? message.last_reply_at : null
    return withMissing(feed, message, { seq: knownTo, repliesUntil })
  }, learned)
  return { ...withPreviews(next, [...posts, ...updated]), cursor }
}

/** Those of `answered` that mention the viewer by now, and as they are held don't. */
export function nowMentioning({ byId, viewerId }: FeedState, answered: readonly Message[]): Message[] {
  const isMentioned = ({ mentions }: Message) => mentions.some(({ id }) => id === viewerId)
  return answered.filter((message) => {
    const held = byId.get(message.id)
    return held !== undefined && !isMentioned(held) && isMentioned(message)
  })
}

/** Replies quote what they answer: as it is now, when it is one of `changed`. */
function withPreviews(state: FeedState, changed: readonly Message[]): FeedState {
  const ids = new Set(changed.map(({ id }) => id))
  const byId = new Map(state.byId)
  for (const [id, { parent_post: quoted, ...message }] of state.byId) {
    const parent = ids.has(quoted?.id ?? '') ? state.byId.get(quoted?.id ?? '') : undefined
    if (!quoted || !parent) continue
    const content = parentPreview(parent.content)
    if (content === quoted.content && parent.waiting_since === quoted.waiting_since) continue
    byId.set(id, { ...message, parent_post: { ...quoted, content, waiting_since: parent.waiting_since } })
  }
  return { ...state, byId }
}

function withMissing(state: FeedState, message: Message, mark: Mark): FeedState {
  // what lies before the held stretch would stand there with a gap behind it
  if (message.seq < (firstSeq(state) ?? 0)) return state
  const isNews = message.seq > state.newestSeq
  const next = withArrived(withReplyCounted(state, message), message, isNews)
  if (!next.byId.has(message.id)) return next
  return { ...next, marks: new Map(next.marks).set(message.id, mark) }
}
