/**
 * What the browser remembers of a space for a user: drafts, read marks, where the reader was
 * (docs/rules/interface.md#storage), as it is stored and read. Storage version 2: one key for each user and space, and
 * a global one for what belongs to no space. Version 1 was one key for everything, with the same fields.
 */

export const VERSION = 2
/** The marks beyond the newest ones aren't needed: the feed holds 500 messages. */
const READ_IDS_MAX = 1000
const EXPANDED_MAX = 200

/** Where the reader was. */
export interface ScrollPosition {
  /** The first message in view; null where only its number was written down. */
  id: string | null
  /** Its number. */
  seq: number
  /** How far its row was scrolled over. */
  offsetPx: number
}

export interface SpaceState {
  /** Unsent text by what it is written to. */
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

/** Written by a newer program than this one: not ours to read, nor to overwrite. */
export function isForeign(stored: unknown): boolean {
  if (!isObject(stored)) return false
  const version = stored['version']
  return version !== undefined && version !== 1 && version !== VERSION
}

/**
 * Reads what was stored, field by field: what is of another kind counts as absent, the rest is kept. Null for what is
 * no state at all, or a newer program's. Version 1 has the same fields.
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

/** The state with this draft; an empty text takes the draft away. */
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

/** Both states in one. Where both have a text for the same place, both texts stay, `older` below. */
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

/** Said twice by a migration that broke off in the middle, it still stands once. */
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

/** Earlier it was the number alone, then without the id. */
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
