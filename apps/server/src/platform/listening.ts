/** A LISTEN connection to PostgreSQL that is reopened when it is lost. */
import type pg from 'pg'

export interface Listening {
  stop(): Promise<void>
}

interface Deps {
  /** Opens a connection with an error listener for its whole life: an unheard error would end the process. */
  readonly connect: () => Promise<pg.Client>
  readonly channels: readonly string[]
  readonly onNotification: (notification: pg.Notification) => void
  /** Called on the first connection and on each reconnect, before which notifications may have been missed. */
  readonly onConnected: () => void
  readonly onError: (error: unknown) => void
}

const RECONNECT_MS = 500
const HEARTBEAT_MS = 10_000

/** Resolves once it listens. @throws the error of the first connection. */
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
    // a late `end` of an abandoned connection must not close its successor
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

  // a silently lost connection is noticed only when something is sent
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
