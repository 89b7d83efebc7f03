/** The web app's one client and session, made from the browser's own parts. */
import { isSpareKey } from '../storage/keys.ts'
import { createSafeStorage } from '../storage/safe-storage.ts'
import { tabStorage } from '../storage/tab-storage.ts'
import type { Timers } from './timers.ts'
import { joinSessionEvents } from './session/session-events.ts'
import { createStorageWire, type Wire } from './session/tab-channel.ts'
import { createTab } from './tab.ts'

const CHANNEL = 'ax_session'

export const timers: Timers = {
  after(ms, act) {
    const id = setTimeout(act, ms)
    return () => clearTimeout(id)
  },
  now: () => Date.now(),
  random: () => Math.random(),
}

export const storage = createSafeStorage(() => globalThis.localStorage ?? null, isSpareKey)

export const {
  keys,
  spaceStates,
  tokens,
  refresher,
  api,
  session,
  deviceId,
  onAgentPaused,
  tellAgentPaused,
  heardStorage,
} = createTab({
  fetch: (input, init) => fetch(input, init),
  storage,
  ofThisTab: tabStorage,
  wire: wireToOtherTabs(),
  timers,
  // oxlint-disable-next-line no-console
  warn: (what) => console.warn(what),
})

/** Wires what the browser tells: call once at the start. */
export function watchBrowser(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresher.becameVisible()
  })
  addEventListener('online', () => refresher.cameOnline())
  addEventListener('storage', heardStorage)
  joinSessionEvents(session, refresher, window)
}

function wireToOtherTabs(): Wire | null {
  // modules are also loaded where no tab is
  if (typeof document !== 'object') return null
  return typeof BroadcastChannel === 'function'
    ? new BroadcastChannel(CHANNEL)
    : createStorageWire(() => globalThis.localStorage ?? null, globalThis)
}
