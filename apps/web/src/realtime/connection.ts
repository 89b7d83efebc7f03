/**
 * The realtime connection as a pure machine: what happened goes in, what to do comes out
 * (docs/rules/realtime.md#connection). `live.ts` does it.
 *
 * That the browser calls itself offline changes nothing here: a server on the same machine answers all the
 * same, and an attempt without a network costs nothing.
 */
import { ATTEMPTS_MAX, backoffMs, periodicMs } from './backoff.ts'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'error'

export interface Connection {
  readonly status: ConnectionStatus
  /** Tries since the stream last stood for a while. Beyond 10 they go on periodically. */
  readonly attempts: number
  readonly openedAt: number | null
  /** Set between two tries: not before then, when the server said so; 0 when it is only our own backoff. */
  readonly waitsUntil: number | null
  /** The server says that this user has no business in this space. */
  readonly isForbidden: boolean
}

export type Happening =
  /** Somebody is signed in and a space is shown. */
  | { type: 'start' }
  | { type: 'opened'; at: number }
  /** The stream ended, broke, went silent, or couldn't be opened. `toldMs`: the wait that the server named. */
  | { type: 'lost'; at: number; random: number; toldMs?: number | null }
  /** Not a member, or no longer. */
  | { type: 'forbidden'; random: number }
  | { type: 'waited' }
  /** The network came back. */
  | { type: 'online' }
  /** The reader came back to the tab. */
  | { type: 'shown'; at: number }
  | { type: 'stop' }

export type Act = { do: 'open' } | { do: 'wait'; ms: number } | { do: 'close' } | { do: 'nothing' }

export interface Step {
  connection: Connection
  act: Act
}

/** A stream that ends sooner counts as another failed attempt. */
const STANDING_MS = 5000
/** A longer wait isn't believed, and a timer couldn't hold any. */
const TOLD_MAX_MS = 60 * 60 * 1000

export const DISCONNECTED: Connection = {
  status: 'disconnected',
  attempts: 0,
  openedAt: null,
  waitsUntil: null,
  isForbidden: false,
}

const NOTHING: Act = { do: 'nothing' }
const OPEN: Act = { do: 'open' }

export function step(connection: Connection, happening: Happening): Step {
  const unchanged = { connection, act: NOTHING }
  const isRunning = connection.status !== 'disconnected'
  if (happening.type === 'start') return isRunning ? unchanged : fromTheBeginning()
  if (!isRunning) return unchanged

  switch (happening.type) {
    case 'opened': {
      const { attempts } = connection
      const opened = { ...DISCONNECTED, status: 'connected', attempts, openedAt: happening.at } as const
      return { connection: opened, act: NOTHING }
    }
    case 'lost':
      return afterLoss(connection, happening)
    case 'forbidden':
      // it may have been a proxy's word, or another invitation comes: ask again now and then
      return {
        connection: {
          ...DISCONNECTED,
          status: 'error',
          attempts: ATTEMPTS_MAX,
          waitsUntil: 0,
          isForbidden: true,
        },
        act: { do: 'wait', ms: periodicMs(happening.random) },
      }
    case 'waited':
      return { connection: { ...connection, waitsUntil: null }, act: OPEN }
    case 'online':
      // the old socket belongs to the old network: the position makes opening anew cheap
      return fromTheBeginning()
    case 'shown': {
      const { waitsUntil } = connection
      const mayTry = waitsUntil !== null && happening.at >= waitsUntil
      return mayTry ? { connection: { ...connection, waitsUntil: null }, act: OPEN } : unchanged
    }
    case 'stop':
      return { connection: DISCONNECTED, act: { do: 'close' } }
  }
}

function fromTheBeginning(): Step {
  return { connection: { ...DISCONNECTED, status: 'connecting' }, act: OPEN }
}

function afterLoss(connection: Connection, happening: Extract<Happening, { type: 'lost' }>): Step {
  const { at, random, toldMs = null } = happening
  const hasStood = connection.openedAt !== null && at - connection.openedAt >= STANDING_MS
  const attempts = (hasStood ? 0 : connection.attempts) + 1
  const isPeriodic = attempts > ATTEMPTS_MAX
  const ownMs = isPeriodic ? periodicMs(random) : backoffMs(attempts, random)
  const ms = Math.max(ownMs, Math.min(toldMs ?? 0, TOLD_MAX_MS))
  return {
    connection: {
      ...DISCONNECTED,
      status: isPeriodic ? 'error' : 'connecting',
      attempts,
      waitsUntil: toldMs === null ? 0 : at + ms,
    },
    act: { do: 'wait', ms },
  }
}
