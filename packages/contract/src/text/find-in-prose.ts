import { proseRanges } from './prose.ts'

interface Found {
  /** The pattern's first capture group. */
  name: string
  start: number
  end: number
}

/** The matches of `pattern` (global) that are completely within prose, in order. */
export function findInProse(text: string, pattern: RegExp): Found[] {
  const ranges = proseRanges(text)
  const found: Found[] = []
  let at = 0

  for (const match of text.matchAll(pattern)) {
    const start = match.index
    const end = start + match[0].length
    while ((ranges[at]?.end ?? Infinity) <= start) at += 1

    const range = ranges[at]
    if (range && range.start <= start && end <= range.end) found.push({ name: match[1] ?? '', start, end })
  }
  return found
}
