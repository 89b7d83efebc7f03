/** Merges the changes since a cursor into the feed (docs/rules/messages.md#changes-since). */
import type { Message } from '@flockwork/contract/messages'
import { parentPreview } from '@flockwork/contract/text/preview'
import { withArrived, withReplyCounted } from './apply-events.ts'
import { firstSeq, type FeedState, type MessageVersion } from './feed-state.ts'
import { mergeSnapshot } from './snapshots.ts'

/** What the feed uses of a response of the history route with `since`. */
export interface Changes {
  /** Messages after the cursor, oldest first. */
  readonly posts: readonly Message[]
  /** Older ones that changed. */
  readonly updated: readonly Message[]
  readonly latest_timestamp: string
  readonly has_more: boolean
}

/**
 * Repairs what events didn't deliver: missing messages are inserted, outdated ones replaced. What events have brought
 * since stays as it is, so that nothing moves on screen.
 *
 * @param requestSeq `latestKnownSeq` when the changes were requested
 */
export function withChanges(state: FeedState, changes: Changes, requestSeq: number): FeedState {
  const { posts, updated, has_more: hasMore } = changes
  // the response is a snapshot of one moment, which isn't before its own newest message
  const snapshotSeq = Math.max(requestSeq, posts.at(-1)?.seq ?? 0)
  const loaded = [...posts, ...updated].filter(({ id }) => state.byId.has(id))
  // a message that an event changed since keeps that version, and is requested once more
  const isOvertaken = loaded.some(({ id }) => (state.versions.get(id)?.seq ?? 0) > snapshotSeq)
  const cursor = isOvertaken ? state.cursor : changes.latest_timestamp
  if (loaded.length === 0 && posts.length === 0) return state.cursor === cursor ? state : { ...state, cursor }

  // a response with more to come doesn't have all the replies that its messages count
  const completeSeq = hasMore ? null : snapshotSeq
  const merged = mergeSnapshot(state, loaded, { requestSeq: snapshotSeq, completeSeq })
  const next = posts.reduce((feed, message) => {
    // the viewer's own acknowledged reply is loaded already, but its event may not have counted it
    if (state.byId.has(message.id)) return withReplyCounted(feed, message)
    const repliesUntil = completeSeq === null ? message.last_reply_at : null
    return withMissing(feed, message, { seq: snapshotSeq, repliesUntil })
  }, merged)
  return { ...withPreviews(next, [...posts, ...updated]), cursor }
}

/** The messages of `fetched` that mention the viewer now and, as they are loaded, don't. */
export function newlyMentioning({ byId, viewerId }: FeedState, fetched: readonly Message[]): Message[] {
  const isMentioned = ({ mentions }: Message) => mentions.some(({ id }) => id === viewerId)
  return fetched.filter((message) => {
    const loaded = byId.get(message.id)
    return loaded !== undefined && !isMentioned(loaded) && isMentioned(message)
  })
}

/** Updates the parent's preview on replies to a message of `changed`. */
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

function withMissing(state: FeedState, message: Message, version: MessageVersion): FeedState {
  // before `order` there would be a gap after it
  if (message.seq < (firstSeq(state) ?? 0)) return state
  const isNew = message.seq > state.newestSeq
  const next = withArrived(withReplyCounted(state, message), message, isNew)
  if (!next.byId.has(message.id)) return next
  return { ...next, versions: new Map(next.versions).set(message.id, version) }
}
