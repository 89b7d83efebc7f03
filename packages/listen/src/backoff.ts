import { setTimeout as delay } from 'node:timers/promises'

export interface Backoff {
  /** The longest first wait; it doubles with each failure. */
  readonly firstMs: number
  readonly maxMs: number
}

/**
 * How long to wait after `failures` failures in a row (1 or more), in milliseconds: at least half of the
 * doubled time, so that many listeners don't reconnect at the same moment.
 *
 * @param random 0 to 1.
 */
export function waitMs({ firstMs, maxMs }: Backoff, failures: number, random: number): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30))
  return Math.round(full / 2 + (full / 2) * random)
}

/** Resolves after the time, or at once when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
