/**
 * The only source of time for our code and SQL. What tests move is this clock; parts that keep their own
 * time (jobs, sockets) are never asked when something happened.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export interface MovableClock extends Clock {
  /** From now on it is `at` (milliseconds since 1970), and the clock runs on unless it is held. */
  moveTo(at: number): void
  /** From now on only `moveTo` moves the clock. */
  hold(): void
  /** The system's time again. */
  reset(): void
}

export function systemClock(): Clock {
  return { now: () => Date.now() }
}

export function movableClock(): MovableClock {
  let offset = 0
  let heldAt: number | null = null
  const now = () => heldAt ?? Date.now() + offset
  return {
    now,
    moveTo: (at) => {
      if (heldAt === null) offset = at - Date.now()
      else heldAt = at
    },
    hold: () => {
      heldAt = now()
    },
    reset: () => {
      offset = 0
      heldAt = null
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
