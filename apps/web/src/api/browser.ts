/** The app's services in a browser. Only main.tsx creates them. */
import { isEvictable } from '../storage/keys.ts'
import { createSafeStorage } from '../storage/safe-storage.ts'
import { tabStorage } from '../storage/tab-storage.ts'
import type { AppServices } from './services.ts'
import type { Timers } from './timers.ts'
import { readsInTurn } from './reads-in-turn.ts'
import { bridgeSessionEvents } from './session/session-events.ts'
import { createStoragePort, type TabPort } from './session/tab-channel.ts'
import { createTab } from './tab.ts'

const CHANNEL = 'ax_session'

export function createBrowserServices(): AppServices {
  const timers: Timers = {
    after(ms, callback) {
      const id = setTimeout(callback, ms)
      return () => clearTimeout(id)
    },
    now: () => Date.now(),
    random: () => Math.random(),
  }
  const storage = createSafeStorage(() => globalThis.localStorage ?? null, isEvictable)
  // throws when called as a method of anything but the window
  const send = readsInTurn((input, init) => fetch(input, init), createTaskQueue())
  const tab = createTab({
    fetch: send,
    storage,
    ofThisTab: tabStorage,
    port: portToOtherTabs(),
    timers,
    // oxlint-disable-next-line no-console
    warn: (what) => console.warn(what),
  })
  return { ...tab, fetch: send, storage, timers }
}

/** Connects the services to the browser's events: call once at the start. */
export function watchBrowser({ refresher, session, onStorageChange }: AppServices): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresher.becameVisible()
  })
  addEventListener('online', () => refresher.cameOnline())
  addEventListener('storage', onStorageChange)
  bridgeSessionEvents(session, refresher, window)
}

function portToOtherTabs(): TabPort {
  return typeof BroadcastChannel === 'function'
    ? new BroadcastChannel(CHANNEL)
    : createStoragePort(() => globalThis.localStorage ?? null, globalThis)
}

/** Calls back in a later task; unlike a timer, also soon while the page is hidden. */
function createTaskQueue(): (act: () => void) => void {
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.addEventListener('message', () => waiting.shift()?.())
  port1.start()
  return (act) => {
    waiting.push(act)
    port2.postMessage(null)
  }
}
