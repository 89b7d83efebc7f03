import { expect, test } from 'vitest'
import { TooDeep } from './errors.ts'
import { parseJson } from './json.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('a value nested 64 deep is parsed, one level more is refused', () => {
  expect(() => parseJson(nested(64))).not.toThrow()
  expect(() => parseJson(nested(65))).toThrow(TooDeep)
  expect(() => parseJson('{"a":'.repeat(100_000))).toThrow(TooDeep)
})

test('brackets inside strings and siblings add no depth', () => {
  expect(parseJson(JSON.stringify({ text: '[{"\\'.repeat(100) }))).toEqual({ text: '[{"\\'.repeat(100) })
  expect(parseJson(`[${Array.from({ length: 100 }, () => '[]').join(',')}]`)).toHaveLength(100)
})
