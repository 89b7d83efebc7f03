/** A browser's storage for tests, with a quota: shared by tabs that get events of each other's writes. */
import { createKeys } from './keys.ts'
import { createSafeStorage, type Backing, type SafeStorage } from './safe-storage.ts'
import { createSpaceStates, type SpaceStates } from './space-states.ts'

export interface TestTab {
  storage: SafeStorage
  states: SpaceStates
  /** The page is reloaded in the same tab. */
  reload(): void
}

export interface TestStorage {
  openTab(): TestTab
  map: Map<string, string>
  /** The quota in characters, of keys and values together. */
  room: { chars: number }
  clear(): void
  /** Delays the tabs' events. @returns a function that delivers all of them, in order */
  holdNews(): () => void
  now: { ms: number }
}

export function memoryBacking(
  map: Map<string, string>,
  changed: (key: string, old: string | null) => void,
): Backing {
  return {
    get length() {
      return map.size
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem(key, value) {
      const old = map.get(key) ?? null
      map.set(key, value)
      changed(key, old)
    },
    removeItem(key) {
      const old = map.get(key) ?? null
      map.delete(key)
      changed(key, old)
    },
  }
}

export function testStorage(): TestStorage {
  const map = new Map<string, string>()
  const room = { chars: Number.POSITIVE_INFINITY }
  const now = { ms: 1_000_000 }
  const tabs: TestTab[] = []
  let isHeld = false
  let held: (() => void)[] = []

  function openTab(): TestTab {
    const ownMap = new Map<string, string>()
    const backing = memoryBacking(map, (key, oldValue) => {
      const newValue = map.get(key) ?? null
      const tell = () => {
        for (const tab of tabs) if (tab !== me) tab.states.onStorageChange({ key, oldValue, newValue })
      }
      if (isHeld) held.push(tell)
      else tell()
    })
    const limited: Backing = {
      ...backing,
      get length() {
        return map.size
      },
      setItem(key, value) {
        const used = [...map].reduce(
          (sum, [name, text]) => sum + (name === key ? 0 : name.length + text.length),
          0,
        )
        if (used + key.length + value.length > room.chars) throw new Error('QuotaExceededError')
        backing.setItem(key, value)
      },
    }
    const open = () => {
      const storage = createSafeStorage(() => limited)
      const ofThisTab = createSafeStorage(() => memoryBacking(ownMap, () => {}))
      return {
        storage,
        states: createSpaceStates(storage, createKeys(storage), { ofThisTab, now: () => now.ms }),
      }
    }
    const me: TestTab = { ...open(), reload: () => Object.assign(me, open()) }
    tabs.push(me)
    return me
  }

  return {
    openTab,
    map,
    room,
    now,
    clear() {
      map.clear()
      for (const tab of tabs) tab.states.onStorageChange({ key: null, oldValue: null, newValue: null })
    },
    holdNews() {
      isHeld = true
      return () => {
        isHeld = false
        const late = held
        held = []
        for (const tell of late) tell()
      }
    },
  }
}
