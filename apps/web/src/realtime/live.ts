/** Keeps one stream open for the space on screen: does what the connection machine says. */
import type { Timers } from '../api/refresh.ts'
import type { LiveEvent } from './apply-event.ts'
import { DISCONNECTED, step, type Connection, type Happening } from './connection.ts'
import type { StreamEnd, StreamRequest } from './stream.ts'

const TOKEN_CHECK_MS = 60_000

interface Needs {
  /** `readStream` with its parts. */
  read: (request: StreamRequest) => Promise<StreamEnd>
  /** A token with some life left; null when nobody can give one now. */
  freshToken: (isRefused: boolean) => Promise<string | null>
  deviceId: () => string
  /** The stream asks for a refresh; the refresher decides. */
  checkToken: () => void
  timers: Timers
}

export interface LiveSpace {
  spaceId: string
  onEvents: (events: LiveEvent[]) => void
  onConnection: (connection: Connection) => void
  /** Not a member, or no longer. */
  onForbidden: () => void
}

export interface Live {
  /** The network came back. */
  cameOnline(): void
  close(): void
}

/** Opens the stream of a space and keeps it open until closed, without a gap and without a repeat. */
export function openLive({ read, freshToken, deviceId, checkToken, timers }: Needs, space: LiveSpace): Live {
  let connection = DISCONNECTED
  let position: number | null = null
  let isTokenRefused = false
  let reading = new AbortController()
  let cancelWait = () => {}
  let cancelCheck = () => {}

  function happened(happening: Happening): void {
    const next = step(connection, happening)
    const isChanged = next.connection !== connection
    connection = next.connection
    if (isChanged) space.onConnection(connection)

    if (next.act.do === 'nothing') return
    reading.abort()
    cancelWait()
    if (next.act.do === 'open') void open()
    if (next.act.do === 'wait') cancelWait = timers.after(next.act.ms, () => happened({ type: 'waited' }))
  }

  async function open(): Promise<void> {
    const mine = new AbortController()
    reading = mine
    const token = await freshToken(isTokenRefused)
    if (mine.signal.aborted) return
    isTokenRefused = false
    const end: StreamEnd =
      token === null
        ? { kind: 'failed', error: 'no token' }
        : await read({
            spaceId: space.spaceId,
            token,
            position: position === null ? null : String(position),
            deviceId: deviceId(),
            signal: mine.signal,
            onOpen: () => happened({ type: 'opened', at: timers.now() }),
            onEvents: (events) => {
              if (mine.signal.aborted) return
              for (const { id } of events) position = id ?? position
              space.onEvents(events)
            },
          })
    if (mine.signal.aborted) return
    if (end.kind === 'refused') isTokenRefused = end.status === 401
    if (end.kind === 'refused' && (end.status === 403 || end.status === 404)) {
      happened({ type: 'forbidden' })
      space.onForbidden()
      return
    }
    happened({ type: 'lost', at: timers.now(), random: timers.random() })
  }

  function watchToken(): void {
    cancelCheck = timers.after(TOKEN_CHECK_MS, () => {
      checkToken()
      watchToken()
    })
  }

  watchToken()
  happened({ type: 'start' })
  return {
    cameOnline: () => happened({ type: 'online' }),
    close() {
      cancelCheck()
      happened({ type: 'stop' })
    },
  }
}
