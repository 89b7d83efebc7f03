/** Backoff of the realtime connection (docs/rules/realtime.md#connection). */

const BASE_MS = 250
const MAX_MS = 30_000
const JITTER = 0.25
export const ATTEMPTS_MAX = 10

/**
 * The wait before attempt number `attempt` (1 is the first retry): 250 ms, doubled each time up to 30 s, with a jitter
 * of a quarter, so that a thousand browsers don't reconnect in the same instant.
 *
 * @param random 0 to 1
 */
export function backoffMs(attempt: number, random: number): number {
  const wait = Math.min(BASE_MS * 2 ** (attempt - 1), MAX_MS)
  return Math.round(wait * (1 + JITTER * (2 * random - 1)))
}

/** The wait of the periodic mode, after the attempts are used up. */
export function periodicMs(random: number): number {
  return backoffMs(Number.POSITIVE_INFINITY, random)
}
