import { expect, test } from 'vitest'
import { fromLocalInput, toLocalInput } from './deadline.ts'

test('a deadline comes back from the field as the same minute', () => {
  const shown = toLocalInput('2026-11-23T15:04:59.000Z')
  expect(shown).toMatch(/^2026-11-2\dT\d\d:\d4$/)
  expect(fromLocalInput(shown)).toBe('2026-11-23T15:04:00.000Z')
})

test('no deadline is an empty field, and an invalid time is no deadline', () => {
  expect(toLocalInput(null)).toBe('')
  expect(toLocalInput('soon')).toBe('')
  expect(fromLocalInput('')).toBeNull()
  expect(fromLocalInput('soon')).toBeNull()
})
