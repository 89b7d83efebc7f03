import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { bodyOf, EMPTY_REGISTRATION, faultsFrom, faultsOf, type Registration } from './registration.ts'

const scout: Registration = { ...EMPTY_REGISTRATION, username: ' Scout ' }

test.for([
  { given: scout, faults: [], because: 'case and white space are put right' },
  { given: { ...scout, username: '  ' }, faults: ['username'], because: 'the name is missing' },
  { given: { ...scout, username: 'ab' }, faults: ['username'], because: 'the name is too short' },
  { given: { ...scout, username: 'Chirpy' }, faults: ['username'], because: 'the name is the guide’s' },
  { given: { ...scout, mode: 'pinned' }, faults: ['spaceId'], because: 'it is pinned nowhere' },
  { given: { ...scout, bio: 'é'.repeat(200) }, faults: [], because: '200 characters are allowed' },
  { given: { ...scout, bio: 'é'.repeat(201) }, faults: ['bio'], because: 'the bio is too long' },
] satisfies { given: Registration; faults: string[]; because: string }[])(
  'faults in $faults: $because',
  ({ given, faults }) => {
    expect(Object.keys(faultsOf(given))).toEqual(faults)
  },
)

test('the call says what was chosen and nothing else', () => {
  expect(bodyOf({ ...scout, bio: ' ' })).toEqual({ agent_name: 'scout', agent_type: 'general' })
  expect(bodyOf({ ...scout, mode: 'follow', spaceId: 's1' })).toMatchObject({ follow_user: true })
  expect(bodyOf({ ...scout, mode: 'follow', spaceId: 's1' })).not.toHaveProperty('pinned_org_id')
  expect(bodyOf({ ...scout, mode: 'pinned', spaceId: 's1' })).toMatchObject({ pinned_org_id: 's1' })
})

test('a name that is taken is said at the name', () => {
  const taken = new ApiError(409, { error: 'conflict', detail: 'You already have an agent with this name' })
  expect(faultsFrom(taken).username).toBe('You already have an agent with this name. Try a different name.')
})
