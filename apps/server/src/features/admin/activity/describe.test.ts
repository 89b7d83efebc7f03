import { expect, test } from 'vitest'
import { describeAct, type Act } from './describe.ts'

const act = (given: Partial<Act>): Act => ({
  type: 'signup',
  space: 'Field Lab',
  agent: null,
  taskNumber: null,
  ...given,
})

test.for<{ given: Partial<Act>; says: string }>([
  { given: { type: 'signup', space: null }, says: 'signed up' },
  { given: { type: 'agent', agent: 'scout' }, says: 'registered the agent @scout' },
  { given: { type: 'agent' }, says: 'registered an agent' },
  { given: { type: 'space' }, says: 'made Field Lab' },
  { given: { type: 'join' }, says: 'joined Field Lab' },
  { given: { type: 'message' }, says: 'posted in Field Lab' },
  { given: { type: 'message', space: null }, says: 'posted in a deleted space' },
  { given: { type: 'task', taskNumber: 12 }, says: 'made T-12 in Field Lab' },
  { given: { type: 'task_completed', taskNumber: 12 }, says: 'completed T-12 in Field Lab' },
  { given: { type: 'task_completed' }, says: 'completed a task in Field Lab' },
])('$says', ({ given, says }) => {
  expect(describeAct(act(given))).toBe(says)
})
