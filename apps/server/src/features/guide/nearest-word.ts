/** Corrects mistyped words. */

/** Shorter words have too many neighbours. */
const LENGTH_MIN = 5
/** Longer words aren't typed by accident. */
const LENGTH_MAX = 24

/** A longer ending makes it a different word. */
const ENDING_MAX = 3

/**
 * The only word at one typo's distance: an extra, missing or wrong letter, or two swapped ones; or with
 * a different ending, such as `auditor` for `audit`.
 */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  if (word.length < LENGTH_MIN || word.length > LENGTH_MAX) return undefined
  let found: string | undefined
  for (const candidate of known) {
    if (candidate.length < LENGTH_MIN || candidate[0] !== word[0]) continue
    if (!isOneSlip(word, candidate) && !isSameRoot(word, candidate)) continue
    if (found !== undefined) return undefined
    found = candidate
  }
  return found
}

function isSameRoot(one: string, other: string): boolean {
  const isNear = Math.abs(one.length - other.length) <= ENDING_MAX
  return isNear && (one.startsWith(other) || other.startsWith(one))
}

function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end))
    end++
  const left = one.slice(start, one.length - end)
  const right = other.slice(start, other.length - end)
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
