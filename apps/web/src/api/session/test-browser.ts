/** A browser for tests: tabs that share storage and messages, on a clock that only tests advance. */
import { createSafeStorage, type Backing, type SafeStorage } from '../../storage/safe-storage.ts'
import type { StorageChange } from '../../storage/space-states.ts'
import { manualTimers } from '../manual-timers.ts'
import { createStoragePort, type TabPort } from './tab-channel.ts'
import { createTab, type Tab } from '../tab.ts'

export interface Call {
  method: string
  path: string
  /** Without "Bearer". */
  token: string | null
  headers: Headers
  body: string | null
  signal: AbortSignal | null
}

export interface TestTab extends Tab {
  /** What it wrote to the log. */
  log: unknown[]
  storage: SafeStorage
  /** While frozen, messages to it are queued; thawed, it gets all of them in order. */
  freeze(): void
  thaw(): void
}

export interface TestBrowser {
  openTab(): TestTab
  timers: ReturnType<typeof manualTimers>
  calls: Call[]
  /** The shared storage, as a script sees it. */
  stored(): Record<string, string>
  backing: Backing
  /** The user clears the browser's data. */
  clearStorage(): void
}

interface Options {
  /** Without it the tabs communicate through storage. */
  hasChannel?: boolean
  hasStorageEvents?: boolean
}

export function testBrowser(
  answer: (call: Call) => Response | Promise<Response>,
  { hasChannel = true, hasStorageEvents = true }: Options = {},
): TestBrowser {
  const timers = manualTimers()
  const calls: Call[] = []
  const map = new Map<string, string>()
  const tabs: { deliverMessage: (data: unknown) => void; deliverStorage: (change: StorageChange) => void }[] =
    []

  async function fetchHere(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    if (typeof input !== 'string') throw new TypeError('an address is text here')
    const headers = new Headers(init.headers)
    const call: Call = {
      method: init.method ?? 'GET',
      path: input,
      token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
      headers,
      body: typeof init.body === 'string' ? init.body : null,
      signal: init.signal ?? null,
    }
    calls.push(call)
    if (init.signal?.aborted) throw new DOMException('aborted', 'AbortError')
    return answer(call)
  }

  /** One tab's view of the shared storage: its writes dispatch events in the others. */
  function view(self: () => (typeof tabs)[number] | undefined): Backing {
    const change = (key: string, newValue: string | null) => {
      const oldValue = map.get(key) ?? null
      if (oldValue === newValue) return
      if (newValue === null) map.delete(key)
      else map.set(key, newValue)
      if (!hasStorageEvents) return
      for (const tab of tabs) if (tab !== self()) tab.deliverStorage({ key, oldValue, newValue })
    }
    return {
      get length() {
        return map.size
      },
      key: (index) => [...map.keys()][index] ?? null,
      getItem: (key) => map.get(key) ?? null,
      setItem: change,
      removeItem: (key) => change(key, null),
    }
  }

  function openTab(): TestTab {
    let isFrozen = false
    let undelivered: (() => void)[] = []
    const deliver = (act: () => void) => (isFrozen ? void undelivered.push(act) : act())
    const port: TabPort = {
      onmessage: null,
      postMessage: (data) => {
        for (const tab of tabs) if (tab !== me) tab.deliverMessage(structuredClone(data))
      },
    }
    const window = new EventTarget()
    const storageWire = createStoragePort(() => view(() => me), window)
    const log: unknown[] = []
    const storage = createSafeStorage(() => view(() => me))
    const tab = createTab({
      fetch: fetchHere,
      storage,
      ofThisTab: createSafeStorage(() => null),
      port: hasChannel ? port : hasStorageEvents ? storageWire : null,
      timers,
      warn: (what) => log.push(what),
    })
    const me = {
      deliverMessage: (data: unknown) =>
        deliver(() => port.onmessage?.(new MessageEvent('message', { data }))),
      deliverStorage: (change: StorageChange) =>
        deliver(() => {
          window.dispatchEvent(Object.assign(new Event('storage'), change))
          tab.onStorageChange(change)
        }),
    }
    tabs.push(me)
    return {
      ...tab,
      log,
      storage,
      freeze: () => (isFrozen = true),
      thaw() {
        isFrozen = false
        const late = undelivered
        undelivered = []
        for (const act of late) act()
      },
    }
  }

  return {
    openTab,
    timers,
    calls,
    stored: () => Object.fromEntries(map),
    backing: view(() => undefined),
    clearStorage() {
      map.clear()
      for (const tab of tabs) tab.deliverStorage({ key: null, oldValue: null, newValue: null })
    },
  }
}
