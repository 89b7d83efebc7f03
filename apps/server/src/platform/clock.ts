/**
 * The only source of time for our code and SQL. What tests move is this clock; parts that keep their own
 * time (jobs, sockets) are never asked when something happened.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export interface MovableClock extends Clock {
  /** From now on the clock runs on from `at` (milliseconds since 1970). */
  moveTo(at: number): void
}

export function systemClock(): Clock {
  return { now: () => Date.now() }
}

export function movableClock(): MovableClock {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    moveTo: (at) => {
      offset = at - Date.now()
    },
  }
}

export function isMovable(clock: Clock): clock is MovableClock {
  return 'moveTo' in clock
}

/** A time as the wire has it: RFC 3339, UTC, milliseconds. */
export function wireTime(at: Date): string {
  return at.toISOString()
}

export function wireTimeOrNull(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}
