/** Whether an open stream still lives: it must be heard from within 60 s (docs/rules/realtime.md#connection). */
import { STREAM_PING_MS } from '@flockwork/contract/limits'
import type { Timers } from '../api/timers.ts'

/** The server pings as often, and as often we look at the clock. */
const HEARTBEAT_MS = STREAM_PING_MS
/** Two missed pings, and the stream is dead, whatever the socket says. */
export const STALE_MS = 2 * HEARTBEAT_MS

export interface Lifeline {
  /** Something came: a byte is enough. */
  heard(): void
  /** Judges by the clock alone: timers stand still while a laptop sleeps or a tab is frozen. */
  look(): void
  stop(): void
}

/** Watches from now on. `onStale` is called once, at the latest when 60 s of waking time passed in silence. */
export function createLifeline(timers: Timers, onStale: () => void): Lifeline {
  let heardAt = timers.now()
  let cancelStale = () => {}
  let cancelLook = () => {}

  function stop(): void {
    cancelStale()
    cancelLook()
  }

  function die(): void {
    stop()
    onStale()
  }

  function heard(): void {
    heardAt = timers.now()
    cancelStale()
    // a timer of its own: the clock may be set back meanwhile
    cancelStale = timers.after(STALE_MS, die)
  }

  function look(): void {
    if (timers.now() - heardAt >= STALE_MS) die()
  }

  function lookLater(): void {
    cancelLook = timers.after(HEARTBEAT_MS, () => {
      lookLater()
      look()
    })
  }

  heard()
  lookLater()
  return { heard, look, stop }
}
