/** How often the feed polls while there is no stream: intervals, limits and what follows from them. */

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

export interface PollingRules {
  /** Waits between two polls: during activity, soon after it, later, and in the background. */
  readonly activeMs: number
  readonly recentMs: number
  readonly idleMs: number
  readonly backgroundMs: number
  /** After so long without activity the next longer wait applies. */
  readonly recentAfterMs: number
  readonly idleAfterMs: number
  readonly backgroundAfterMs: number
  /** Requests in any hour, and in any minute. */
  readonly hourMax: number
  readonly minuteMax: number
}

export const PRODUCTION: PollingRules = {
  activeMs: 5 * SECOND_MS,
  recentMs: 15 * SECOND_MS,
  idleMs: MINUTE_MS,
  backgroundMs: 5 * MINUTE_MS,
  recentAfterMs: MINUTE_MS,
  idleAfterMs: 5 * MINUTE_MS,
  backgroundAfterMs: 15 * MINUTE_MS,
  hourMax: 240,
  minuteMax: 20,
}

export const DEVELOPMENT: PollingRules = {
  activeMs: 3 * SECOND_MS,
  recentMs: 10 * SECOND_MS,
  idleMs: 30 * SECOND_MS,
  backgroundMs: 2 * MINUTE_MS,
  recentAfterMs: 30 * SECOND_MS,
  idleAfterMs: 3 * MINUTE_MS,
  backgroundAfterMs: 10 * MINUTE_MS,
  hourMax: 1200,
  minuteMax: 50,
}

/** @param environment what the server says it is; anything but development polls as in production */
export function rulesFor(environment: string | null): PollingRules {
  return environment === 'development' ? DEVELOPMENT : PRODUCTION
}

/**
 * The wait after a poll.
 *
 * @param quietMs how long there has been neither input nor anything new
 */
export function intervalMs(rules: PollingRules, isHidden: boolean, quietMs: number): number {
  if (isHidden || quietMs >= rules.backgroundAfterMs) return rules.backgroundMs
  if (quietMs >= rules.idleAfterMs) return rules.idleMs
  return quietMs >= rules.recentAfterMs ? rules.recentMs : rules.activeMs
}

/** The requests of the hour before `now`; without those that a clock set back would put into the future. */
export function ofLastHour(requests: readonly number[], now: number): number[] {
  return requests.filter((at) => at > now - HOUR_MS && at <= now)
}

/** How long until another request is within both limits; 0 if it is now. */
export function budgetWaitMs(rules: PollingRules, requests: readonly number[], now: number): number {
  const made = ofLastHour(requests, now)
  const leaves = (max: number, windowMs: number) => {
    const oldest = made.at(-max)
    return oldest === undefined ? 0 : oldest + windowMs - now
  }
  return Math.max(0, leaves(rules.hourMax, HOUR_MS), leaves(rules.minuteMax, MINUTE_MS))
}

const REQUEST_COST = 0.001
const COST_WARNING = 0.1

/** The cost of so many requests in an hour, and whether it is worth a warning. */
export function costOf(requests: number): { readonly cost: number; readonly isHigh: boolean } {
  const cost = requests * REQUEST_COST
  return { cost, isHigh: cost > COST_WARNING }
}

const LIMITED_MIN_MS = 30 * SECOND_MS
const LIMITED_MAX_MS = 60 * SECOND_MS

/**
 * The wait after a rate-limited request, always within 30 to 60 s.
 *
 * @param retryAfterMs what the server said; null: at random
 * @param random 0 to 1
 */
export function limitedMs(retryAfterMs: number | null, random: number): number {
  const ms = retryAfterMs ?? LIMITED_MIN_MS + random * (LIMITED_MAX_MS - LIMITED_MIN_MS)
  return Math.min(Math.max(ms, LIMITED_MIN_MS), LIMITED_MAX_MS)
}

/** The requests that polling has made, and may make. */
export interface Budget {
  /** How long until another request may be made; 0 if it may be made now. */
  waitMs(now: number): number
  spend(now: number): void
}

/** @param warn called when an hour's requests begin to cost more than they should */
export function createBudget(rules: PollingRules, warn: (what: string) => void): Budget {
  let requests: number[] = []
  let hasWarned = false
  return {
    waitMs: (now) => budgetWaitMs(rules, requests, now),
    spend(now) {
      requests = [...ofLastHour(requests, now), now]
      const { cost, isHigh } = costOf(requests.length)
      if (isHigh && !hasWarned) {
        warn(`Polling is costly: ${requests.length} requests in an hour, ${cost.toFixed(3)}`)
      }
      hasWarned = isHigh
    },
  }
}
