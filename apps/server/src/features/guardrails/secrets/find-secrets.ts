import { libraryFinder, LIBRARY_RULES } from './library-rules.ts'
import { BY_CONTEXT, TOKENS, type SecretShape } from './secret-shapes.ts'
import type { Found } from '../found.ts'
import { readingsOf, withoutRepeats, type Reading } from '../readings.ts'
import { isPlaceholder } from './randomness.ts'

export interface SecretFinder {
  /** A cheap pre-check. Never false for a text in which `find` finds something. */
  mayContain: (text: string) => boolean
  /** Every secret, most reliable kinds first. */
  find: (text: string) => Found[]
  /** The same for a text with known readings. */
  findIn: (readings: readonly Reading[]) => Found[]
}

interface Rule {
  starts: string
  find: (text: string) => Found[]
}

const SPACE = 32
/** No secret is shorter or contains whitespace, so one pass is enough for most chat. */
const MIN_UNBROKEN_CHARS = 12
const LIBRARY_MIN_CHARS = 20

/**
 * Finds keys, tokens, private keys and passwords in a text (docs/rules/guardrails.md#secrets).
 *
 * It checks every stored text, so it has three steps, each only after a match of the previous one: an unbroken run
 * of characters, the start of any rule, then each rule whose own start matches. A text with invisible characters or
 * look-alikes is also checked without them; the ranges refer to the text as written.
 */
export function createSecretFinder(): SecretFinder {
  const rules = [
    ...TOKENS.map(ownRule),
    ...LIBRARY_RULES.map(({ id, rule, words, starts }) => libraryRule(id, { rule, words }, starts)),
    ...BY_CONTEXT.map(ownRule),
  ]
  const anyStart = new RegExp(rules.map(({ starts }) => `(?:${starts})`).join('|'))
  const compiled = rules.map(({ starts, find }) => ({ start: new RegExp(starts), find }))

  const mightHave = (text: string) => hasUnbrokenRun(text) && anyStart.test(text)
  const findIn = (all: readonly Reading[]): Found[] => {
    const readings = all.filter(({ text }) => mightHave(text))
    if (readings.length === 0) return []
    const found = compiled.flatMap(({ start, find }) =>
      readings.flatMap((reading) =>
        start.test(reading.text)
          ? find(reading.text).map(({ rule, words, ...range }) => ({
              rule,
              words,
              ...reading.rangeOf(range.start, range.end),
            }))
          : [],
      ),
    )
    return readings.length > 1 ? withoutRepeats(found) : found
  }
  return {
    mayContain: (text) => readingsOf(text).some((reading) => mightHave(reading.text)),
    find: (text) => findIn(readingsOf(text)),
    findIn,
  }
}

function ownRule({ rule, words, starts, rest, isWord, accepts }: SecretShape): Rule {
  const pattern = new RegExp(`${isWord ? '(?<![A-Za-z0-9_])' : ''}(?:${starts})${rest}`, 'dg')
  return {
    starts,
    find: (text) =>
      Array.from(text.matchAll(pattern)).flatMap((match) => {
        const [start, end] = match.indices?.groups?.['secret'] ?? [match.index, match.index + match[0].length]
        const secret = text.slice(start, end)
        const counts = accepts ? accepts(secret, match.groups ?? {}) : !isPlaceholder(secret)
        return counts ? [{ rule, words, start, end }] : []
      }),
  }
}

function libraryRule(id: string, { rule, words }: Pick<Found, 'rule' | 'words'>, starts: string): Rule {
  const rangesIn = libraryFinder(id)
  return {
    starts,
    find: (text) =>
      rangesIn(text).flatMap(([start, reportedEnd]) => {
        const end = tokenEnd(text, reportedEnd)
        const counts = end - start >= LIBRARY_MIN_CHARS && !isPlaceholder(text.slice(start, end))
        return counts ? [{ rule, words, start, end }] : []
      }),
  }
}

/** Some rules of the library match only a part of a longer token: the rest is secret, too. */
function tokenEnd(text: string, from: number): number {
  let end = from
  while (/[A-Za-z0-9_-]/.test(text.charAt(end))) end += 1
  return end
}

function hasUnbrokenRun(text: string): boolean {
  let run = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) <= SPACE) run = 0
    else if (++run >= MIN_UNBROKEN_CHARS) return true
  }
  return false
}
