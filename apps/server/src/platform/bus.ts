/**
 * Wake-ups between nodes, over PostgreSQL's notifications. They say only where to look; one that is lost
 * is healed by a slow poll (features/realtime/hub.ts) and by looking everywhere after a reconnect.
 */
import type pg from 'pg'
import type { Database } from './database.ts'

/** `undefined`: look everywhere. */
export type Wake = { readonly spaceId: string; readonly seq: number } | undefined

export interface Bus {
  /** Calls `listener` for every wake-up, this node's own included. Returns how to stop. */
  onWake(listener: (wake: Wake) => void): () => void
  /** Tells every node that something cached about `subject` is stale. */
  announce(subject: string): Promise<void>
  /** Calls `listener` with each subject announced anywhere. */
  onStale(listener: (subject: string) => void): () => void
  stop(): Promise<void>
}

interface Needs {
  readonly database: Database
  readonly onError: (error: unknown) => void
}

const RECONNECT_MS = 500
const HEARTBEAT_MS = 10_000

export async function startBus({ database, onError }: Needs): Promise<Bus> {
  const wakeListeners = new Set<(wake: Wake) => void>()
  const staleListeners = new Set<(subject: string) => void>()
  let client: pg.Client | undefined
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  const wakeAll = (wake: Wake) => wakeListeners.forEach((listener) => listener(wake))

  const hear = ({ channel, payload = '' }: pg.Notification) => {
    if (channel === 'stale') return staleListeners.forEach((listener) => listener(payload))
    for (const wake of parseWakes(payload)) wakeAll(wake)
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
      await fresh.query('listen events; listen stale')
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
    announce: async (subject) => {
      staleListeners.forEach((listener) => listener(subject))
      await database.pool.query('select pg_notify($1, $2)', ['stale', subject])
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
