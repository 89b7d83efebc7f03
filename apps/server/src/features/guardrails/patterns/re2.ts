/**
 * Administrators' patterns, in RE2's syntax: matching takes linear time for any pattern
 * (docs/rules/guardrails.md#patterns). The only file that imports the library.
 */
import { PATTERN_MAX_CHARS, PATTERN_MAX_SIZE } from '@flockwork/contract/limits'
import { RE2JS, RE2JSSyntaxException } from 're2js'
import type { Range } from '../found.ts'

export interface CompiledPattern {
  /** The number of instructions, which bounds its cost. */
  readonly size: number
  /** The non-empty matches; after many matches the rest of the text counts as one. */
  readonly find: (text: string) => readonly Range[]
}

/** Why a pattern is unusable, and at which character, counted from 1. */
export interface PatternError {
  readonly message: string
  readonly at: number | null
}

/** Each match may read the rest of the text: without a bound the time would be quadratic. */
const MATCHES_MAX = 20
const NONE: readonly Range[] = []

const TOO_LARGE = 'It is too large when its repetitions are written out'

/** Texts with nothing in common: a pattern that matches all of them is useless. */
const SAMPLES = ['', '~', 'zq zq', '\u00e9\u2603', '7', '{"":[]}\n'] as const

export function compilePattern(pattern: string): CompiledPattern | PatternError {
  if (pattern.length > PATTERN_MAX_CHARS) {
    return { message: `At most ${PATTERN_MAX_CHARS} characters`, at: null }
  }
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(pattern)
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return problemOf(pattern, error)
    throw error
  }
  const size = compiled.programSize()
  if (size > PATTERN_MAX_SIZE) return { message: TOO_LARGE, at: null }
  if (SAMPLES.some((text) => matchesNothing(compiled, text))) {
    return { message: 'It matches where there is no text at all: say what must be there', at: null }
  }
  if (SAMPLES.every((text) => text === '' || compiled.test(text))) {
    return { message: 'It matches every text: say more exactly what to look for', at: null }
  }
  return { size, find: (text) => findRanges(compiled, text) }
}

export function isCompiled(result: CompiledPattern | PatternError): result is CompiledPattern {
  return 'find' in result
}

function matchesNothing(compiled: RE2JS, text: string): boolean {
  const matcher = compiled.matcher(text)
  while (matcher.find()) if (matcher.end() === matcher.start()) return true
  return false
}

function findRanges(compiled: RE2JS, text: string): readonly Range[] {
  // testing is many times faster than finding positions, and most texts don't match
  if (!compiled.test(text)) return NONE
  const matcher = compiled.matcher(text)
  const ranges: Range[] = []
  while (matcher.find()) {
    const start = matcher.start()
    if (ranges.length === MATCHES_MAX) {
      ranges.push({ start, end: text.length })
      break
    }
    const end = matcher.end()
    if (end > start) ranges.push({ start, end })
  }
  return ranges
}

const NESTED = 'invalid repeat count'

/** The library's errors, reworded to say what to do. */
const IN_OTHER_WORDS: Readonly<Record<string, string>> = {
  'missing closing )': 'This bracket is never closed',
  'unexpected )': 'This bracket was never opened',
  'missing closing ]': 'This list of characters is never closed',
  'invalid character class range': 'This range has no characters in it',
  'invalid escape sequence': 'Nothing is known by this escape',
  'invalid named capture': 'A name of a group is letters, digits and _',
  'invalid or unsupported Perl syntax': 'Nothing is known by this kind of group',
  'invalid nested repetition operator': 'A repetition cannot be repeated',
  [NESTED]: 'A repetition goes up to 1000, nested ones multiplied',
  'missing argument to repetition operator': 'Nothing stands before this repetition',
  'trailing backslash at end of expression': 'Nothing follows the last backslash',
  'duplicate capture group name': 'Two groups have this name',
  'expression nests too deeply': 'Its brackets nest too deeply',
  'expression too large': TOO_LARGE,
}

/** Syntax of other engines that RE2 lacks, by its prefix. */
const NOT_IN_RE2: readonly (readonly [RegExp, string])[] = [
  [/^\(\?<?[=!]/, 'Groups cannot look ahead or behind'],
  [/^\\[1-9k]/, 'Nothing can refer back to a group'],
]

/** The library quotes the invalid part, or the whole pattern if brackets don't match. */
function problemOf(pattern: string, error: RE2JSSyntaxException): PatternError {
  const description = error.getDescription()
  const quoted = error.getPattern()
  const message =
    NOT_IN_RE2.find(([begins]) => begins.test(quoted ?? ''))?.[1] ??
    IN_OTHER_WORDS[description] ??
    'This is not a pattern'
  if (description.endsWith(')')) return { message, at: strayBracket(pattern) }
  if (quoted === null || quoted === '') return { message, at: null }
  // parsed from the left, but the superfluous repetition is the outermost
  const at = description === NESTED ? pattern.lastIndexOf(quoted) : pattern.indexOf(quoted)
  return { message, at: at === -1 ? null : at + 1 }
}

/** The first unmatched `)`, else the last unmatched `(`; counted from 1. */
function strayBracket(pattern: string): number | null {
  const open: number[] = []
  let isInList = false
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at]
    if (character === '\\') at += 1
    else if (isInList) isInList = character !== ']'
    else if (character === '[') isInList = true
    else if (character === '(') open.push(at)
    else if (character === ')' && open.pop() === undefined) return at + 1
  }
  const last = open.at(-1)
  return last === undefined ? null : last + 1
}
