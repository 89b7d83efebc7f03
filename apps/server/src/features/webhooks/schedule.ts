/** When a webhook is retried, and when it is switched off (docs/rules/webhooks.md#attempts). Pure. */
import { WEBHOOK_OFF_AFTER_MS, WEBHOOK_RETRY_AFTER_MAX_S, WEBHOOK_RETRY_S } from '@flockwork/contract/limits'

/** The maximum backoff of a receiver's other calls, so that its recovery is noticed soon. */
const HOLD_MAX_S = 300
/** Jitter, so that a recovered receiver doesn't get everything at once. */
const JITTER = 0.1

/** Seconds until the next attempt; `undefined` after the last one. `retryAfterS` is the receiver's `Retry-After`. */
export function retryInS(
  attempts: number,
  retryAfterS: number | undefined,
  random: number,
): number | undefined {
  const planned = WEBHOOK_RETRY_S[attempts - 1]
  if (planned === undefined) return undefined
  const wanted = Math.min(retryAfterS ?? 0, WEBHOOK_RETRY_AFTER_MAX_S)
  return Math.max(planned * (1 + JITTER * random), wanted)
}

/** Seconds of backoff for a receiver after this many failures in a row. */
export function holdS(failures: number, retryAfterS: number | undefined): number {
  const planned = WEBHOOK_RETRY_S[Math.min(failures, WEBHOOK_RETRY_S.length) - 1] ?? 0
  return Math.max(Math.min(planned, HOLD_MAX_S), Math.min(retryAfterS ?? 0, WEBHOOK_RETRY_AFTER_MAX_S))
}

/** Whether to switch off a webhook that has failed since then, this often in a row. */
export function isOver(failingSince: number, failures: number, now: number): boolean {
  return now - failingSince >= WEBHOOK_OFF_AFTER_MS && failures >= WEBHOOK_RETRY_S.length
}

/** The seconds that a `Retry-After` header asks for: a number of them, or a date. */
export function retryAfterSecondsOf(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const at = text.endsWith('GMT') ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000))
}
