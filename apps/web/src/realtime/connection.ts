/**
 * The realtime connection as a pure state machine: an event goes in, the next state and an effect come out
 * (docs/rules/realtime.md#connection). `live.ts` runs the effects.
 *
 * The browser's `offline` event is ignored: a server on the same machine still answers, and an attempt without a
 * network costs nothing.
 */
import { ATTEMPTS_MAX, backoffMs, periodicMs } from './backoff.ts'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'error'

export interface Connection {
  readonly status: ConnectionStatus
  /** Attempts since the stream was last stable. Beyond 10 they become periodic. */
  readonly attempts: number
  readonly openedAt: number | null
  /** Set between two attempts: the server's Retry-After as a time, or 0 for our own backoff, which may be cut short. */
  readonly waitsUntil: number | null
  /** The server refuses this user in this space. */
  readonly isForbidden: boolean
}

export type ConnectionEvent =
  /** A user is signed in and a space is shown. */
  | { type: 'start' }
  | { type: 'opened'; at: number }
  /** The stream ended, broke, went silent, or couldn't be opened. `retryAfterMs`: the server's Retry-After. */
  | { type: 'lost'; at: number; random: number; retryAfterMs?: number | null }
  /** Not a member, or no longer. */
  | { type: 'forbidden'; random: number }
  | { type: 'waited' }
  /** The network came back. */
  | { type: 'online' }
  /** The tab became visible. */
  | { type: 'shown'; at: number }
  | { type: 'stop' }

export type Effect = { do: 'open' } | { do: 'wait'; ms: number } | { do: 'close' } | { do: 'nothing' }

export interface Transition {
  connection: Connection
  effect: Effect
}

/** A stream that ends sooner counts as another failed attempt. */
const STABLE_AFTER_MS = 5000
/** Caps the server's Retry-After. */
const RETRY_AFTER_MAX_MS = 60 * 60 * 1000

export const DISCONNECTED: Connection = {
  status: 'disconnected',
  attempts: 0,
  openedAt: null,
  waitsUntil: null,
  isForbidden: false,
}

const NOTHING: Effect = { do: 'nothing' }
const OPEN: Effect = { do: 'open' }

export function transition(connection: Connection, event: ConnectionEvent): Transition {
  const unchanged = { connection, effect: NOTHING }
  const isRunning = connection.status !== 'disconnected'
  if (event.type === 'start') return isRunning ? unchanged : connectAnew()
  if (!isRunning) return unchanged

  switch (event.type) {
    case 'opened': {
      const { attempts } = connection
      const opened = { ...DISCONNECTED, status: 'connected', attempts, openedAt: event.at } as const
      return { connection: opened, effect: NOTHING }
    }
    case 'lost':
      return afterLoss(connection, event)
    case 'forbidden':
      // it may have been a proxy, or another invitation may follow: retry periodically
      return {
        connection: {
          ...DISCONNECTED,
          status: 'error',
          attempts: ATTEMPTS_MAX,
          waitsUntil: 0,
          isForbidden: true,
        },
        effect: { do: 'wait', ms: periodicMs(event.random) },
      }
    case 'waited':
      return { connection: { ...connection, waitsUntil: null }, effect: OPEN }
    case 'online':
      // the old socket belongs to the old network; the cursor makes a reconnect cheap
      return connectAnew()
    case 'shown': {
      const { waitsUntil } = connection
      const mayTry = waitsUntil !== null && event.at >= waitsUntil
      return mayTry ? { connection: { ...connection, waitsUntil: null }, effect: OPEN } : unchanged
    }
    case 'stop':
      return { connection: DISCONNECTED, effect: { do: 'close' } }
  }
}

function connectAnew(): Transition {
  return { connection: { ...DISCONNECTED, status: 'connecting' }, effect: OPEN }
}

function afterLoss(connection: Connection, event: Extract<ConnectionEvent, { type: 'lost' }>): Transition {
  const { at, random, retryAfterMs = null } = event
  const wasStable = connection.openedAt !== null && at - connection.openedAt >= STABLE_AFTER_MS
  const attempts = (wasStable ? 0 : connection.attempts) + 1
  const isPeriodic = attempts > ATTEMPTS_MAX
  const ownMs = isPeriodic ? periodicMs(random) : backoffMs(attempts, random)
  const ms = Math.max(ownMs, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS))
  return {
    connection: {
      ...DISCONNECTED,
      status: isPeriodic ? 'error' : 'connecting',
      attempts,
      waitsUntil: retryAfterMs === null ? 0 : at + ms,
    },
    effect: { do: 'wait', ms },
  }
}
