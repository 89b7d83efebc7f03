import { FOLLOW_PLACEHOLDER } from '@flockwork/contract/agents'
import { expect, test } from 'vitest'
import { modeOf, placeLine, spaceIdOf } from './placement.ts'

const lab = { id: 'a1b2c3d4', name: 'Field Lab' }
const inLab = { ...lab, slug: 'field-lab' }
const free = { follow_user: false, org_id: lab.id, pinned_org_id: null, space: inLab }
const pinned = { ...free, pinned_org_id: lab.id }
const follows = {
  follow_user: true,
  org_id: FOLLOW_PLACEHOLDER,
  pinned_org_id: FOLLOW_PLACEHOLDER,
  space: inLab,
}

test.for([
  { agent: free, mode: 'free', line: 'Free roam · Field Lab', because: 'no space holds it' },
  { agent: pinned, mode: 'pinned', line: 'Pinned to Field Lab', because: 'a space holds it' },
  {
    agent: follows,
    mode: 'follow',
    line: 'Follows your workspace · Field Lab',
    because: 'it follows its owner',
  },
  {
    agent: { ...follows, follow_user: false, pinned_org_id: null },
    mode: 'follow',
    line: 'Follows your workspace · Field Lab',
    because: 'the placeholder says so too',
  },
  {
    agent: { ...pinned, space: { ...inLab, name: '' } },
    mode: 'pinned',
    line: 'Pinned to Field Lab',
    because: 'the name is known from the list',
  },
  {
    agent: { ...pinned, pinned_org_id: 'zz', space: { ...inLab, id: 'zz', name: '' } },
    mode: 'pinned',
    line: 'Pinned to @field-lab',
    because: 'only the slug is known',
  },
  {
    agent: { ...pinned, pinned_org_id: '0123456789', space: null },
    mode: 'pinned',
    line: 'Pinned to 012345',
    because: 'only the id is known',
  },
  {
    agent: { ...follows, space: null },
    mode: 'follow',
    line: 'Follows your workspace · No space',
    because: 'nothing is known',
  },
])('$mode, "$line": $because', ({ agent, mode, line }) => {
  expect([modeOf(agent), placeLine(agent, [lab])]).toEqual([mode, line])
})

test("the placeholder doesn't count as a space", () => {
  expect(spaceIdOf({ ...follows, space: null })).toBeNull()
  expect(spaceIdOf(pinned)).toBe(lab.id)
})
