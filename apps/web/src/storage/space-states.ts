/**
 * The states of the spaces in this browser, shared by its tabs (docs/rules/interface.md#storage). A draft is kept
 * twice: for all tabs, so that it outlives this one, and for this tab, so that two tabs that write in one place each
 * find their own text again after a reload.
 */
import type { Keys } from './keys.ts'
import { createSafeStorage, readJson, type SafeStorage } from './safe-storage.ts'
import {
  EMPTY_SPACE_STATE,
  isBlank,
  isForeign,
  mergeStates,
  parseSpaceState,
  serialiseSpaceState,
  texts,
  VERSION,
  withDraft,
  withinBounds,
  type SpaceState,
} from './space-state.ts'

const GLOBAL = 'global'
/** Browsers tell tabs late of each other's writes: a draft this young that another tab's write lacks was overlooked. */
const OVERLOOKED_MS = 250

/** What a `storage` event tells; without a key everything was cleared. */
export type StorageChange = Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>

export interface SpaceStates {
  /** The same object until it changes, so that it can feed `useSyncExternalStore`. */
  read(userId: string, spaceId: string | null): SpaceState
  update(userId: string, spaceId: string | null, change: (state: SpaceState) => SpaceState): void
  subscribe(listener: () => void): () => void
  /** The user's drafts with text, over all spaces. */
  countDrafts(userId: string): number
  /** What version 1 kept without a user becomes the state of this one: the first to sign in. */
  takeOverVersion1(userId: string): void
  /** Has every open field hand over what it hasn't saved yet. */
  saveOpenFields(): void
  /** `save` is called by `saveOpenFields`. */
  onSave(save: () => void): () => void
  /** Another tab wrote, or the user cleared the browser's storage. */
  heard(change: StorageChange): void
  /** Lets go of all that this page holds of the user's. */
  forget(userId: string): void
}

interface Parts {
  /** Storage of this tab alone. */
  ofThisTab?: SafeStorage
  now?: () => number
}

export function createSpaceStates(storage: SafeStorage, keys: Keys, parts: Parts = {}): SpaceStates {
  const { ofThisTab = createSafeStorage(() => null), now = Date.now } = parts
  const cache = new Map<string, SpaceState>()
  /** What this page last knew under a key: serves when the user clears storage while the page is open. */
  const known = new Map<string, SpaceState>()
  const wroteDraftAt = new Map<string, number>()
  /** Places that this page emptied: what another tab writes there shows in that one. */
  const emptied = new Set<string>()
  const listeners = new Set<() => void>()
  const savers = new Set<() => void>()

  const under = (userId: string) => keys.in('space_state_v2', userId, '')
  const keyOf = (userId: string, spaceId: string | null) => under(userId) + (spaceId ?? GLOBAL)
  const placeOf = (key: string, place: string) => `${key} ${place}`
  const draftsOfTab = (key: string) => texts(readJson(ofThisTab, key))

  /** What a newer program wrote is left alone; ours then stands beside it. */
  const ownKey = (key: string) => (isForeign(readJson(storage, key)) ? `${key}:v${VERSION}` : key)

  function load(key: string): SpaceState | null {
    const own = ownKey(key)
    const state = parseSpaceState(readJson(storage, own)) ?? known.get(own) ?? null
    if (state !== null) known.set(own, state)
    return state
  }

  function save(key: string, state: SpaceState): void {
    const own = ownKey(key)
    known.set(own, state)
    storage.set(own, serialiseSpaceState(state))
  }

  function loadGlobal(userId: string, spaceId: string | null): SpaceState | null {
    return spaceId === null ? null : load(keyOf(userId, null))
  }

  /** The space's own state; where it has none, or no such draft, the global one's; where this tab wrote, its own. */
  function inEffect(userId: string, spaceId: string | null): SpaceState {
    const key = keyOf(userId, spaceId)
    const own = load(key)
    const global = loadGlobal(userId, spaceId)
    const drafts = { ...global?.drafts, ...own?.drafts, ...draftsOfTab(key) }
    const shown = Object.entries(drafts).filter(
      ([place, text]) => !isBlank(text) && !emptied.has(placeOf(key, place)),
    )
    // where the reader was in another space is nowhere in this one
    const state = own ?? (global ? { ...global, scrollPosition: null } : EMPTY_SPACE_STATE)
    return { ...state, drafts: Object.fromEntries(shown) }
  }

  function keepOfTab(key: string, drafts: Record<string, string>): void {
    if (Object.keys(drafts).length > 0) ofThisTab.set(key, JSON.stringify(drafts))
    else ofThisTab.remove(key)
  }

  function tell(): void {
    for (const listener of listeners) listener()
  }

  /** Moves the changed drafts from what was in effect to what it became, each in the place that had it. */
  function saveDrafts(userId: string, spaceId: string | null, before: SpaceState, after: SpaceState): void {
    const key = keyOf(userId, spaceId)
    const global = loadGlobal(userId, spaceId)
    const own = { ...load(key)?.drafts }
    const ofGlobal = { ...global?.drafts }
    const ofTab = draftsOfTab(key)
    const globalKey = keyOf(userId, null)
    const ofTabGlobal = draftsOfTab(globalKey)

    for (const place of new Set([...Object.keys(before.drafts), ...Object.keys(after.drafts)])) {
      const [was, text] = [before.drafts[place], after.drafts[place]]
      if (text === was) continue
      if (was !== undefined && own[place] === undefined && ofGlobal[place] === was) {
        delete ofGlobal[place]
        delete ofTabGlobal[place]
      }
      if (text === undefined) {
        delete ofTab[place]
        // another tab's text in the same place isn't this one's to throw away, nor to show
        if (own[place] === was) delete own[place]
        emptied.add(placeOf(key, place))
      } else {
        emptied.delete(placeOf(key, place))
        own[place] = text
        ofTab[place] = text
      }
      wroteDraftAt.set(placeOf(key, place), now())
    }
    if (global && Object.keys(ofGlobal).length < Object.keys(global.drafts).length) {
      keepOfTab(globalKey, ofTabGlobal)
      save(globalKey, { ...global, drafts: ofGlobal })
    }
    keepOfTab(key, ofTab)
    save(key, { ...after, drafts: own })
  }

  /** Another tab's write lacks a text that stands in this one: sent there, given up there, or overlooked. */
  function keepOwnDrafts(key: string, before: SpaceState | null, after: SpaceState): void {
    const ofTab = draftsOfTab(key)
    let kept = after
    for (const [place, text] of Object.entries(ofTab)) {
      if (!isBlank(after.drafts[place])) continue
      const isOverlooked = now() - (wroteDraftAt.get(placeOf(key, place)) ?? -Infinity) < OVERLOOKED_MS
      if (before?.drafts[place] === text && !isOverlooked) delete ofTab[place]
      else kept = withDraft(kept, place, text)
    }
    keepOfTab(key, ofTab)
    if (kept !== after) save(key, kept)
  }

  return {
    read(userId, spaceId) {
      const key = keyOf(userId, spaceId)
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      const state = inEffect(userId, spaceId)
      cache.set(key, state)
      return state
    },
    update(userId, spaceId, change) {
      const key = keyOf(userId, spaceId)
      if (storage.isSealed(key)) return
      // another tab may have written since: its drafts must not be lost to this one's read marks
      const before = inEffect(userId, spaceId)
      const after = withinBounds(change(before))
      saveDrafts(userId, spaceId, before, after)
      // a draft that left the global state is gone from the other spaces too
      cache.clear()
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    countDrafts(userId) {
      const stored = new Set([
        ...storage.keys(under(userId)),
        ...ofThisTab.keys(under(userId)),
        ...known.keys(),
      ])
      const counts = [...stored]
        .filter((key) => key.startsWith(under(userId)))
        .map((key) => {
          const shared = parseSpaceState(readJson(storage, key)) ?? known.get(key)
          const drafts = Object.entries({ ...shared?.drafts, ...draftsOfTab(key) })
          return drafts.filter(([, text]) => !isBlank(text)).length
        })
      return counts.reduce((sum, count) => sum + count, 0)
    },
    takeOverVersion1(userId) {
      const stored = readJson(storage, keys.of('space_state'))
      const old = parseSpaceState(stored)
      if (old === null || (stored as { version?: unknown }).version === VERSION) return
      const key = keyOf(userId, null)
      const merged = mergeStates(load(key) ?? EMPTY_SPACE_STATE, old)
      known.set(ownKey(key), merged)
      // where it doesn't fit it is taken over again at the next page
      if (storage.set(ownKey(key), serialiseSpaceState(merged))) storage.remove(keys.of('space_state'))
      cache.clear()
      tell()
    },
    saveOpenFields() {
      for (const saveField of savers) saveField()
    },
    onSave(saveField) {
      savers.add(saveField)
      return () => savers.delete(saveField)
    },
    heard({ key, oldValue, newValue }) {
      if (key === null) {
        // the user cleared the browser's storage, but this page is still open, and so is what was typed in it
        for (const [own, state] of known) storage.set(own, serialiseSpaceState(state))
        return
      }
      if (!key.startsWith(keys.in('space_state_v2', ''))) return
      const after = parseSpaceState(parseJson(newValue))
      if (after === null) known.delete(key)
      else keepOwnDrafts(key, parseSpaceState(parseJson(oldValue)), after)
      cache.clear()
      tell()
    },
    forget(userId) {
      for (const key of ofThisTab.keys(under(userId))) ofThisTab.remove(key)
      for (const held of [cache, known, wroteDraftAt]) {
        for (const key of held.keys()) if (key.startsWith(under(userId))) held.delete(key)
      }
      emptied.clear()
      tell()
    },
  }
}

function parseJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
