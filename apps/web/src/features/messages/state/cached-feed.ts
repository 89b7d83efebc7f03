/**
 * The newest messages of a space as they are cached (docs/rules/interface.md#cache).
 *
 * They are complete to the last event's seq, so after a reload the stream resumes there: it brings every change since,
 * each once, or starts over.
 */
import type { Message } from '@flockwork/contract/messages'
import { orderedMessages, type FeedState, type MessageVersion } from './feed-state.ts'

const CACHED_MESSAGES = 100

export interface CachedFeed {
  /** The seq of the last event applied. */
  readonly position: number
  readonly cursor: string | null
  readonly hasOlder: boolean
  readonly olderCursor: string | null
  /** Oldest first. */
  readonly messages: readonly { readonly message: Message; readonly mark: MessageVersion }[]
}

/** The part of `state` to cache; null while it may be older than what is cached. */
export function toCached(state: FeedState, max = CACHED_MESSAGES): CachedFeed | null {
  const { appliedSeq, cursor, versions } = state
  const isConfirmed = state.isLoaded && !state.isCached && state.hasNewest && appliedSeq > 0
  if (!isConfirmed) return null
  const isCut = state.order.length > max
  return {
    position: appliedSeq,
    cursor,
    hasOlder: isCut || state.hasOlder,
    olderCursor: isCut ? null : state.olderCursor,
    messages: orderedMessages(state)
      .slice(-max)
      .map((message) => ({ message, mark: versions.get(message.id) ?? { seq: 0, repliesUntil: null } })),
  }
}

/** `state` with what was cached, if nothing is loaded yet. */
export function withCached(state: FeedState, { messages, position, ...cached }: CachedFeed): FeedState {
  if (state.isLoaded || state.appliedSeq > 0) return state
  return {
    ...state,
    ...cached,
    appliedSeq: position,
    isLoaded: true,
    isCached: true,
    hasNewest: true,
    newestSeq: messages.at(-1)?.message.seq ?? 0,
    order: messages.map(({ message }) => message.id),
    byId: new Map(messages.map(({ message }) => [message.id, message])),
    versions: new Map(messages.map(({ message, mark }) => [message.id, mark])),
  }
}

/** @returns null unless the value, which was read from storage, is a feed of this space. */
export function readCached(value: unknown, spaceId: string): CachedFeed | null {
  if (!isObject(value)) return null
  const { position, cursor, hasOlder, olderCursor, messages } = value
  const isFeed =
    typeof position === 'number' &&
    position > 0 &&
    isTextOrNull(cursor) &&
    typeof hasOlder === 'boolean' &&
    isTextOrNull(olderCursor) &&
    Array.isArray(messages) &&
    messages.every((entry) => isCachedMessage(entry, spaceId))
  // every field that the feed reads was checked
  return isFeed ? (value as unknown as CachedFeed) : null
}

const TEXTS = ['id', 'content', 'username', 'author_id', 'author_type', 'uploaded_at', 'channel']
const LISTS = ['repliers', 'mentions', 'mentions_unknown', 'topics', 'attachments']
const OBJECTS = ['reaction_counts', 'metadata']

function isCachedMessage(entry: unknown, spaceId: string): boolean {
  if (!isObject(entry) || !isObject(entry['message']) || !isObject(entry['mark'])) return false
  const { message, mark } = entry
  return (
    message['space_id'] === spaceId &&
    typeof message['seq'] === 'number' &&
    TEXTS.every((name) => typeof message[name] === 'string') &&
    LISTS.every((name) => Array.isArray(message[name])) &&
    OBJECTS.every((name) => isObject(message[name])) &&
    typeof mark['seq'] === 'number' &&
    isTextOrNull(mark['repliesUntil'])
  )
}

function isObject(value: unknown): value is Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}
