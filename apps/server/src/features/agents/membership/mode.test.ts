import { FOLLOW_PLACEHOLDER as PLACEHOLDER } from '@flockwork/contract/agents'
import { expect, test } from 'vitest'
import { Invalid } from '../../../platform/errors.ts'
import { changedMode, readModeChange, type Mode } from './mode.ts'

const LAB = 'space-lab'
const HOME = 'space-home'

const free: Mode = { followsOwner: false, pinnedSpaceId: null, homeSpaceId: HOME }
const freeAtLab: Mode = { ...free, homeSpaceId: LAB }
const pinned: Mode = { followsOwner: false, pinnedSpaceId: HOME, homeSpaceId: HOME }
const pinnedToLab: Mode = { followsOwner: false, pinnedSpaceId: LAB, homeSpaceId: LAB }
const following: Mode = { followsOwner: true, pinnedSpaceId: null, homeSpaceId: HOME }

test.for([
  { from: free, input: { org_id: LAB }, to: freeAtLab, because: 'moving a free agent' },
  {
    from: free,
    input: { org_id: LAB, pinned_org_id: LAB },
    to: pinnedToLab,
    because: 'pinning names the space twice',
  },
  { from: free, input: { pinned_org_id: LAB }, to: pinnedToLab, because: 'or once' },
  {
    from: free,
    input: { org_id: PLACEHOLDER, pinned_org_id: PLACEHOLDER },
    to: following,
    because: 'following is the placeholder, twice',
  },
  { from: free, input: { org_id: PLACEHOLDER }, to: following, because: 'or once' },
  { from: pinned, input: { pinned_org_id: PLACEHOLDER }, to: following, because: 'in either field' },
  { from: pinned, input: { follow_user: true }, to: following, because: 'or its own field' },
  { from: pinned, input: { pinned_org_id: null }, to: free, because: 'unpinning leaves it where it was' },
  {
    from: { ...pinned, homeSpaceId: LAB },
    input: { pinned_org_id: null },
    to: free,
    because: 'and not where it was before',
  },
  {
    from: { ...following, homeSpaceId: LAB },
    input: { pinned_org_id: null },
    to: free,
    because: 'null ends following too, where its owner is',
  },
  {
    from: pinned,
    input: { pinned_org_id: null, org_id: LAB },
    to: freeAtLab,
    because: 'unpinning may name the new space',
  },
  { from: pinned, input: { org_id: LAB }, to: pinnedToLab, because: 'moving takes the pin along' },
  { from: following, input: { org_id: LAB }, to: freeAtLab, because: 'moving ends following' },
  { from: following, input: { follow_user: false }, to: free, because: 'as saying so does' },
  { from: pinned, input: { follow_user: false }, to: pinned, because: 'it did not follow' },
  {
    from: following,
    input: { org_id: PLACEHOLDER, pinned_org_id: PLACEHOLDER, follow_user: true },
    to: following,
    because: 'its own fields sent back change nothing',
  },
  {
    from: free,
    input: { org_id: HOME, pinned_org_id: null, follow_user: false },
    to: free,
    because: "nor a free agent's",
  },
])('$because', ({ from, input, to }) => {
  const change = readModeChange(input)
  if (change === null) throw new Error('nothing changes')
  expect(changedMode(from, change, HOME)).toEqual(to)
})

test('an agent in no space keeps its home when it is set free', () => {
  expect(changedMode({ ...pinned, homeSpaceId: LAB }, { kind: 'free' }, null)).toEqual(freeAtLab)
})

test.for([{}, { org_id: null }, { follow_user: null }, { org_id: null, follow_user: null }])(
  '%o asks for no move',
  (input) => expect(readModeChange(input)).toBeNull(),
)

test.for([
  { org_id: LAB, pinned_org_id: HOME },
  { org_id: LAB, pinned_org_id: PLACEHOLDER },
  { org_id: PLACEHOLDER, pinned_org_id: LAB },
  { org_id: PLACEHOLDER, pinned_org_id: null },
  { pinned_org_id: LAB, follow_user: true },
  { pinned_org_id: null, follow_user: true },
  { org_id: LAB, follow_user: true },
  { pinned_org_id: PLACEHOLDER, follow_user: false },
])('%o contradicts itself', (input) => expect(() => readModeChange(input)).toThrow(Invalid))
