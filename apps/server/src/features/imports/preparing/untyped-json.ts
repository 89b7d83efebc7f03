/** Reads values from untrusted JSON of unknown shape. */

export type JsonRecord = Readonly<Record<string, unknown>>

export function recordOf(value: unknown): JsonRecord {
  // an object from JSON
  return isRecord(value) ? (value as JsonRecord) : {}
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The objects in a list; other items are left out. */
export function recordsOf(value: unknown): JsonRecord[] {
  return listOf(value).filter(isRecord).map(recordOf)
}

/** A storable string: without NUL and lone surrogates. Empty for other values. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : ''
}

/** An id: a number, or a string. */
export function idOf(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return textOf(value).slice(0, ID_CHARS)
}

const ID_CHARS = 200

/** Seconds since 1970, as a number or string, converted to milliseconds; undefined for an implausible time. */
export function timeOf(value: unknown): number | undefined {
  const seconds = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN
  const ms = Math.floor(seconds * 1000)
  return Number.isFinite(ms) && ms >= OLDEST_MS ? ms : undefined
}

/** Neither product is that old. */
const OLDEST_MS = Date.UTC(2000, 0, 1)
