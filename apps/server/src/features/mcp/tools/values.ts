/** Parses values of arguments: times, limits, names. */
import {
  IDEMPOTENCY_KEY_MAX_CHARS,
  MESSAGE_PAGE_MAX,
  WAIT_DEFAULT_S,
  WAIT_MAX_S,
  WAIT_WITH_PROGRESS_MAX_S,
} from '@flockwork/contract/limits'
import { invalid } from '../../../platform/errors.ts'

const LIMIT_DEFAULT = 20

/** Absent, zero or less means the default; more than the maximum means the maximum. */
export function limitOf(given: number | undefined): number {
  if (given === undefined || given < 1) return LIMIT_DEFAULT
  return Math.min(Math.floor(given), MESSAGE_PAGE_MAX)
}

/** Seconds to wait, at most what clients resolveAliases, which is more if they get progress. */
export function timeoutOf(given: number | undefined, hasProgress: boolean): number {
  const max = hasProgress ? WAIT_WITH_PROGRESS_MAX_S : WAIT_MAX_S
  if (given === undefined || given <= 0) return WAIT_DEFAULT_S
  return Math.min(given, max)
}

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** @throws Invalid unless the text is a duration or a time. */
export function sinceOf(given: string | undefined, now: number): Date | undefined {
  if (given === undefined || given.trim() === '') return undefined
  const [, count, unit = ''] = /^(\d{1,6})\s*([mhd])$/i.exec(given.trim()) ?? []
  const unitMs = UNITS_MS[unit.toLowerCase()]
  const at = count === undefined || unitMs === undefined ? Date.parse(given) : now - Number(count) * unitMs
  if (Number.isNaN(at))
    throw invalid(['since'], 'must be 15m, 1h, 24h, 7d or a time such as 2026-01-31T12:00:00Z')
  return new Date(at)
}

/** A name as people type it, such as `@Scout` or `#Release`. Empty is absent. */
export function nameOf(given: string | undefined): string | undefined {
  const name = given?.trim().replace(/^[@#]/, '').toLowerCase()
  return name === '' ? undefined : name
}

export function textOf(given: string | undefined): string | undefined {
  const text = given?.trim()
  return text === '' ? undefined : text
}

/** @throws Invalid for a key that is too long. */
export function keyOf({
  idempotency_key: given,
}: {
  idempotency_key?: string | undefined
}): string | undefined {
  const key = textOf(given)
  if (key === undefined || key.length <= IDEMPOTENCY_KEY_MAX_CHARS) return key
  throw invalid(['idempotency_key'], `must be at most ${IDEMPOTENCY_KEY_MAX_CHARS} characters`)
}

/** Whether a call's `detail` asks for every field of every item. */
export function wantsAll(detail: unknown): boolean {
  return typeof detail === 'string' && detail.trim().toLowerCase() === 'full'
}
