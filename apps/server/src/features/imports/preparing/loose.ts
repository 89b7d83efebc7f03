/** Reads values out of somebody's JSON, of which nothing is certain. */

export type Loose = Readonly<Record<string, unknown>>

export function recordOf(value: unknown): Loose {
  // an object that JSON made
  return isRecord(value) ? (value as Loose) : {}
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The records of a list; what is none is left out. */
export function recordsOf(value: unknown): Loose[] {
  return listOf(value).filter(isRecord).map(recordOf)
}

/** A text that can be stored: without NUL, and without halves of surrogate pairs. Empty for what is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : ''
}

/** A number, or a text that is one; an id is such. */
export function idOf(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return textOf(value).slice(0, ID_CHARS)
}

const ID_CHARS = 200

/** A number of seconds since 1970, or a text that is one, in milliseconds; undefined for what can't be a time here. */
export function timeOf(value: unknown): number | undefined {
  const seconds = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN
  const ms = Math.floor(seconds * 1000)
  return Number.isFinite(ms) && ms >= OLDEST_MS ? ms : undefined
}

/** Neither product is as old. */
const OLDEST_MS = Date.UTC(2000, 0, 1)
