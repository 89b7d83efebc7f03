/** Keeps one stream open for the space on screen: does what the connection machine says. */
import { asRecord } from '../api/api-error.ts'
import type { Timers } from '../api/timers.ts'
import type { LiveEvent } from './apply-event.ts'
import { DISCONNECTED, step, type Connection, type Happening } from './connection.ts'
import type { LatencyMeter } from './latency.ts'
import { createLifeline, type Lifeline } from './lifeline.ts'
import type { StreamEnd, StreamRequest } from './stream.ts'

/** How often the stream asks whether its token wants refreshing (docs/rules/realtime.md#connection). */
const TOKEN_CHECK_MS = 60_000

interface Deps {
  /** `readStream` with its parts. */
  read: (request: StreamRequest) => Promise<StreamEnd>
  /** A token with some life left, another than the `refused` one; null when nobody can give one now. */
  freshToken: (refused: string | null) => Promise<string | null>
  /** Even a fresh token was refused: somebody has to find out whether the session is over. */
  checkSession: () => void
  deviceId: () => string
  /** The stream asks for a refresh; the refresher decides. */
  checkToken: () => void
  latency: LatencyMeter
  timers: Timers
}

export interface LiveSpace {
  spaceId: string
  /** What is held is complete to this number; null when nothing is. */
  position: number | null
  onEvents: (events: LiveEvent[]) => void
  onConnection: (connection: Connection) => void
  /** Not a member, or no longer. Called after each attempt that says so. */
  onForbidden: () => void
}

export interface Live {
  /** The network came back. */
  cameOnline(): void
  /** The reader came back to the tab, or the device woke. */
  wasShown(): void
  close(): void
}

/** In the place of a stream where none is wanted. */
export const NO_STREAM: Live = { cameOnline() {}, wasShown() {}, close() {} }

/**
 * Opens the stream of a space and keeps it open until closed, without a gap and without a repeat: each
 * stream begins after the last number that was handed to `onEvents`.
 */
export function openLive(deps: Deps, space: LiveSpace): Live {
  const { read, freshToken, checkSession, deviceId, checkToken, latency, timers } = deps
  let connection = DISCONNECTED
  let { position } = space
  let refusedToken: string | null = null
  /** A second refusal in a row isn't answered by another refresh. */
  let wasRefused = false
  let reading = new AbortController()
  let lifeline: Lifeline | null = null
  let cancelWait = () => {}
  let cancelCheck = () => {}

  function happened(happening: Happening): void {
    const next = step(connection, happening)
    const isChanged = next.connection !== connection
    connection = next.connection
    if (isChanged) space.onConnection(connection)

    if (next.act.do === 'nothing') return
    reading.abort()
    lifeline?.stop()
    lifeline = null
    cancelWait()
    if (next.act.do === 'open') void open()
    if (next.act.do === 'wait') cancelWait = timers.after(next.act.ms, () => happened({ type: 'waited' }))
  }

  async function open(): Promise<void> {
    const mine = new AbortController()
    reading = mine
    const token = await freshToken(refusedToken)
    if (mine.signal.aborted) return
    refusedToken = null
    if (token === null) return lost()

    const life = createLifeline(timers, lost)
    lifeline = life
    let heardFirst: ((serverTime: number) => void) | null = latency.asked()
    const end = await read({
      spaceId: space.spaceId,
      token,
      position: position === null ? null : String(position),
      deviceId: deviceId(),
      signal: mine.signal,
      onLife: life.heard,
      onEvents(events) {
        if (mine.signal.aborted) return
        if (heardFirst !== null) opened()
        const serverTime = serverTimeOf(events)
        if (serverTime !== null) (heardFirst ?? latency.pinged)(serverTime)
        heardFirst = null
        for (const { id } of events) position = id ?? position
        space.onEvents(events)
      },
    })
    if (!mine.signal.aborted) ended(end, token)
  }

  /** The first event is the proof: an answer without one may be anybody's. */
  function opened(): void {
    wasRefused = false
    happened({ type: 'opened', at: timers.now() })
  }

  function lost(toldMs: number | null = null): void {
    happened({ type: 'lost', at: timers.now(), random: timers.random(), toldMs })
  }

  function ended(end: StreamEnd, token: string): void {
    if (end.kind !== 'refused') return lost()
    if (end.status === 403 || end.status === 404) {
      happened({ type: 'forbidden', random: timers.random() })
      return space.onForbidden()
    }
    if (end.status === 401) {
      if (wasRefused) checkSession()
      else refusedToken = token
      wasRefused = true
    }
    lost(end.toldMs)
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
    wasShown() {
      lifeline?.look()
      happened({ type: 'shown', at: timers.now() })
    },
    close() {
      cancelCheck()
      happened({ type: 'stop' })
    },
  }
}

/** The newest time that the server wrote while it sent these. */
function serverTimeOf(events: readonly LiveEvent[]): number | null {
  const times = events.map(({ data }) => Date.parse(String(asRecord(data)?.['server_time'])))
  const known = times.filter((time) => Number.isFinite(time))
  return known.length > 0 ? Math.max(...known) : null
}
