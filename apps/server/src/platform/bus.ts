/**
 * Wake-ups between nodes, over PostgreSQL's notifications. They say only where to look; one that is lost
 * is healed by a slow poll (features/realtime/hub.ts) and by looking everywhere after a reconnect.
 */
import type pg from 'pg'
import type { EphemeralEventName } from '@flockwork/contract/events'
import type { Database } from './database.ts'

/** An event that is true for the moment and stands in no table. */
export interface EphemeralEvent {
  readonly name: EphemeralEventName
  /** The event's data, `space_id` and `at` included. */
  readonly data: { readonly space_id: string; readonly at: string }
}

/** `undefined`: look everywhere. */
export type Wake = { readonly spaceId: string; readonly seq: number } | undefined

export interface Bus {
  /** Calls `listener` for every wake-up, this node's own included. Returns how to stop. */
  onWake(listener: (wake: Wake) => void): () => void
  /** Tells every node that something cached about `subject` is stale. */
  invalidate(subject: string): Promise<void>
  /** Calls `listener` with each subject announced anywhere. */
  onStale(listener: (subject: string) => void): () => void
  /**
   * Tells every node, this one too, of events that pass. They come in their order, or not at all: who didn't
   * listen for a moment never hears of them.
   */
  broadcast(events: readonly EphemeralEvent[]): Promise<void>
  onEphemeral(listener: (event: EphemeralEvent) => void): () => void
  stop(): Promise<void>
}

interface Deps {
  readonly database: Database
  readonly onError: (error: unknown) => void
}

const RECONNECT_MS = 500
const HEARTBEAT_MS = 10_000
/** A notification carries less than 8,000 bytes. */
const NOTIFIED_MAX_BYTES = 7900

export async function startBus({ database, onError }: Deps): Promise<Bus> {
  const wakeListeners = new Set<(wake: Wake) => void>()
  const staleListeners = new Set<(subject: string) => void>()
  const passingListeners = new Set<(event: EphemeralEvent) => void>()
  let client: pg.Client | undefined
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  const wakeAll = (wake: Wake) => wakeListeners.forEach((listener) => listener(wake))

  const hear = ({ channel, payload = '' }: pg.Notification) => {
    if (channel === 'stale') return staleListeners.forEach((listener) => listener(payload))
    if (channel === 'passing') return hearPassing(payload)
    for (const wake of parseWakes(payload)) wakeAll(wake)
  }

  const hearPassing = (payload: string) => {
    try {
      // written by pass(), unless another program of this database uses our channel's name
      for (const event of JSON.parse(payload) as EphemeralEvent[]) {
        for (const listener of passingListeners) listener(event)
      }
    } catch (error) {
      onError(error)
    }
  }

  const reconnectLater = () => {
    if (isStopped || retry !== undefined) return
    client = undefined
    retry = setTimeout(() => {
      retry = undefined
      connect().catch((error: unknown) => {
        onError(error)
        reconnectLater()
      })
    }, RECONNECT_MS)
  }

  const connect = async () => {
    const fresh = await database.connect()
    fresh.on('notification', hear)
    // one that was given up already must not take its successor with it when its end comes at last
    fresh.on('end', () => {
      if (client === fresh) reconnectLater()
    })
    try {
      await fresh.query('listen events; listen stale; listen passing')
    } catch (error) {
      fresh.end().catch(onError)
      throw error
    }
    if (isStopped) {
      await fresh.end()
      return
    }
    client = fresh
    // whatever was said while nobody listened
    wakeAll(undefined)
    staleListeners.forEach((listener) => listener('*'))
  }

  await connect()

  // a connection that is silently gone shows itself only when something is sent
  const heartbeat = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => {
      asked.end().catch(onError)
      if (client === asked) reconnectLater()
    })
  }, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    onWake: (listener) => subscribe(wakeListeners, listener),
    onStale: (listener) => subscribe(staleListeners, listener),
    invalidate: async (subject) => {
      staleListeners.forEach((listener) => listener(subject))
      await database.pool.query('select pg_notify($1, $2)', ['stale', subject])
    },
    onEphemeral: (listener) => subscribe(passingListeners, listener),
    broadcast: async (events) => {
      const payloads = portionsOf(events)
      if (payloads.length === 0) return
      await database.pool.query('select pg_notify($1, one) from unnest($2::text[]) as one', [
        'passing',
        payloads,
      ])
    },
    stop: async () => {
      isStopped = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      await client?.end()
    },
  }
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `space:seq,space:seq`, or `*` for everywhere. */
function parseWakes(payload: string): Wake[] {
  if (payload === '*') return [undefined]
  return payload.split(',').map((part) => {
    const [spaceId = '', seq = '0'] = part.split(':')
    return { spaceId, seq: Number(seq) }
  })
}

/** The events as lists that fit into one notification each. */
function portionsOf(events: readonly EphemeralEvent[]): string[] {
  const text = JSON.stringify(events)
  if (events.length === 0) return []
  if (events.length === 1 || Buffer.byteLength(text) <= NOTIFIED_MAX_BYTES) return [text]
  const half = Math.ceil(events.length / 2)
  return [...portionsOf(events.slice(0, half)), ...portionsOf(events.slice(half))]
}
