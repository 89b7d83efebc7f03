import { VIOLATION_MAX_CHARS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const long = `${'a'.repeat(2000)}HERE${'b'.repeat(2000)}`

test.for([
  { text: 'short', around: 0, starts: 'short', ends: 'short', because: 'it fits' },
  { text: long, around: 0, starts: 'aaa', ends: 'a…', because: 'the place is at the start' },
  { text: long, around: 2000, starts: '…aaa', ends: 'bbb…', because: 'the place is in the middle' },
  { text: long, around: 4000, starts: '…', ends: 'bbb', because: 'the place is at the end' },
  { text: long, around: 99_999, starts: '…', ends: 'bbb', because: 'masks made the text shorter' },
  { text: `a${'😀'.repeat(2000)}`, around: 1001, starts: '…😀', ends: '😀…', because: 'pairs are not cut' },
])('an excerpt of a text when $because', ({ text, around, starts, ends }) => {
  const excerpt = excerptOf(text, around)
  expect(excerpt.startsWith(starts)).toBe(true)
  expect(excerpt.endsWith(ends)).toBe(true)
  expect(excerpt.length).toBeLessThanOrEqual(VIOLATION_MAX_CHARS + 2)
  expect(excerpt.isWellFormed()).toBe(true)
})

test('an excerpt contains the finding', () => {
  expect(excerptOf(long, 2000)).toContain('HERE')
})
