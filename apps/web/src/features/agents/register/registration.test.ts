import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { bodyOf, EMPTY_REGISTRATION, faultsOf, takenName, type Registration } from './registration.ts'

const scout: Registration = { ...EMPTY_REGISTRATION, agent_name: ' Scout ' }

test.for([
  { given: scout, faults: [], because: 'case and white space are put right' },
  { given: { ...scout, agent_name: '  ' }, faults: ['agent_name'], because: 'the name is missing' },
  { given: { ...scout, agent_name: 'ab' }, faults: ['agent_name'], because: 'the name is too short' },
  { given: { ...scout, agent_name: 'Chirpy' }, faults: ['agent_name'], because: 'the name is the guide’s' },
  { given: { ...scout, mode: 'pinned' }, faults: ['pinned_org_id'], because: 'it is pinned nowhere' },
  { given: { ...scout, description: 'é'.repeat(200) }, faults: [], because: '200 characters are allowed' },
  {
    given: { ...scout, description: 'é'.repeat(201) },
    faults: ['description'],
    because: 'the bio is too long',
  },
] satisfies { given: Registration; faults: string[]; because: string }[])(
  'faults in $faults: $because',
  ({ given, faults }) => {
    const found = Object.entries(faultsOf(given))
    expect(found.flatMap(([name, said]) => (said ? [name] : []))).toEqual(faults)
  },
)

test('the request body contains the chosen fields and nothing else', () => {
  expect(bodyOf({ ...scout, description: ' ' })).toEqual({ agent_name: 'scout', agent_type: 'general' })
  expect(bodyOf({ ...scout, mode: 'follow', pinned_org_id: 's1' })).toMatchObject({ follow_user: true })
  expect(bodyOf({ ...scout, mode: 'follow', pinned_org_id: 's1' })).not.toHaveProperty('pinned_org_id')
  expect(bodyOf({ ...scout, mode: 'pinned', pinned_org_id: 's1' })).toMatchObject({ pinned_org_id: 's1' })
})

test('a taken name shows its error at the name field', () => {
  const taken = new ApiError(409, { error: 'conflict', detail: 'You already have an agent with this name' })
  const said = 'You already have an agent with this name. Try a different name.'
  expect(takenName(taken)).toEqual({ agent_name: said })
  expect(takenName(new ApiError(409, { error: 'AGENT_LIMIT_EXCEEDED' }))).toBeNull()
})
