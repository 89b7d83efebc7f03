/**
 * The realtime connection as a pure machine: what happened goes in, what to do comes out (platform,
 * section 4). `live.ts` does it.
 */
import { ATTEMPTS_MAX, backoffMs, periodicMs } from './backoff.ts'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected' | 'error'

export interface Connection {
  readonly status: ConnectionStatus
  /** Tries since the stream last stood for a while. Beyond 10 they go on periodically. */
  readonly attempts: number
  readonly openedAt: number | null
}

export type Happening =
  /** Somebody is signed in and a space is shown. */
  | { type: 'start' }
  | { type: 'opened'; at: number }
  /** The stream ended, broke, went silent, or couldn't be opened. */
  | { type: 'lost'; at: number; random: number }
  /** The server says that this user has no business in this space. */
  | { type: 'forbidden' }
  | { type: 'waited' }
  | { type: 'online' }
  | { type: 'stop' }

export type Act = { do: 'open' } | { do: 'wait'; ms: number } | { do: 'close' } | { do: 'nothing' }

export interface Step {
  connection: Connection
  act: Act
}

/** A stream that ends sooner counts as another failed attempt. */
const STANDING_MS = 5000

export const DISCONNECTED: Connection = { status: 'disconnected', attempts: 0, openedAt: null }

const NOTHING: Act = { do: 'nothing' }
const OPEN: Act = { do: 'open' }

export function step(connection: Connection, happening: Happening): Step {
  const isRunning = connection.status !== 'disconnected'
  switch (happening.type) {
    case 'start':
      return isRunning
        ? { connection, act: NOTHING }
        : { connection: { ...DISCONNECTED, status: 'connecting' }, act: OPEN }
    case 'opened':
      return isRunning
        ? { connection: { ...connection, status: 'connected', openedAt: happening.at }, act: NOTHING }
        : { connection, act: NOTHING }
    case 'lost':
      return isRunning ? afterLoss(connection, happening) : { connection, act: NOTHING }
    case 'forbidden':
      return { connection: { ...connection, status: 'error', openedAt: null }, act: NOTHING }
    case 'waited':
      return isRunning ? { connection, act: OPEN } : { connection, act: NOTHING }
    case 'online':
      // the old socket belongs to the old network: the position makes opening anew cheap
      return isRunning
        ? { connection: { ...DISCONNECTED, status: 'connecting' }, act: OPEN }
        : { connection, act: NOTHING }
    case 'stop':
      return { connection: DISCONNECTED, act: { do: 'close' } }
  }
}

function afterLoss(connection: Connection, { at, random }: { at: number; random: number }): Step {
  const hasStood = connection.openedAt !== null && at - connection.openedAt >= STANDING_MS
  const attempts = (hasStood ? 0 : connection.attempts) + 1
  const isPeriodic = attempts > ATTEMPTS_MAX
  return {
    connection: { status: isPeriodic ? 'error' : 'connecting', attempts, openedAt: null },
    act: { do: 'wait', ms: isPeriodic ? periodicMs(random) : backoffMs(attempts, random) },
  }
}
