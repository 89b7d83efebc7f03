import { CATCH_UP_DAYS_MAX } from '../limits.ts'

const DURATION = /^(\d{1,6})\s?([mhd])$/i
const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/i
const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The years 1 to 9999 in any time zone, which both the database and RFC 3339 support. */
const TIME_MIN_MS = Date.parse('0001-01-01T00:00:00.000Z')
const TIME_MAX_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * A duration before `now` (`15m`, `24h`, `7d`) or a time (RFC 3339, without a zone in UTC), as milliseconds since 1970;
 * `undefined` for anything else.
 */
export function readSince(given: string, now: number): number | undefined {
  const text = given.trim()
  const [, count, unit = ''] = DURATION.exec(text) ?? []
  if (count !== undefined) {
    const ms = Number(count) * (UNITS_MS[unit.toLowerCase()] ?? Number.NaN)
    return ms <= CATCH_UP_DAYS_MAX * 86_400_000 ? now - ms : undefined
  }
  if (!TIME.test(text)) return undefined
  const joined = text.replace(' ', 'T')
  const hasZone = !joined.includes('T') || /(?:Z|[+-]\d{2}:\d{2})$/i.test(joined)
  const at = Date.parse(hasZone ? joined : `${joined}Z`)
  return at >= TIME_MIN_MS && at <= TIME_MAX_MS ? at : undefined
}
