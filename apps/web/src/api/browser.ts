/** The web app's one client and session, made from the browser's own parts. */
import { createSafeStorage } from '../storage/safe-storage.ts'
import { createKeys } from '../storage/keys.ts'
import { createSpaceStates } from '../storage/space-state.ts'
import { createClient } from './client.ts'
import { randomId } from './random-id.ts'
import { createRefresher, type Timers } from './refresh.ts'
import type { PausedAgent } from './retry-after.ts'
import { createSession } from './session.ts'
import { createTabChannel } from './tab-channel.ts'
import { createTokens } from './tokens.ts'
import { createTransport } from './transport.ts'

const CHANNEL = 'ax_session'

export const timers: Timers = {
  after(ms, act) {
    const id = setTimeout(act, ms)
    return () => clearTimeout(id)
  },
  now: () => Date.now(),
  random: () => Math.random(),
}

export const storage = createSafeStorage(() => globalThis.localStorage ?? null)
export const keys = createKeys(storage)
export const spaceStates = createSpaceStates(storage, keys)

const hasTabs = typeof document === 'object' && typeof BroadcastChannel === 'function'
const channel = createTabChannel(hasTabs ? new BroadcastChannel(CHANNEL) : null, randomId())
export const tokens = createTokens({ storage, keys, now: timers.now })

/** Made at the first call and kept for good: logging out keeps it too. */
export function deviceId(): string {
  const key = keys.of('deviceId')
  const known = storage.get(key)
  if (known !== null) return known
  const made = randomId()
  storage.set(key, made)
  return made
}

/** Exchanges the cookie; no access token goes along, it would be read as the refresh token. */
const refreshClient = createClient({
  baseUrl: '',
  send: ({ method, url, headers, signal }) =>
    fetch(url, {
      method,
      headers: { ...headers, 'x-device-id': deviceId(), 'x-client-instance': channel.instance },
      credentials: 'same-origin',
      ...(signal && { signal }),
    }),
})

export const refresher = createRefresher({
  exchange: (signal) => refreshClient.auth.refresh({ signal }),
  tokens,
  channel,
  timers,
})

const pauseListeners = new Set<(paused: PausedAgent) => void>()

/** Hears of each agent that the circuit breaker paused, to tell the user (platform, section 8). */
export function onAgentPaused(listener: (paused: PausedAgent) => void): () => void {
  pauseListeners.add(listener)
  return () => pauseListeners.delete(listener)
}

export function tellAgentPaused(paused: PausedAgent): void {
  for (const listener of pauseListeners) listener(paused)
}

export const api = createClient({
  baseUrl: '',
  send: createTransport({
    fetch: (input, init) => fetch(input, init),
    tokens,
    refresher,
    deviceId,
    timers,
    onSessionOver: (reason) => session.end(reason),
    onAgentPaused: tellAgentPaused,
  }),
})

export const session = createSession({
  client: api,
  tokens,
  refresher,
  channel,
  storage,
  keys,
  spaceStates,
  // a failed logout is only logged (platform, section 4)
  // oxlint-disable-next-line no-console
  onError: (error) => console.warn(error),
})

/** Wires what the browser tells: call once at the start. */
export function watchBrowser(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresher.becameVisible()
  })
  addEventListener('online', () => refresher.cameOnline())
  // another tab wrote a draft or a read mark
  addEventListener('storage', ({ key, newValue }) => {
    // or took a new token: a switch of spaces there is news here
    const isToken = key === keys.of('userToken') && newValue !== null
    if (isToken && session.state().status === 'signedIn') tokens.set(newValue)
    if (key === null || key.includes('space_state_v2')) spaceStates.reload()
  })
}
