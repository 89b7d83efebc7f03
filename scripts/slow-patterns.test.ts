import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { slowPatternsIn } from './slow-patterns.ts'

const REPOSITORY = path.join(import.meta.dirname, '..')
const NO_PRODUCT = /node_modules|\.test\.tsx?$/

test('no pattern of the product can take more than the length of a text', () => {
  const files = globSync('{apps,packages}/*/{src,worker}/**/*.{ts,tsx}', { cwd: REPOSITORY })
  const slow = files
    .filter((file) => !NO_PRODUCT.test(file))
    .flatMap((file) => slowPatternsIn(path.join(REPOSITORY, file)).map((found) => ({ file, ...found })))

  expect(files.length).toBeGreaterThan(500)
  expect(slow).toEqual([])
}, 30_000)

test.each(['/\\/+$/', '/\\s*[\\r\\n]+\\s*/g', '/^(a+)+$/', '/(?<=.)\\/+$/', '/`+([^`]+)`+/v'])(
  'a pattern such as %s is found',
  (pattern) => {
    expect(slowPatternsIn('planted.ts', `export const planted = ${pattern}\n`)).toHaveLength(1)
  },
)

test('a pattern that is anchored, or whose row ends it, is not', () => {
  expect(
    slowPatternsIn('planted.ts', 'export const planted = [/^[-_]+/, /[^a-z]+/g, /^\\d{1,9}$/]\n'),
  ).toEqual([])
})
