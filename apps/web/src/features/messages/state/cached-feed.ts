/**
 * The newest messages of a space as they are kept for the next page (docs/rules/interface.md#cache).
 *
 * What is kept is complete to the number of the last event, so the next page's stream goes on right there: it brings
 * every change since, each once, or begins anew.
 */
import type { Message } from '@flockwork/contract/messages'
import { heldMessages, type FeedState, type Mark } from './feed-state.ts'

const CACHED_MESSAGES = 100

export interface CachedFeed {
  readonly position: number
  readonly cursor: string | null
  readonly hasOlder: boolean
  readonly olderCursor: string | null
  /** Oldest first. */
  readonly messages: readonly { readonly message: Message; readonly mark: Mark }[]
}

/** The part of `state` to keep; null while it isn't what the server has: then what was kept before is newer. */
export function toCached(state: FeedState, max = CACHED_MESSAGES): CachedFeed | null {
  const { position, cursor, marks } = state
  const isServers = state.isLoaded && !state.isCached && state.hasNewest && position > 0
  if (!isServers) return null
  const isCut = state.order.length > max
  return {
    position,
    cursor,
    hasOlder: isCut || state.hasOlder,
    olderCursor: isCut ? null : state.olderCursor,
    messages: heldMessages(state)
      .slice(-max)
      .map((message) => ({ message, mark: marks.get(message.id) ?? { seq: 0, repliesUntil: null } })),
  }
}

/** `state` with what was kept, when it holds nothing yet. */
export function withCached(state: FeedState, { messages, ...cached }: CachedFeed): FeedState {
  if (state.isLoaded || state.position > 0) return state
  return {
    ...state,
    ...cached,
    isLoaded: true,
    isCached: true,
    hasNewest: true,
    newestSeq: messages.at(-1)?.message.seq ?? 0,
    order: messages.map(({ message }) => message.id),
    byId: new Map(messages.map(({ message }) => [message.id, message])),
    marks: new Map(messages.map(({ message, mark }) => [message.id, mark])),
  }
}

/** What was read from storage; null when it is no feed of this space. */
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
    messages.every((kept) => isKept(kept, spaceId))
  // each part was looked at, as far as anything is made of it
  return isFeed ? (value as unknown as CachedFeed) : null
}

const TEXTS = ['id', 'content', 'username', 'author_id', 'author_type', 'uploaded_at', 'channel']
const LISTS = ['repliers', 'mentions', 'mentions_unknown', 'topics', 'attachments']
const OBJECTS = ['reaction_counts', 'metadata']

function isKept(kept: unknown, spaceId: string): boolean {
  if (!isObject(kept) || !isObject(kept['message']) || !isObject(kept['mark'])) return false
  const { message, mark } = kept
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
