import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attentionReason } from './attention.ts'
import { TASK_GROUPS, fitsFilter, isInGroup, workerOf, type FilteredTask, type TaskFilter } from './filter.ts'
import { TASK_PRIORITIES } from './priorities.ts'
import { TASK_STATUSES } from './statuses.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const CREATED = Date.parse('2026-01-01T12:00:00.000Z')

const ana = { username: 'ana' }
const bob = { username: 'bob' }
const bot = { name: 'build-bot' }

const task: FilteredTask = {
  id: 'a',
  priority: 'low',
  status: 'available',
  status_extended: null,
  created_at: '2026-01-01T12:00:00.000Z',
  assigned_at: null,
  claimed_at: null,
  assigned_agent: null,
  assigned_user: null,
  claimed_by: null,
  requirements: { skills: [] },
}
const everything: TaskFilter = { status: [], priority: [], assignedTo: null, skill: null, group: null }

test.for([
  { change: {}, worker: null, because: 'it is nobody’s' },
  { change: { assigned_agent: bot }, worker: 'build-bot', because: 'an agent is to do it' },
  { change: { assigned_user: ana }, worker: 'ana', because: 'a person is to do it' },
  { change: { claimed_by: bob, assigned_user: ana }, worker: 'bob', because: 'who took it does it' },
])('its worker is $worker because $because', ({ change, worker }) => {
  expect(workerOf({ ...task, ...change })).toBe(worker)
})

test.for([
  { group: 'open', change: {}, after: 0, is: true, because: 'available is open' },
  { group: 'open', change: { status: 'blocked' }, after: 0, is: true, because: 'blocked is open' },
  { group: 'open', change: { status_extended: 'idea' }, after: 0, is: true, because: 'an idea is open' },
  { group: 'open', change: { status: 'completed' }, after: 0, is: false, because: 'it is done' },
  { group: 'open', change: { status: 'expired' }, after: 0, is: false, because: 'its time is over' },
  { group: 'completed', change: { status: 'completed' }, after: 0, is: true, because: 'it is done' },
  { group: 'completed', change: { status: 'cancelled' }, after: 0, is: false, because: 'nobody did it' },
  { group: 'completed', change: { status: 'failed' }, after: 0, is: false, because: 'it was given up' },
  {
    group: 'high_priority',
    change: { priority: 'critical' },
    after: 0,
    is: true,
    because: 'critical is high',
  },
  { group: 'high_priority', change: { priority: 'high' }, after: 0, is: true, because: 'high is' },
  { group: 'high_priority', change: { priority: 'medium' }, after: 0, is: false, because: 'medium is not' },
  {
    group: 'high_priority',
    change: { priority: 'high', status: 'completed' },
    after: 0,
    is: false,
    because: 'nothing is to be done',
  },
  {
    group: 'high_priority',
    change: { priority: 'high', claimed_by: ana },
    after: 0,
    is: true,
    because: 'it stays high in somebody’s hands',
  },
  { group: 'stale', change: {}, after: 3 * DAY, is: false, because: 'three days are not more' },
  { group: 'stale', change: {}, after: 3 * DAY + 1, is: true, because: 'a millisecond more is' },
  {
    group: 'stale',
    change: { status_extended: 'idea' },
    after: 9 * DAY,
    is: false,
    because: 'an idea may rest',
  },
  { group: 'attention', change: {}, after: 3 * DAY, is: false, because: 'nothing is wrong' },
  { group: 'attention', change: {}, after: 3 * DAY + 1, is: true, because: 'it is stale' },
  { group: 'attention', change: { status: 'blocked' }, after: 0, is: true, because: 'it is blocked' },
  { group: 'attention', change: { priority: 'high' }, after: 0, is: true, because: 'nobody has it' },
  {
    group: 'attention',
    change: { priority: 'high', claimed_by: ana },
    after: 24 * HOUR,
    is: false,
    because: 'a day is not over a day',
  },
  {
    group: 'attention',
    change: { priority: 'high', claimed_by: ana },
    after: 24 * HOUR + 1,
    is: true,
    because: 'it is overdue',
  },
] as const)('in the group $group: $is, because $because', ({ group, change, after, is }) => {
  expect(isInGroup({ ...task, ...change }, group, CREATED + after)).toBe(is)
})

const mine: FilteredTask = {
  ...task,
  priority: 'high',
  status: 'claimed',
  claimed_by: bob,
  assigned_user: ana,
  requirements: { skills: ['Rust', 'SQL'] },
}

test.for([
  { filter: {}, fits: true, because: 'nothing is asked for' },
  { filter: { status: ['claimed'] }, fits: true, because: 'that is its status' },
  { filter: { status: ['available', 'claimed'] }, fits: true, because: 'one of several is enough' },
  { filter: { status: ['completed'] }, fits: false, because: 'it has another status' },
  { filter: { priority: ['critical', 'high'] }, fits: true, because: 'one of several is enough' },
  { filter: { priority: ['low'] }, fits: false, because: 'it has another priority' },
  { filter: { assignedTo: 'bob' }, fits: true, because: 'bob has it' },
  { filter: { assignedTo: 'ana' }, fits: true, because: 'it is assigned to ana' },
  { filter: { assignedTo: 'cleo' }, fits: false, because: 'cleo has nothing to do with it' },
  { filter: { assignedTo: 'none' }, fits: false, because: 'somebody has it' },
  { filter: { skill: 'rust' }, fits: true, because: 'case does not matter' },
  { filter: { skill: 'rus' }, fits: false, because: 'a part of a skill is another skill' },
  { filter: { group: 'high_priority' }, fits: true, because: 'the tile counts it' },
  { filter: { group: 'completed' }, fits: false, because: 'the tile does not count it' },
  { filter: { status: ['claimed'], skill: 'go' }, fits: false, because: 'every part has to fit' },
] as const)('the filter fits: $fits, because $because', ({ filter, fits }) => {
  expect(fitsFilter(mine, { ...everything, ...filter }, CREATED)).toBe(fits)
})

test('tasks without a worker are found by none, and an agent’s by its name', () => {
  const byBot: FilteredTask = { ...task, assigned_agent: bot }
  expect(fitsFilter(task, { ...everything, assignedTo: 'none' }, CREATED)).toBe(true)
  expect(fitsFilter(byBot, { ...everything, assignedTo: 'none' }, CREATED)).toBe(false)
  expect(fitsFilter(byBot, { ...everything, assignedTo: 'build-bot' }, CREATED)).toBe(true)
})

const someTask: fc.Arbitrary<FilteredTask> = fc.record({
  id: fc.constant('a'),
  priority: fc.constantFrom(...TASK_PRIORITIES),
  status: fc.constantFrom(...TASK_STATUSES),
  status_extended: fc.constantFrom(null, 'idea' as const, 'ready' as const),
  created_at: fc.constant(task.created_at),
  assigned_at: fc.constant(null),
  claimed_at: fc.constant(null),
  assigned_agent: fc.constantFrom(null, bot),
  assigned_user: fc.constantFrom(null, ana),
  claimed_by: fc.constantFrom(null, bob),
  requirements: fc.constant({ skills: [] }),
})

test('the attention group has exactly the tasks with a reason', () => {
  fc.assert(
    fc.property(someTask, fc.integer({ min: 0, max: 800 * HOUR }), (one, after) => {
      const now = CREATED + after
      expect(isInGroup(one, 'attention', now)).toBe(attentionReason(one, now) !== null)
    }),
  )
})

test('every group except completed has only open tasks', () => {
  fc.assert(
    fc.property(someTask, fc.constantFrom(...TASK_GROUPS), (one, group) => {
      if (!isInGroup(one, group, CREATED + 900 * HOUR)) return
      expect(isInGroup(one, 'open', CREATED)).toBe(group !== 'completed')
    }),
  )
})
