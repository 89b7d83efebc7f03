/** A connection that listens to notifications of PostgreSQL, and is opened again when it is lost. */
import type pg from 'pg'

export interface Listening {
  stop(): Promise<void>
}

interface Deps {
  /** Opens a connection that has a listener for its errors for as long as it lives: without one they end the process. */
  readonly connect: () => Promise<pg.Client>
  readonly channels: readonly string[]
  readonly onNotification: (notification: pg.Notification) => void
  /** Called at once, and after each time that notifications may have been missed. */
  readonly onConnected: () => void
  readonly onError: (error: unknown) => void
}

const RECONNECT_MS = 500
const HEARTBEAT_MS = 10_000

/** Resolves once it listens for the first time. @throws what the first connection is refused with. */
export async function startListening(deps: Deps): Promise<Listening> {
  const { connect, channels, onNotification, onConnected, onError } = deps
  let client: pg.Client | undefined
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  const reconnectLater = () => {
    if (isStopped || retry !== undefined) return
    client = undefined
    retry = setTimeout(() => {
      retry = undefined
      listen().catch((error: unknown) => {
        onError(error)
        reconnectLater()
      })
    }, RECONNECT_MS)
  }

  const listen = async () => {
    const fresh = await connect()
    fresh.on('notification', onNotification)
    // the late end of a connection that was given up must not take its successor with it
    fresh.on('end', () => {
      if (client === fresh) reconnectLater()
    })
    try {
      await fresh.query(channels.map((channel) => `listen "${channel}"`).join('; '))
    } catch (error) {
      fresh.end().catch(onError)
      throw error
    }
    if (isStopped) {
      await fresh.end()
      return
    }
    client = fresh
    onConnected()
  }

  await listen()

  // a connection that is silently gone shows itself only when something is sent
  const heartbeat = setInterval(() => {
    const checked = client
    checked?.query('select 1').catch(() => {
      checked.end().catch(onError)
      if (client === checked) reconnectLater()
    })
  }, HEARTBEAT_MS)
  heartbeat.unref()

  return {
    async stop() {
      isStopped = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      await client?.end()
    },
  }
}
