/** One tab's client and session, created with the browser's APIs or a test's fakes. */
import { createKeys, type Keys } from '../storage/keys.ts'
import type { SafeStorage } from '../storage/safe-storage.ts'
import { createSpaceStates, type SpaceStates, type StorageChange } from '../storage/space-states.ts'
import { createClient, type Client } from './client.ts'
import { randomId } from './random-id.ts'
import { createRefresher, type Refresher } from './session/refresh.ts'
import type { Timers } from './timers.ts'
import type { PausedAgent } from './retry-after.ts'
import { createSession, type Session } from './session/session.ts'
import { createTabChannel, type TabPort } from './session/tab-channel.ts'
import { createTokens, type Tokens } from './session/tokens.ts'
import { createTransport } from './transport.ts'

export interface TabDeps {
  fetch: typeof fetch
  /** Shared by the tabs of a browser. */
  storage: SafeStorage
  /** This tab's own. */
  ofThisTab: SafeStorage
  /** To the other tabs; null for none. */
  port: TabPort | null
  timers: Timers
  /** For the log. */
  warn: (what: unknown) => void
}

export interface Tab {
  keys: Keys
  spaceStates: SpaceStates
  tokens: Tokens
  refresher: Refresher
  api: Client
  session: Session
  /** Created at the first call and stored permanently: it survives a logout. */
  deviceId(): string
  /** Called for each agent that the circuit breaker paused. */
  onAgentPaused(listener: (paused: PausedAgent) => void): () => void
  notifyAgentPaused(paused: PausedAgent): void
  /** Registers the reauthentication prompt, for calls that the server rejects without it. */
  onProofNeeded(ask: () => Promise<boolean>): () => void
  /** Another tab wrote to the shared storage. */
  onStorageChange(change: StorageChange): void
}

export function createTab({ fetch, storage, ofThisTab, port, timers, warn }: TabDeps): Tab {
  const keys = createKeys(storage)
  const spaceStates = createSpaceStates(storage, keys, { ofThisTab, now: timers.now })
  const channel = createTabChannel(port, randomId())
  const tokens = createTokens({ storage, keys, now: timers.now })
  const pauseListeners = new Set<(paused: PausedAgent) => void>()
  let askForProof: (() => Promise<boolean>) | null = null
  let device: string | null = null

  function deviceId(): string {
    const stored = storage.get(keys.of('deviceId'))
    if (stored !== null) return (device = stored)
    // the user cleared the browser's storage: the page stays the same device
    device ??= randomId()
    storage.set(keys.of('deviceId'), device)
    return device
  }

  function notifyAgentPaused(paused: PausedAgent): void {
    for (const listener of pauseListeners) listener(paused)
  }

  /** Sends the cookie without an access token, which the server would take for the refresh token. */
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
  const refresher = createRefresher({
    exchange: (signal) => refreshClient.auth.refresh({ signal }),
    tokens,
    channel,
    timers,
  })

  const api = createClient({
    baseUrl: '',
    send: createTransport({
      fetch,
      tokens,
      refresher,
      deviceId,
      timers,
      onSessionOver: (reason) => session.end(reason),
      onAgentPaused: notifyAgentPaused,
      askForProof: async () => (await askForProof?.()) ?? false,
      warn,
    }),
  })
  const session = createSession({
    client: api,
    tokens,
    refresher,
    channel,
    storage,
    keys,
    spaceStates,
    timers,
    onError: warn,
  })

  return {
    keys,
    spaceStates,
    tokens,
    refresher,
    api,
    session,
    deviceId,
    onAgentPaused(listener) {
      pauseListeners.add(listener)
      return () => pauseListeners.delete(listener)
    },
    notifyAgentPaused,
    onProofNeeded(ask) {
      askForProof = ask
      return () => {
        if (askForProof === ask) askForProof = null
      }
    },
    onStorageChange(change) {
      const { key, newValue } = change
      // a switch of spaces, or another user's sign-in, in another tab
      const isToken = key === keys.of('userToken') && newValue !== null
      if (isToken && session.state().status === 'signedIn') tokens.adopt(newValue)
      spaceStates.onStorageChange(change)
    },
  }
}
