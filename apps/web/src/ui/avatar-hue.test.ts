import { expect, test } from 'vitest'
import { avatarHue, isTeamColor, stableHash } from './avatar-hue.ts'

test('a name keeps its hue for ever, whatever its letter case', () => {
  expect(avatarHue('ana')).toBe(avatarHue('Ana'))
  expect(stableHash('chirpy')).toBe(stableHash('chirpy'))
})

test('two hundred names use all twelve hues', () => {
  const hues = new Set(Array.from({ length: 200 }, (_, index) => avatarHue(`person${index}`)))
  expect(hues.size).toBe(12)
})

test('only the nine team colours are team colours', () => {
  expect(isTeamColor('teal')).toBe(true)
  expect(isTeamColor('toString')).toBe(false)
})
