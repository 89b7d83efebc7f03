/**
 * What the browser remembers of a space for a user: drafts, read marks, where the reader was (platform,
 * section 3; messaging, section 3). Storage version 2, one key for each user and space; a state that
 * belongs to no space goes under the global key.
 */
import type { Keys } from './keys.ts'
import { readJson, type SafeStorage } from './safe-storage.ts'

const VERSION = 2
const GLOBAL = 'global'
/** The marks beyond the newest ones aren't needed: the feed holds 500 messages. */
const READ_IDS_MAX = 1000
const EXPANDED_MAX = 200

export interface SpaceState {
  /** Unsent text by what it is written to. */
  drafts: Record<string, string>
  readMessageIds: string[]
  /** Everything up to here was read; RFC 3339. */
  lastReadTimestamp: string | null
  scrollPosition: number | null
  expandedPosts: string[]
}

export const EMPTY_SPACE_STATE: SpaceState = {
  drafts: {},
  readMessageIds: [],
  lastReadTimestamp: null,
  scrollPosition: null,
  expandedPosts: [],
}

export interface SpaceStates {
  /** The same object until it changes, so that it can feed `useSyncExternalStore`. */
  read(userId: string, spaceId: string | null): SpaceState
  update(userId: string, spaceId: string | null, change: (state: SpaceState) => SpaceState): void
  subscribe(listener: () => void): () => void
  /** The user's drafts with text, over all spaces. */
  countDrafts(userId: string): number
  /** Reads everything anew: another tab wrote, or everything was wiped. */
  reload(): void
}

export function createSpaceStates(storage: SafeStorage, keys: Keys): SpaceStates {
  const cache = new Map<string, SpaceState>()
  const listeners = new Set<() => void>()
  const keyOf = (userId: string, spaceId: string | null) =>
    keys.in('space_state_v2', userId, spaceId ?? GLOBAL)

  function read(key: string): SpaceState {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const state = parseSpaceState(readJson(storage, key))
    cache.set(key, state)
    return state
  }

  function tell(): void {
    for (const listener of listeners) listener()
  }

  return {
    read: (userId, spaceId) => read(keyOf(userId, spaceId)),
    update(userId, spaceId, change) {
      const key = keyOf(userId, spaceId)
      // another tab may have written since: its drafts must not be lost to this one's read marks
      const stored = parseSpaceState(readJson(storage, key))
      const next = withinBounds(change(stored))
      cache.set(key, next)
      storage.set(key, JSON.stringify({ version: VERSION, ...next }))
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    countDrafts(userId) {
      const drafts = storage
        .keys(keys.in('space_state_v2', userId, ''))
        .flatMap((key) => Object.values(parseSpaceState(readJson(storage, key)).drafts))
      return drafts.filter((text) => text.trim() !== '').length
    },
    reload() {
      cache.clear()
      tell()
    },
  }
}

/** Reads what was stored; anything of another version or shape is as if nothing were. */
export function parseSpaceState(stored: unknown): SpaceState {
  if (typeof stored !== 'object' || stored === null) return EMPTY_SPACE_STATE
  const fields: Partial<Record<string, unknown>> = { ...stored }
  if (fields['version'] !== VERSION) return EMPTY_SPACE_STATE
  const { drafts, readMessageIds, lastReadTimestamp, scrollPosition, expandedPosts } = fields
  return {
    drafts: texts(drafts),
    readMessageIds: strings(readMessageIds),
    lastReadTimestamp: typeof lastReadTimestamp === 'string' ? lastReadTimestamp : null,
    scrollPosition: typeof scrollPosition === 'number' ? scrollPosition : null,
    expandedPosts: strings(expandedPosts),
  }
}

/** The state with this draft; an empty text takes the draft away. */
export function withDraft(state: SpaceState, key: string, text: string): SpaceState {
  const { [key]: _, ...others } = state.drafts
  return { ...state, drafts: text.trim() === '' ? others : { ...others, [key]: text } }
}

/** The state with these messages marked read. */
export function withRead(state: SpaceState, ids: readonly string[]): SpaceState {
  const known = new Set(state.readMessageIds)
  const added = ids.filter((id) => !known.has(id))
  return added.length === 0 ? state : { ...state, readMessageIds: [...state.readMessageIds, ...added] }
}

function withinBounds(state: SpaceState): SpaceState {
  return {
    ...state,
    readMessageIds: state.readMessageIds.slice(-READ_IDS_MAX),
    expandedPosts: state.expandedPosts.slice(-EXPANDED_MAX),
  }
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function texts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}
