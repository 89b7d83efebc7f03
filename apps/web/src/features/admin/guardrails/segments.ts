/** Splits a text into the segments inside and between ranges. Pure. */
export interface Segment {
  /** Its offset in the text. */
  readonly start: number
  readonly text: string
  readonly isMarked: boolean
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Ranges may overlap, touch and be unsorted. */
export function segmentsOf(text: string, ranges: readonly Range[]): Segment[] {
  const segments: Segment[] = []
  const add = (from: number, to: number, isMarked: boolean) => {
    if (to > from) segments.push({ start: from, text: text.slice(from, to), isMarked })
  }
  let done = 0
  for (const { start, end } of merged(ranges)) {
    add(done, start, false)
    add(start, end, true)
    done = end
  }
  add(done, text.length, false)
  return segments
}

function merged(ranges: readonly Range[]): Range[] {
  const apart: Range[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1)
    if (last !== undefined && start <= last.end) {
      apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    } else apart.push({ start, end })
  }
  return apart
}
