export const SUGGESTIONS_MAX = 3
const PREFIX_MIN_CHARS = 3
const SLIPS_MAX = 3

/**
 * The handles that `handle` may be a typo of, nearest first, at most `max`.
 *
 * A handle is near if it is a few typos away (a letter wrong, missing, doubled or swapped with the next; one typo per
 * three characters, at most three), or if one is a prefix of the other.
 */
export function nearestHandles(
  handle: string,
  candidates: Iterable<string>,
  max: number = SUGGESTIONS_MAX,
): string[] {
  const slips = Math.min(SLIPS_MAX, Math.max(1, Math.floor(handle.length / 3)))
  const near: { candidate: string; distance: number }[] = []

  for (const candidate of new Set(candidates)) {
    if (candidate === handle) continue
    const distance = beginsLike(handle, candidate) ? slips : typingDistance(handle, candidate, slips)
    if (distance <= slips) near.push({ candidate, distance })
  }

  near.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  return near.slice(0, max).map(({ candidate }) => candidate)
}

function beginsLike(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  return shorter >= PREFIX_MIN_CHARS && (a.startsWith(b) || b.startsWith(a))
}

/**
 * The Damerau-Levenshtein distance from `a` to `b`; Infinity above `limit`. Computes only
 * cells within the limit of the diagonal: hundreds of unknown mentions must not block the event loop.
 */
function typingDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Infinity

  let beforeLast: number[] = []
  let last = Array.from({ length: Math.min(limit, b.length) + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const first = Math.max(1, row - limit)
    const current: number[] = []
    current[first - 1] = first === 1 ? row : Infinity
    let least = at(current, first - 1)
    for (let column = first; column <= Math.min(b.length, row + limit); column += 1) {
      const same = a[row - 1] === b[column - 1]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const distance = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Infinity,
      )
      current[column] = distance
      least = Math.min(least, distance)
    }
    if (least > limit) return Infinity
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

const at = (row: number[], column: number): number => row[column] ?? Infinity
