/** A bell that is remembered until somebody has heard it. */
export interface Alarm {
  readonly ring: () => void
  /** Forgets what rang so far. */
  readonly reset: () => void
  /** Resolves when it rings, at once if it has rung since the last reset. */
  readonly rung: () => Promise<void>
}

export function createAlarm(): Alarm {
  let bell = Promise.withResolvers<void>()
  return {
    ring: () => bell.resolve(),
    reset: () => {
      bell = Promise.withResolvers()
    },
    rung: () => bell.promise,
  }
}
