import { MESSAGE_MAX_CHARS, PATTERN_MAX_CHARS, PATTERN_MAX_SIZE } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { compilePattern, isCompiled, type CompiledPattern } from './re2.ts'

function compiled(pattern: string): CompiledPattern {
  const result = compilePattern(pattern)
  if (!isCompiled(result)) throw new Error(`${pattern}: ${result.message}`)
  return result
}

const found = (pattern: string, text: string) =>
  compiled(pattern)
    .find(text)
    .map(({ start, end }) => text.slice(start, end))

test.for([
  ['aurora', 'project aurora', ['aurora']],
  ['(?i)project[ -]?aurora', 'Project-Aurora and PROJECT AURORA', ['Project-Aurora', 'PROJECT AURORA']],
  ['\\bINT-[0-9]{4,6}\\b', 'see INT-20451, not INT-204', ['INT-20451']],
  ['ключ\\s+\\p{Lu}+', '🔑 ключ ABC', ['ключ ABC']],
  ['x*y|z', 'y xxy z', ['y', 'xxy', 'z']],
  ['nothing', 'to see', []],
] as const)('%s finds its matches', ([pattern, text, matches]) => {
  expect(found(pattern, text)).toEqual(matches)
})

test.for([
  ['a(b', 2, /never closed/],
  ['(a)(b(c)', 4, /never closed/],
  ['\\((b', 3, /never closed/],
  ['[(](b', 4, /never closed/],
  ['ab)', 3, /never opened/],
  ['key[a-z', 4, /never closed/],
  ['key[z-a]', 5, /no characters/],
  ['a**', 2, /cannot be repeated/],
  ['a{1001}', 2, /up to 1000/],
  ['(a{100}){100}', 9, /up to 1000/],
  ['+a', 1, /before this repetition/],
  ['a\\q', 2, /escape/],
  ['(a)\\1', 4, /refer back/],
  ['(?P<n>a)\\k<n>', 9, /refer back/],
  ['a(?=b)', 2, /look ahead/],
  ['a(?!b)', 2, /look ahead/],
  ['(?<=a)b', 1, /or behind/],
  ['(?<!a)b', 1, /or behind/],
  ['(?>a)', 1, /kind of group/],
  ['(?<1->a)', 1, /name of a group/],
  ['a\\', null, /backslash/],
  ['a{900}', null, /too large/],
  ['a{1000}'.repeat(PATTERN_MAX_CHARS / 10), null, /too large/],
  ['', null, /no text at all/],
  ['a*', null, /no text at all/],
  ['x|', null, /no text at all/],
  ['^', null, /no text at all/],
  ['\\b', null, /no text at all/],
  ['\\B', null, /no text at all/],
  ['.', null, /every text/],
  ['(?s).+', null, /every text/],
  ['[^x]', null, /every text/],
  ['a'.repeat(PATTERN_MAX_CHARS + 1), null, /At most 500/],
] as const)('%s is refused, with the place', ([pattern, at, message]) => {
  const result = compilePattern(pattern)
  if (isCompiled(result)) throw new Error('It was accepted')
  expect(result.message).toMatch(message)
  expect(result.at).toBe(at)
})

test('after many matches the rest of a text counts as one match', () => {
  const text = 'a.'.repeat(100)
  const ranges = compiled('a').find(text)
  expect(ranges).toHaveLength(21)
  expect(ranges.at(-1)).toEqual({ start: 40, end: text.length })
})

/** Patterns of the maximum size, and patterns that would make a backtracking engine hang. */
const HOSTILE = [
  '(a+)+$',
  '(a|a)*b',
  '(a|b|ab)*c',
  'a.*b|a',
  '(a?){59}a{59}b',
  '(.*a){55}z',
  '([ab]?){59}[ab]{59}c',
  '(?i)(\\p{L}+\\W+){45}zz',
  '(\\w+\\s*){48}!',
  '(\\b\\w*\\b.?){36}~',
]
const repeated = (piece: string) =>
  piece.repeat(Math.ceil(MESSAGE_MAX_CHARS / piece.length)).slice(0, MESSAGE_MAX_CHARS)
const TEXTS = ['a', 'ab', 'ab b a', 'é😀 ', 'x y', "a!Z{'_ "].map(repeated)

test.for(HOSTILE)('%s terminates on hostile texts', (pattern) => {
  const rule = compiled(pattern)
  expect(rule.size).toBeLessThanOrEqual(PATTERN_MAX_SIZE)
  for (const text of TEXTS) {
    for (const { start, end } of rule.find(text)) {
      expect(start).toBeLessThan(end)
      expect(end).toBeLessThanOrEqual(text.length)
    }
  }
})
