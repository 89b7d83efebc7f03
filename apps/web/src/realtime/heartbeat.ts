/** Detects a dead stream: some bytes must arrive within 60 s (docs/rules/realtime.md#connection). */
import { STREAM_PING_MS } from '@flockwork/contract/limits'
import type { Timers } from '../api/timers.ts'

/** The server's ping interval; the clock is checked as often. */
const HEARTBEAT_MS = STREAM_PING_MS
/** After two missed pings the stream is dead, whatever the socket says. */
export const STALE_MS = 2 * HEARTBEAT_MS

export interface Heartbeat {
  /** Bytes arrived. */
  received(): void
  /** Checks by the clock: timers stop while a laptop sleeps or a tab is frozen. */
  check(): void
  stop(): void
}

/** Starts watching. `onStale` is called once, at the latest after 60 s awake without bytes. */
export function createHeartbeat(timers: Timers, onStale: () => void): Heartbeat {
  let receivedAt = timers.now()
  let cancelStale = () => {}
  let cancelCheck = () => {}

  function stop(): void {
    cancelStale()
    cancelCheck()
  }

  function die(): void {
    stop()
    onStale()
  }

  function received(): void {
    receivedAt = timers.now()
    cancelStale()
    // a separate timer: the clock may be set back meanwhile
    cancelStale = timers.after(STALE_MS, die)
  }

  function check(): void {
    if (timers.now() - receivedAt >= STALE_MS) die()
  }

  function checkLater(): void {
    cancelCheck = timers.after(HEARTBEAT_MS, () => {
      checkLater()
      check()
    })
  }

  received()
  checkLater()
  return { received, check, stop }
}
