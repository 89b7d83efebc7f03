/**
 * Keeps one event stream open for the space on screen: runs the effects of the connection state machine.
 *
 * connection.ts decides (pure), live.ts acts, stream.ts reads one stream by fetch, sse-parser.ts splits it into events,
 * heartbeat.ts detects a silent stream, latency.ts a slow one, apply-event.ts applies events to client state.
 */
import { asRecord } from '../api/api-error.ts'
import type { Timers } from '../api/timers.ts'
import type { LiveEvent } from './apply-event.ts'
import { DISCONNECTED, transition, type Connection, type ConnectionEvent } from './connection.ts'
import type { LatencyMeter } from './latency.ts'
import { createHeartbeat, type Heartbeat } from './heartbeat.ts'
import type { StreamEnd, StreamRequest } from './stream.ts'

/** How often to check whether the token is due for a refresh (docs/rules/realtime.md#connection). */
const TOKEN_CHECK_MS = 60_000

interface Deps {
  /** `readStream` with its deps. */
  read: (request: StreamRequest) => Promise<StreamEnd>
  /** A valid token other than the `refused` one; null if there is none now. */
  freshToken: (refused: string | null) => Promise<string | null>
  /** Even a fresh token was refused: find out whether the session is over. */
  checkSession: () => void
  deviceId: () => string
  /** Suggests a refresh; the refresher decides. */
  checkToken: () => void
  latency: LatencyMeter
  timers: Timers
}

export interface LiveSpace {
  spaceId: string
  /** Client state is complete up to this seq; null without state. */
  cursor: number | null
  onEvents: (events: LiveEvent[]) => void
  onConnection: (connection: Connection) => void
  /** Not a member, or no longer. Called after each refused attempt. */
  onForbidden: () => void
}

export interface Live {
  /** The network came back. */
  cameOnline(): void
  /** The tab became visible, or the device woke. */
  wasShown(): void
  close(): void
}

/** A null object for pages without a stream. */
export const NO_STREAM: Live = { cameOnline() {}, wasShown() {}, close() {} }

/**
 * Opens a space's stream and keeps it open until closed, without gaps or repeats: each stream resumes after the last
 * seq that was passed to `onEvents`.
 */
export function openLive(deps: Deps, space: LiveSpace): Live {
  const { read, freshToken, checkSession, deviceId, checkToken, latency, timers } = deps
  let connection = DISCONNECTED
  let { cursor } = space
  let refusedToken: string | null = null
  /** A second 401 in a row doesn't trigger another refresh. */
  let wasRefused = false
  let reading = new AbortController()
  let heartbeat: Heartbeat | null = null
  let cancelWait = () => {}
  let cancelCheck = () => {}

  function dispatch(event: ConnectionEvent): void {
    const next = transition(connection, event)
    const isChanged = next.connection !== connection
    connection = next.connection
    if (isChanged) space.onConnection(connection)

    if (next.effect.do === 'nothing') return
    reading.abort()
    heartbeat?.stop()
    heartbeat = null
    cancelWait()
    if (next.effect.do === 'open') void open()
    if (next.effect.do === 'wait')
      cancelWait = timers.after(next.effect.ms, () => dispatch({ type: 'waited' }))
  }

  async function open(): Promise<void> {
    const mine = new AbortController()
    reading = mine
    const token = await freshToken(refusedToken)
    if (mine.signal.aborted) return
    refusedToken = null
    if (token === null) return lost()

    const beat = createHeartbeat(timers, lost)
    heartbeat = beat
    let onFirstEvent: ((serverTime: number) => void) | null = latency.requested()
    const end = await read({
      spaceId: space.spaceId,
      token,
      cursor: cursor === null ? null : String(cursor),
      deviceId: deviceId(),
      signal: mine.signal,
      onBytes: beat.received,
      onEvents(events) {
        if (mine.signal.aborted) return
        if (onFirstEvent !== null) opened()
        const serverTime = serverTimeOf(events)
        if (serverTime !== null) (onFirstEvent ?? latency.pinged)(serverTime)
        onFirstEvent = null
        for (const { id } of events) cursor = id ?? cursor
        space.onEvents(events)
      },
    })
    if (!mine.signal.aborted) ended(end, token)
  }

  /** Called at the first event: a bare 200 may come from a captive portal. */
  function opened(): void {
    wasRefused = false
    dispatch({ type: 'opened', at: timers.now() })
  }

  function lost(retryAfterMs: number | null = null): void {
    dispatch({ type: 'lost', at: timers.now(), random: timers.random(), retryAfterMs })
  }

  function ended(end: StreamEnd, token: string): void {
    if (end.kind !== 'refused') return lost()
    if (end.status === 403 || end.status === 404) {
      dispatch({ type: 'forbidden', random: timers.random() })
      return space.onForbidden()
    }
    if (end.status === 401) {
      if (wasRefused) checkSession()
      else refusedToken = token
      wasRefused = true
    }
    lost(end.retryAfterMs)
  }

  function watchToken(): void {
    cancelCheck = timers.after(TOKEN_CHECK_MS, () => {
      checkToken()
      watchToken()
    })
  }

  watchToken()
  dispatch({ type: 'start' })
  return {
    cameOnline: () => dispatch({ type: 'online' }),
    wasShown() {
      heartbeat?.check()
      dispatch({ type: 'shown', at: timers.now() })
    },
    close() {
      cancelCheck()
      dispatch({ type: 'stop' })
    },
  }
}

/** The newest `server_time` among these events. */
function serverTimeOf(events: readonly LiveEvent[]): number | null {
  const times = events.map(({ data }) => Date.parse(String(asRecord(data)?.['server_time'])))
  const known = times.filter((time) => Number.isFinite(time))
  return known.length > 0 ? Math.max(...known) : null
}
