/** A clock and its alarms, and chance: tests give those that only they move. */
export interface Timers {
  /** @returns a function that cancels. */
  after(ms: number, act: () => void): () => void
  now(): number
  /** 0 to 1. */
  random(): number
}
