/**
 * The only source of time for our code and SQL, so that tests can move it. Times that are stored come from here, never
 * from the database or a library with a clock of its own (jobs, sockets).
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export interface MovableClock extends Clock {
  /** Sets the time to `at` (milliseconds since 1970); the clock runs on unless it is frozen. */
  moveTo(at: number): void
  /** Stops the clock: only `moveTo` changes it. */
  freeze(): void
  isFrozen(): boolean
  /** Back to the system's time. */
  reset(): void
}

export function systemClock(): Clock {
  return { now: () => Date.now() }
}

export function movableClock(): MovableClock {
  let offset = 0
  let frozenAt: number | null = null
  const now = () => frozenAt ?? Date.now() + offset
  return {
    now,
    moveTo: (at) => {
      if (frozenAt === null) offset = at - Date.now()
      else frozenAt = at
    },
    freeze: () => {
      frozenAt = now()
    },
    isFrozen: () => frozenAt !== null,
    reset: () => {
      offset = 0
      frozenAt = null
    },
  }
}

export function isMovable(clock: Clock): clock is MovableClock {
  return 'moveTo' in clock
}

/** A time in the wire format: RFC 3339, UTC, milliseconds. */
export function wireTime(at: Date): string {
  return at.toISOString()
}

export function wireTimeOrNull(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}
