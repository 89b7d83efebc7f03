/** Clock, timers and randomness; tests inject their own. */
export interface Timers {
  /** @returns a function that cancels. */
  after(ms: number, act: () => void): () => void
  now(): number
  /** 0 to 1. */
  random(): number
}
