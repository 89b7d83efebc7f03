/**
 * Measures the stream's latency (a warning above 1500 ms: docs/rules/realtime.md#connection).
 *
 * Two samples: the time from a request to the first event of its stream, and how much later a `ping` arrives than the
 * fastest one, by the server time in it. The server's clock may be off by any amount, so only the smallest offset
 * between the clocks counts; a request bounds it at the midpoint of its round trip.
 *
 * One slow sample proves nothing: the page was busy, the laptop slept. Two in a row, seconds apart, start a slow
 * episode; one fast sample ends it. Other events carry the time of their change, which a replay sends much later, so
 * they aren't sampled.
 */
import { STALE_MS } from './heartbeat.ts'

/** Above this the connection is slow. */
const SLOW_MS = 1500
/** Slow samples closer than this count as one: delayed events arrive together. */
const APART_MS = 5000
/** The device's two clocks diverged by more than this: it slept, or its time was set. */
const JUMP_MS = 500

interface Deps {
  /** The time of day, in milliseconds since 1970. */
  now: () => number
  /** Monotonic milliseconds; may or may not pause while the device sleeps. */
  uptime: () => number
  /** `latencyMs` is the deciding sample. */
  onChange: (isSlow: boolean, latencyMs: number) => void
}

export interface LatencyMeter {
  /** A stream is being requested. @returns a function to call with the server time of its first event */
  requested(): (serverTime: number) => void
  /** A ping arrived. */
  pinged(serverTime: number): void
}

export function createLatencyMeter({ now, uptime, onChange }: Deps): LatencyMeter {
  /** The smallest difference between this device's clock and the server's. */
  let offset: number | null = null
  let last: Moment | null = null
  let slowSince: number | null = null
  let isSlow = false

  const moment = (): Moment => ({ at: now(), uptime: uptime() })

  function resetAfterJump(from: Moment | null, to: Moment): boolean {
    const hasJumped = from !== null && Math.abs(to.at - from.at - (to.uptime - from.uptime)) > JUMP_MS
    if (hasJumped) {
      offset = null
      slowSince = null
    }
    return hasJumped
  }

  function updateOffset(candidate: number): number {
    offset = Math.min(offset ?? candidate, candidate)
    return offset
  }

  function judge(latencyMs: number, at: number): void {
    if (latencyMs <= SLOW_MS) {
      slowSince = null
      setSlow(false, latencyMs)
    } else if (latencyMs >= STALE_MS) {
      // impossible on a live stream: the server's clock was set back
      offset = null
    } else {
      slowSince ??= at
      if (at - slowSince >= APART_MS) setSlow(true, latencyMs)
    }
  }

  function setSlow(next: boolean, latencyMs: number): void {
    if (next === isSlow) return
    isSlow = next
    onChange(next, latencyMs)
  }

  return {
    requested() {
      const before = moment()
      resetAfterJump(last, before)
      return (serverTime) => {
        const after = moment()
        last = after
        if (resetAfterJump(before, after)) return
        updateOffset((before.at + after.at) / 2 - serverTime)
        judge(after.at - before.at, after.at)
      }
    },
    pinged(serverTime) {
      const here = moment()
      resetAfterJump(last, here)
      last = here
      const difference = here.at - serverTime
      judge(difference - updateOffset(difference), here.at)
    },
  }
}

interface Moment {
  at: number
  uptime: number
}
