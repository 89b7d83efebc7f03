/** Texts that try to block a parser, a renderer or a layout. */
import fc from 'fast-check'
import { MESSAGE_MAX_CHARS } from '../../packages/contract/src/limits.ts'

/** The parts that hostile texts repeat. */
const MIXED = [
  'a',
  'A',
  '1',
  ' ',
  '\n',
  '\t',
  '\r\n',
  '/',
  '\\',
  '-',
  '_',
  '*',
  '**',
  '`',
  '```',
  '~~',
  '>',
  '> ',
  '- ',
  '1. ',
  '#',
  '@',
  '!',
  '[',
  ']',
  '(',
  ')',
  '](',
  '[a](',
  '<',
  '<a>',
  '&',
  '"',
  "'",
  '😀',
  '👍🏽',
  '👨‍',
  '\u20e3',
  'e\u0301',
  '\u200b',
  '\u2028',
  '\x85',
  '漢',
  'a@',
  '#a',
  '@a',
  'www.',
  'http://',
  '.',
  ',',
  ':',
  '=',
  '%41',
  'what ',
  'how ',
  'today ',
  'connect ',
  'digest ',
  'plug in ',
  'hi ',
  'thanks ',
  'Version/',
  'Android ',
  'w+',
  'sk-',
  'AKIA',
  'password=',
  'eyJ',
  'ghp_',
  '-----BEGIN ',
  'data: ',
  'Bearer ',
  '**a ',
  '*a ',
  '__a ',
  '[[a](',
  '+ ',
  '|a',
  '|-',
  '|\n',
  'a\n',
  'a\n\n',
  '- a\n',
  '> a\n',
  '> - ',
  '# a\n',
  '1. a\n',
  '***a***',
  '*a_ ',
  '`a` ',
  '[a](b)',
  '![a](b)',
  '[a]: b\n',
  '[^a]',
  '[^a]: b\n\n',
  'www.a.b ',
  'a@b.c ',
  'a\n===\n',
  '- [ ] a\n',
  '    a\n',
  '&amp;',
  '<!--',
  'a<!--',
  'a<?',
  'a<!A ',
  'a<![CDATA[',
  '<a b="',
  '](<',
  '](a ',
  '](a "',
  '](a (',
  '[a]: b (\n',
  '[a][',
  '\u202e',
  '\u0338',
  '𒐫',
  '@ana ',
  '#bug ',
]

/** Parts that are repeated alone. Two of them are in no mixture, as they would change all seeded texts. */
export const UNITS = [...MIXED, 'T-1 ', 'T-1+']

/** Nested markup: an opening and a closing part. */
const PAIRS = [
  ['*a ', ' a*'],
  ['**a ', ' a**'],
  ['_a ', ' a_'],
  ['~~a ', ' a~~'],
  ['[', '](a)'],
  ['![', '](a)'],
  ['*a **b _c ', ' c_ b** a*'],
  ['> - *a ', ' a*'],
] as const

const SEED = 20_261_123

const unit = fc.constantFrom(...MIXED)
const rows = fc
  .array(fc.tuple(unit, fc.integer({ min: 1, max: MESSAGE_MAX_CHARS })), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.map(([part, times]) => part.repeat(times / part.length + 1)).join(''))
const mixtures = fc
  .tuple(fc.array(unit, { minLength: 2, maxLength: 5 }), fc.integer({ min: 2, max: MESSAGE_MAX_CHARS }))
  .map(([parts, times]) => parts.join('').repeat(times))
const shuffles = fc
  .array(unit, { minLength: 50, maxLength: 3000, size: 'max' })
  .map((parts) => parts.join(''))
const nests = fc
  .tuple(fc.constantFrom(...PAIRS), fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 200 }))
  .map(([[left, right], depth, times]) => (left.repeat(depth) + right.repeat(depth)).repeat(times))
const code = fc
  .tuple(fc.constantFrom('ts', 'java', 'markdown', 'json', 'bash', 'yaml', 'nonsense'), rows)
  .map(([language, text]) => `\`\`\`${language}\n${text}`)
// not thousands of different characters: the browser looks up a font for each
const characters = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 50, size: 'max' })
  .map((text) => text.repeat(MESSAGE_MAX_CHARS / text.length))

/** The same texts at each call, each within the maximum length of a message. */
export function hostileTexts(count: number): string[] {
  const repeated = UNITS.map((part) => part.repeat(MESSAGE_MAX_CHARS))
  const any = fc
    .tuple(
      fc.oneof(rows, mixtures, shuffles, nests, code, characters),
      fc.integer({ min: 500, max: MESSAGE_MAX_CHARS }),
    )
    .map(([text, length]) => text.slice(0, length))
  const texts = fc.sample(any, {
    seed: SEED,
    numRuns: Math.max(0, count - repeated.length),
  })
  return [...repeated, ...texts].slice(0, count).map(fitting)
}

function fitting(text: string): string {
  return Array.from(text.slice(0, 2 * MESSAGE_MAX_CHARS))
    .slice(0, MESSAGE_MAX_CHARS)
    .join('')
}
