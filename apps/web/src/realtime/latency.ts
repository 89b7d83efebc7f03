/**
 * How late the stream's news comes (a warning above 1500 ms: docs/rules/realtime.md#connection).
 *
 * Two measures: the time from a request to the first event of its stream, and by how much a `ping` comes
 * later than the quickest one did, by the server's time in it. The server's clock may be wrong by any amount,
 * so only the smallest difference between the two clocks counts; the answer to a request bounds it, taken
 * halfway between asking and hearing.
 *
 * One slow measure proves nothing: a busy page, a laptop that slept between the two. Two in a row, some
 * seconds apart, begin an episode; one quick one ends it. Other events carry the time of the change, which
 * may lie long before they were sent (a replay), so they aren't measured.
 */
import { STALE_MS } from './lifeline.ts'

/** Above this the connection is slow. */
const SLOW_MS = 1500
/** Two slow measures count as two when they lie so far apart: what waited together comes together. */
const APART_MS = 5000
/** The two clocks of this device differ by more: it slept, or its time was set. */
const JUMP_MS = 500

interface Deps {
  /** The time of day, in milliseconds since 1970. */
  now: () => number
  /** Milliseconds since some moment, never set; stands still or not while the device sleeps. */
  uptime: () => number
  /** `latencyMs` is the measure that decided. */
  onChange: (isSlow: boolean, latencyMs: number) => void
}

export interface LatencyMeter {
  /** A request for a stream goes out. @returns what to call with the server's time in its first event */
  asked(): (serverTime: number) => void
  /** A ping came. */
  pinged(serverTime: number): void
}

export function createLatencyMeter({ now, uptime, onChange }: Deps): LatencyMeter {
  /** This device's time less the server's, at its smallest. */
  let offset: number | null = null
  let last: Moment | null = null
  let slowSince: number | null = null
  let isSlow = false

  const moment = (): Moment => ({ at: now(), uptime: uptime() })

  function forgetAfterJump(from: Moment | null, to: Moment): boolean {
    const hasJumped = from !== null && Math.abs(to.at - from.at - (to.uptime - from.uptime)) > JUMP_MS
    if (hasJumped) {
      offset = null
      slowSince = null
    }
    return hasJumped
  }

  function seen(candidate: number): number {
    offset = Math.min(offset ?? candidate, candidate)
    return offset
  }

  function judge(latencyMs: number, at: number): void {
    if (latencyMs <= SLOW_MS) {
      slowSince = null
      become(false, latencyMs)
    } else if (latencyMs >= STALE_MS) {
      // nothing comes so late on a stream that lives: the server's clock was set back
      offset = null
    } else {
      slowSince ??= at
      if (at - slowSince >= APART_MS) become(true, latencyMs)
    }
  }

  function become(next: boolean, latencyMs: number): void {
    if (next === isSlow) return
    isSlow = next
    onChange(next, latencyMs)
  }

  return {
    asked() {
      const before = moment()
      forgetAfterJump(last, before)
      return (serverTime) => {
        const after = moment()
        last = after
        if (forgetAfterJump(before, after)) return
        seen((before.at + after.at) / 2 - serverTime)
        judge(after.at - before.at, after.at)
      }
    },
    pinged(serverTime) {
      const here = moment()
      forgetAfterJump(last, here)
      last = here
      const difference = here.at - serverTime
      judge(difference - seen(difference), here.at)
    },
  }
}

interface Moment {
  at: number
  uptime: number
}
