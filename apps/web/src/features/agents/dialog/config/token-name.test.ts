import { expect, test } from 'vitest'
import { tokenName } from './token-name.ts'

const NOW = new Date(2026, 10, 23, 12)
const madeAt = (year: number, month: number, date: number) =>
  new Date(year, month - 1, date, 12).toISOString()

test.each([
  { name: 'Claude Code on heron', created_at: madeAt(2026, 11, 3), called: 'Claude Code on heron' },
  { name: null, created_at: madeAt(2026, 11, 3), called: 'Token of 3 November' },
  { name: null, created_at: madeAt(2025, 11, 3), called: 'Token of 3 November 2025' },
])('a token named $name shows as "$called"', ({ called, ...token }) => {
  expect(tokenName(token, NOW)).toBe(called)
})
