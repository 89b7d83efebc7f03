/** Parts of a file that may still be growing (RFC 9110, sections 13.1.5 and 14). */

/** The bytes from the first up to `end`, exclusive; without `end`, to the end of the file. */
export interface Range {
  readonly from: number
  readonly end?: number
}

const RANGE = /^bytes=(\d{1,15})-(\d{0,15})$/

/** The requested range; undefined for none, for several, and for suffix ranges, because the file may grow. */
export function readRange(header: string | undefined): Range | undefined {
  const found = RANGE.exec(header ?? '')
  if (found === null) return undefined
  const from = Number(found[1])
  if (found[2] === '') return { from }
  const end = Number(found[2]) + 1
  return end > from ? { from, end } : undefined
}

export interface Served {
  readonly status: 200 | 206 | 416
  readonly from: number
  readonly end: number
  /** The value of Content-Range. */
  readonly says: string | null
}

const WHOLE: Served = { status: 200, from: 0, end: Number.POSITIVE_INFINITY, says: null }

/**
 * What to send: the whole file; the range; or, for a range of a growing file, what has been written so far, without the
 * total size.
 */
export function serve(
  range: Range | undefined,
  { size, isWhole }: { size: number; isWhole: boolean },
): Served {
  if (range === undefined) return isWhole ? { ...WHOLE, end: size } : WHOLE
  const total = isWhole ? String(size) : '*'
  if (range.from >= size) return { status: 416, from: 0, end: 0, says: `bytes */${total}` }
  const end = Math.min(range.end ?? size, size)
  return { status: 206, from: range.from, end, says: `bytes ${range.from}-${end - 1}/${total}` }
}
