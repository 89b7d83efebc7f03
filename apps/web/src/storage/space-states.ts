/**
 * The stored states of all spaces, shared by the browser's tabs (docs/rules/interface.md#storage). A draft is stored
 * twice: for all tabs, so that it outlives this one, and for this tab, so that two tabs writing in the same field each
 * find their own text after a reload.
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
/** `storage` events arrive late: a draft younger than this that another tab's write lacks was overlooked there. */
const OVERLOOKED_MS = 2000

/** A `storage` event; a null key means that everything was cleared. */
export type StorageChange = Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>

export interface SpaceStates {
  /** The same object until it changes, so that it can feed `useSyncExternalStore`. */
  read(userId: string, spaceId: string | null): SpaceState
  update(userId: string, spaceId: string | null, change: (state: SpaceState) => SpaceState): void
  subscribe(listener: () => void): () => void
  /** The user's drafts with text, over all spaces. */
  countDrafts(userId: string): number
  /** Migrates version 1, which had no user, to this one: the first to sign in. */
  migrateVersion1(userId: string): void
  /** Makes every open field save its unsaved text. */
  saveOpenFields(): void
  /** `save` is called by `saveOpenFields`. */
  onSave(save: () => void): () => void
  /** Another tab wrote, or the user cleared the browser's storage. */
  onStorageChange(change: StorageChange): void
  /** Drops everything that this page has in memory of the user. */
  forget(userId: string): void
}

interface Deps {
  /** Storage of this tab alone. */
  ofThisTab?: SafeStorage
  now?: () => number
}

export function createSpaceStates(storage: SafeStorage, keys: Keys, deps: Deps = {}): SpaceStates {
  const { ofThisTab = createSafeStorage(() => null), now = Date.now } = deps
  const cache = new Map<string, SpaceState>()
  /** The last known state by key: for when the user clears storage while the page is open. */
  const known = new Map<string, SpaceState>()
  const wroteDraftAt = new Map<string, number>()
  /** Fields that this page emptied: another tab's text in them shows only there. */
  const emptied = new Set<string>()
  const listeners = new Set<() => void>()
  const savers = new Set<() => void>()

  const under = (userId: string) => keys.in('space_state_v2', userId, '')
  const keyOf = (userId: string, spaceId: string | null) => under(userId) + (spaceId ?? GLOBAL)
  const fieldKeyOf = (key: string, field: string) => `${key} ${field}`
  const draftsOfTab = (key: string) => texts(readJson(ofThisTab, key))

  /** A newer version's data is left alone; ours is stored beside it. */
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

  /** The space's state over the global one, with this tab's own drafts over both. */
  function effectiveState(userId: string, spaceId: string | null): SpaceState {
    const key = keyOf(userId, spaceId)
    const own = load(key)
    const global = loadGlobal(userId, spaceId)
    const drafts = { ...global?.drafts, ...own?.drafts, ...draftsOfTab(key) }
    const shown = Object.entries(drafts).filter(
      ([field, text]) => !isBlank(text) && !emptied.has(fieldKeyOf(key, field)),
    )
    // another space's scroll position means nothing here
    const state = own ?? (global ? { ...global, scrollPosition: null } : EMPTY_SPACE_STATE)
    return { ...state, drafts: Object.fromEntries(shown) }
  }

  function saveTabDrafts(key: string, drafts: Record<string, string>): void {
    if (Object.keys(drafts).length > 0) ofThisTab.set(key, JSON.stringify(drafts))
    else ofThisTab.remove(key)
  }

  function notify(): void {
    for (const listener of listeners) listener()
  }

  /** Writes changed drafts to wherever each was stored. */
  function saveDrafts(userId: string, spaceId: string | null, before: SpaceState, after: SpaceState): void {
    const key = keyOf(userId, spaceId)
    const global = loadGlobal(userId, spaceId)
    const own = { ...load(key)?.drafts }
    const ofGlobal = { ...global?.drafts }
    const ofTab = draftsOfTab(key)
    const globalKey = keyOf(userId, null)
    const ofTabGlobal = draftsOfTab(globalKey)

    for (const field of new Set([...Object.keys(before.drafts), ...Object.keys(after.drafts)])) {
      const [was, text] = [before.drafts[field], after.drafts[field]]
      if (text === was) continue
      if (was !== undefined && own[field] === undefined && ofGlobal[field] === was) {
        delete ofGlobal[field]
        delete ofTabGlobal[field]
      }
      if (text === undefined) {
        delete ofTab[field]
        // another tab's text in the same field isn't ours to delete or show
        if (own[field] === was) delete own[field]
        emptied.add(fieldKeyOf(key, field))
      } else {
        emptied.delete(fieldKeyOf(key, field))
        own[field] = text
        ofTab[field] = text
      }
      wroteDraftAt.set(fieldKeyOf(key, field), now())
    }
    if (global && Object.keys(ofGlobal).length < Object.keys(global.drafts).length) {
      saveTabDrafts(globalKey, ofTabGlobal)
      save(globalKey, { ...global, drafts: ofGlobal })
    }
    saveTabDrafts(key, ofTab)
    save(key, { ...after, drafts: own })
  }

  /** Another tab's write lacks a draft of this one: it was sent or discarded there, or overlooked. */
  function mergeOwnDrafts(key: string, before: SpaceState | null, after: SpaceState): void {
    const ofTab = draftsOfTab(key)
    let merged = after
    for (const [field, text] of Object.entries(ofTab)) {
      if (!isBlank(after.drafts[field])) continue
      const isOverlooked = now() - (wroteDraftAt.get(fieldKeyOf(key, field)) ?? -Infinity) < OVERLOOKED_MS
      if (before?.drafts[field] === text && !isOverlooked) delete ofTab[field]
      else merged = withDraft(merged, field, text)
    }
    saveTabDrafts(key, ofTab)
    if (merged !== after) save(key, merged)
  }

  return {
    read(userId, spaceId) {
      const key = keyOf(userId, spaceId)
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      const state = effectiveState(userId, spaceId)
      cache.set(key, state)
      return state
    },
    update(userId, spaceId, change) {
      const key = keyOf(userId, spaceId)
      if (storage.isBlocked(key)) return
      // read again: another tab may have written drafts since
      const before = effectiveState(userId, spaceId)
      const after = withinBounds(change(before))
      saveDrafts(userId, spaceId, before, after)
      // a draft removed from the global state is gone from other spaces, too
      cache.clear()
      notify()
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
    migrateVersion1(userId) {
      const stored = readJson(storage, keys.of('space_state'))
      const old = parseSpaceState(stored)
      if (old === null || (stored as { version?: unknown }).version === VERSION) return
      const key = keyOf(userId, null)
      const merged = mergeStates(load(key) ?? EMPTY_SPACE_STATE, old)
      known.set(ownKey(key), merged)
      // if it doesn't fit, the next page migrates again
      if (storage.set(ownKey(key), serialiseSpaceState(merged))) storage.remove(keys.of('space_state'))
      cache.clear()
      notify()
    },
    saveOpenFields() {
      for (const saveField of savers) saveField()
    },
    onSave(saveField) {
      savers.add(saveField)
      return () => savers.delete(saveField)
    },
    onStorageChange({ key, oldValue, newValue }) {
      if (key === null) {
        // the user cleared storage, but what was typed in this open page must survive
        for (const [own, state] of known) storage.set(own, serialiseSpaceState(state))
        return
      }
      if (!key.startsWith(keys.in('space_state_v2', ''))) return
      const after = parseSpaceState(parseJson(newValue))
      if (after === null) known.delete(key)
      else mergeOwnDrafts(key, parseSpaceState(parseJson(oldValue)), after)
      cache.clear()
      notify()
    },
    forget(userId) {
      for (const key of ofThisTab.keys(under(userId))) ofThisTab.remove(key)
      for (const map of [cache, known, wroteDraftAt]) {
        for (const key of map.keys()) if (key.startsWith(under(userId))) map.delete(key)
      }
      emptied.clear()
      notify()
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
