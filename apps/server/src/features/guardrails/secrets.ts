import { askLibrary, LIBRARY_RULES } from './library-shapes.ts'
import { BY_PLACE, TOKENS, type SecretShape } from './own-shapes.ts'
import { isPlaceholder } from './randomness.ts'

/** The place of a secret in a text, in UTF-16 units, and what it is: a noun with its article. */
export interface FoundSecret {
  kind: string
  start: number
  end: number
}

export interface SecretFinder {
  /** Whether a closer look is worth it. Never false for a text in which `find` finds something. */
  mayHold: (text: string) => boolean
  /** Every secret, the surest kinds first. */
  find: (text: string) => FoundSecret[]
}

interface Rule {
  starts: string
  find: (text: string) => FoundSecret[]
}

const SPACE = 32
/** No secret is shorter, and each stands unbroken, so most chat is done with after one pass over it. */
const MIN_UNBROKEN_CHARS = 12
const LIBRARY_MIN_CHARS = 20

const MASK = '********'

/**
 * Finds keys, tokens, private keys and passwords in a text (docs/rules/guardrails.md#secrets).
 *
 * It is asked about every text before it is stored, so it looks in three steps, each only where the one
 * before saw something: for an unbroken run of characters, for the beginning of any rule, then by each rule
 * whose own beginning is there.
 */
export function createSecretFinder(): SecretFinder {
  const rules = [
    ...TOKENS.map(ownRule),
    ...LIBRARY_RULES.map(({ id, kind, starts }) => libraryRule(id, kind, starts)),
    ...BY_PLACE.map(ownRule),
  ]
  const anyStart = new RegExp(rules.map(({ starts }) => `(?:${starts})`).join('|'))
  const asked = rules.map(({ starts, find }) => ({ start: new RegExp(starts), find }))

  const mayHold = (text: string) => hasUnbrokenRun(text) && anyStart.test(text)
  return {
    mayHold,
    find: (text) =>
      mayHold(text) ? asked.flatMap(({ start, find }) => (start.test(text) ? find(text) : [])) : [],
  }
}

/** `text` with each of `secrets` replaced by a mask that doesn't tell its length. */
export function maskSecrets(text: string, secrets: readonly FoundSecret[]): string {
  let masked = ''
  let done = 0
  for (const { start, end } of secrets.toSorted((a, b) => a.start - b.start)) {
    if (start >= done) masked += text.slice(done, start) + MASK
    done = Math.max(done, end)
  }
  return masked + text.slice(done)
}

function ownRule({ kind, starts, rest, isWord, accepts }: SecretShape): Rule {
  const pattern = new RegExp(`${isWord ? '(?<![A-Za-z0-9_])' : ''}(?:${starts})${rest}`, 'dg')
  return {
    starts,
    find: (text) =>
      Array.from(text.matchAll(pattern)).flatMap((match) => {
        const [start, end] = match.indices?.groups?.['secret'] ?? [match.index, match.index + match[0].length]
        const secret = text.slice(start, end)
        const counts = accepts ? accepts(secret, match.groups ?? {}) : !isPlaceholder(secret)
        return counts ? [{ kind, start, end }] : []
      }),
  }
}

function libraryRule(id: string, kind: string, starts: string): Rule {
  const rangesIn = askLibrary(id)
  return {
    starts,
    find: (text) =>
      rangesIn(text).flatMap(([start, shownEnd]) => {
        const end = tokenEnd(text, shownEnd)
        const counts = end - start >= LIBRARY_MIN_CHARS && !isPlaceholder(text.slice(start, end))
        return counts ? [{ kind, start, end }] : []
      }),
  }
}

/** Some rules of the library stop short in a token that is longer than they know: the rest is secret too. */
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
