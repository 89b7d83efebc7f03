/** The requests that polling has made, and may make. */
import { budgetWaitMs, costOf, ofLastHour, type PollingRules } from './polling-rules.ts'

export interface Budget {
  /** How long until another request may be made; 0 when it is now. */
  waitMs(now: number): number
  spend(now: number): void
}

/** @param warn told once when an hour's requests cost more than they should, and again after they didn't */
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
