import { expect, test } from 'vitest'
import { spaceTypeOf } from './space-type.ts'

test.for([
  { is_personal: true, visibility: 'private', type: 'Personal', because: "it is one person's own" },
  { is_personal: false, visibility: 'private', type: 'Team', because: 'private is not personal' },
  { is_personal: false, visibility: 'invite_only', type: 'Team', because: 'its members were invited' },
  { is_personal: false, visibility: 'public', type: 'Public', because: 'anybody may join' },
] as const)('a $visibility space is $type because $because', ({ type, ...space }) => {
  expect(spaceTypeOf(space)).toBe(type)
})
