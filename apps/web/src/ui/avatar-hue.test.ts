import { expect, test } from 'vitest'
import { avatarHue, isTeamColor, stableHash } from './avatar-hue.ts'

test('a name always has the same hue, whatever its case', () => {
  expect(avatarHue('ana')).toBe(avatarHue('Ana'))
  expect(stableHash('chirpy')).toBe(stableHash('chirpy'))
})

test('two hundred names use all twelve hues', () => {
  const hues = new Set(Array.from({ length: 200 }, (_, index) => avatarHue(`person${index}`)))
  expect(hues.size).toBe(12)
})

test('only the nine team colours have a team hue', () => {
  expect(isTeamColor('teal')).toBe(true)
  expect(isTeamColor('toString')).toBe(false)
})
