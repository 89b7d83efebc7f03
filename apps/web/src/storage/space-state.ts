/**
 * A user's stored state of a space: drafts, read marks, scroll position (docs/rules/interface.md#storage). Version 2 has
 * one key per user and space, and a global one for what belongs to no space; version 1 was one key for everything, with
 * the same fields.
 */

export const VERSION = 2
/** Older read marks aren't needed: the feed shows at most 500 messages. */
const READ_IDS_MAX = 1000
const EXPANDED_MAX = 200

/** The reader's position in the feed. */
export interface ScrollPosition {
  /** The first message in view; null in data that only has its seq. */
  id: string | null
  /** Its seq. */
  seq: number
  /** How far its row was scrolled out of view. */
  offsetPx: number
}

export interface SpaceState {
  /** Unsent text by field. */
  drafts: Record<string, string>
  readMessageIds: string[]
  /** Everything up to here was read; RFC 3339. */
  lastReadTimestamp: string | null
  /** Null at the end. */
  scrollPosition: ScrollPosition | null
  expandedPosts: string[]
}

export const EMPTY_SPACE_STATE: SpaceState = {
  drafts: {},
  readMessageIds: [],
  lastReadTimestamp: null,
  scrollPosition: null,
  expandedPosts: [],
}

/** Written by a newer version of the app: not ours to read or overwrite. */
export function isForeign(stored: unknown): boolean {
  if (!isObject(stored)) return false
  const version = stored['version']
  return version !== undefined && version !== 1 && version !== VERSION
}

/**
 * Parses stored state, field by field: a field of the wrong type counts as absent. Null for anything else than a state,
 * and for a newer version's.
 */
export function parseSpaceState(stored: unknown): SpaceState | null {
  if (!isObject(stored) || isForeign(stored)) return null
  const { drafts, readMessageIds, lastReadTimestamp, scrollPosition, expandedPosts } = stored
  return {
    drafts: texts(drafts),
    readMessageIds: strings(readMessageIds),
    lastReadTimestamp: typeof lastReadTimestamp === 'string' ? lastReadTimestamp : null,
    scrollPosition: positionOf(scrollPosition),
    expandedPosts: strings(expandedPosts),
  }
}

export function serialiseSpaceState(state: SpaceState): string {
  return JSON.stringify({ version: VERSION, ...withinBounds(state) })
}

/** The state with this draft; an empty text removes it. */
export function withDraft(state: SpaceState, key: string, text: string): SpaceState {
  const { [key]: _, ...others } = state.drafts
  return { ...state, drafts: isBlank(text) ? others : { ...others, [key]: text } }
}

/** The state with these messages marked read. */
export function withRead(state: SpaceState, ids: readonly string[]): SpaceState {
  const known = new Set(state.readMessageIds)
  const added = ids.filter((id) => !known.has(id))
  return added.length === 0 ? state : { ...state, readMessageIds: [...state.readMessageIds, ...added] }
}

/** Merges two states. If both have a draft for the same field, both texts stay, `older` below. */
export function mergeStates(newer: SpaceState, older: SpaceState): SpaceState {
  const added = Object.entries(older.drafts).map(([key, text]) => [key, bothTexts(newer.drafts[key], text)])
  const latest = [newer.lastReadTimestamp ?? '', older.lastReadTimestamp ?? ''].toSorted().at(-1)
  return {
    drafts: { ...newer.drafts, ...texts(Object.fromEntries(added)) },
    readMessageIds: [...new Set([...older.readMessageIds, ...newer.readMessageIds])],
    lastReadTimestamp: latest || null,
    scrollPosition: newer.scrollPosition ?? older.scrollPosition,
    expandedPosts: [...new Set([...older.expandedPosts, ...newer.expandedPosts])],
  }
}

/** Idempotent: an interrupted migration may merge the same text twice. */
function bothTexts(newer: string | undefined, older: string): string {
  if (newer === undefined || isBlank(newer)) return older
  return isBlank(older) || newer === older || newer.endsWith(`\n\n${older}`) ? newer : `${newer}\n\n${older}`
}

export function withinBounds(state: SpaceState): SpaceState {
  return {
    ...state,
    readMessageIds: state.readMessageIds.slice(-READ_IDS_MAX),
    expandedPosts: state.expandedPosts.slice(-EXPANDED_MAX),
  }
}

export function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}

/** Older versions stored the seq alone, then no id. */
function positionOf(stored: unknown): ScrollPosition | null {
  if (typeof stored === 'number') return { id: null, seq: stored, offsetPx: 0 }
  if (!isObject(stored)) return null
  const { id, seq, offsetPx } = stored
  if (typeof seq !== 'number' || typeof offsetPx !== 'number') return null
  return { id: typeof id === 'string' ? id : null, seq, offsetPx }
}

function isObject(value: unknown): value is Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

export function texts(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries)
}
