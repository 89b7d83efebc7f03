/** A clock that only advances when a test advances it. */
import type { Timers } from './timers.ts'

export interface ManualTimers extends Timers {
  /** Advances the clock, runs the timers that are due, and lets promises settle. */
  pass(ms: number): Promise<void>
  /** The device sleeps, or its clock is set: time passes without timers firing. */
  sleep(ms: number): void
  /** The remaining time of each pending timer, soonest first. */
  waits(): number[]
}

export function manualTimers(startAt = 0, random = 0.5): ManualTimers {
  let now = startAt
  let timers: { at: number; act: () => void }[] = []

  return {
    now: () => now,
    random: () => random,
    after(ms, act) {
      const timer = { at: now + ms, act }
      timers = [...timers, timer].toSorted((one, other) => one.at - other.at)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    async pass(ms) {
      const end = now + ms
      await settle()
      for (let due = timers[0]; due && due.at <= end; due = timers[0]) {
        timers = timers.slice(1)
        now = due.at
        due.act()
        await settle()
      }
      now = end
    },
    sleep(ms) {
      now += ms
      for (const timer of timers) timer.at += ms
    },
    waits: () => timers.map(({ at }) => at - now),
  }
}

/** Lets every promise that can settle do so. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
