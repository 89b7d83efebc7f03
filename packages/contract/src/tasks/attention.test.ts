import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ATTENTION_NAMES,
  ageOf,
  attentionReason,
  dueBy,
  isIdle,
  isKeptWaiting,
  isStale,
  isUrgentAndUnassigned,
  needingAttention,
  overdueBy,
  type TaskFacts,
} from './attention.ts'
import { TASK_PRIORITIES, priorityRank } from './priorities.ts'
import { TASK_STATUSES, isOpen } from './statuses.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const CREATED = Date.parse('2026-01-01T12:00:00.000Z')

const at = (ms: number) => new Date(ms).toISOString()
const ana = { id: 'ana' }

const task: TaskFacts = {
  id: 'a',
  priority: 'low',
  status: 'available',
  status_extended: null,
  created_at: at(CREATED),
  assigned_at: null,
  claimed_at: null,
  assigned_agent: null,
  assigned_user: null,
  claimed_by: null,
}

test.for([
  { after: 90 * MINUTE, age: 90 * MINUTE, because: 'it counts from the creation' },
  { after: 0, age: 0, because: 'it is new' },
  { after: -MINUTE, age: 0, because: 'a clock that is behind makes no task from the future' },
])('its age is $age because $because', ({ after, age }) => {
  expect(ageOf(task, CREATED + after)).toBe(age)
})

test.for([
  { priority: 'critical', hours: 2 },
  { priority: 'high', hours: 24 },
  { priority: 'medium', hours: 168 },
  { priority: 'low', hours: 720 },
] as const)('a task of priority $priority should be done within $hours hours', ({ priority, hours }) => {
  const one = { ...task, priority }
  const due = CREATED + hours * HOUR

  expect(dueBy(one)).toBe(due)
  expect(overdueBy(one, due - 1)).toBe(0)
  expect(overdueBy(one, due)).toBe(0)
  expect(overdueBy(one, due + 1)).toBe(1)
  expect(overdueBy({ ...one, status_extended: 'ready' }, due + 1)).toBe(1)
})

test.for([
  { change: { status: 'completed' }, because: 'it is done' },
  { change: { status: 'failed' }, because: 'it was given up' },
  { change: { status: 'cancelled' }, because: 'nobody wants it' },
  { change: { status: 'expired' }, because: 'its time is over' },
  { change: { status_extended: 'idea' }, because: 'an idea is not agreed on' },
] as const)('however old, a task is neither overdue nor stale when $because', ({ change }) => {
  const one: TaskFacts = { ...task, ...change }
  const late = CREATED + 1000 * DAY

  expect(overdueBy(one, late)).toBe(0)
  expect(isStale(one, late)).toBe(false)
  expect(isKeptWaiting(one, late)).toBe(false)
  expect(isUrgentAndUnassigned({ ...one, priority: 'critical' })).toBe(false)
  expect(attentionReason(one, late)).toBeNull()
})

test.for([
  { after: 4320 * MINUTE, stale: false, because: 'three days are not more than three days' },
  { after: 4320 * MINUTE + 1, stale: true, because: 'a millisecond more is' },
])('stale: $stale, because $because', ({ after, stale }) => {
  expect(isStale(task, CREATED + after)).toBe(stale)
  expect(isStale({ ...task, status: 'in_progress', claimed_by: ana }, CREATED + after)).toBe(stale)
})

test.for([
  { after: DAY, waiting: false, because: 'a day is not more than a day' },
  { after: DAY + 1, waiting: true, because: 'a millisecond more is' },
])('stale in a workload: $waiting, because $because', ({ after, waiting }) => {
  expect(isKeptWaiting({ ...task, status: 'claimed', claimed_by: ana }, CREATED + after)).toBe(waiting)
})

test.for([
  { change: { priority: 'critical' }, urgent: true, because: 'critical is urgent' },
  { change: { priority: 'high' }, urgent: true, because: 'high is, too' },
  { change: { priority: 'medium' }, urgent: false, because: 'medium is not' },
  { change: { priority: 'low' }, urgent: false, because: 'low is not' },
  { change: { priority: 'high', assigned_agent: ana }, urgent: false, because: 'an agent is to do it' },
  { change: { priority: 'high', assigned_user: ana }, urgent: false, because: 'a person is to do it' },
  { change: { priority: 'high', claimed_by: ana }, urgent: false, because: 'somebody took it' },
  { change: { priority: 'high', status: 'completed' }, urgent: false, because: 'it is done' },
] as const)('urgent and unassigned: $urgent, because $because', ({ change, urgent }) => {
  expect(isUrgentAndUnassigned({ ...task, ...change })).toBe(urgent)
})

const assigned = { assigned_at: at(CREATED), assigned_user: ana }
const IDLE = 0.33 * HOUR

test.for([
  { change: assigned, after: IDLE, idle: false, because: '0.33 hours are not more than 0.33 hours' },
  { change: assigned, after: IDLE + 1, idle: true, because: 'a millisecond more is' },
  { change: { ...assigned, status: 'assigned' }, after: DAY, idle: true, because: 'nobody has begun' },
  { change: { ...assigned, status: 'claimed' }, after: DAY, idle: false, because: 'somebody took it' },
  { change: { ...assigned, status: 'in_progress' }, after: DAY, idle: false, because: 'somebody began' },
  { change: { ...assigned, status: 'completed' }, after: DAY, idle: false, because: 'it is done' },
  { change: {}, after: DAY, idle: false, because: 'it is nobody’s' },
  {
    change: { ...assigned, status_extended: 'idea' },
    after: DAY,
    idle: false,
    because: 'nobody may begin with an idea',
  },
  { change: { ...assigned, status_extended: 'ready' }, after: DAY, idle: true, because: 'it was approved' },
] as const)('idle: $idle, because $because', ({ change, after, idle }) => {
  expect(isIdle({ ...task, ...change }, CREATED + after)).toBe(idle)
})

test.for([
  { change: { status: 'blocked' }, after: 0, reason: 'blocked', because: 'it can’t go on' },
  {
    change: { status: 'blocked', priority: 'critical' },
    after: 1000 * DAY,
    reason: 'blocked',
    because: 'that comes before being overdue',
  },
  {
    change: { priority: 'critical' },
    after: 2 * HOUR + 1,
    reason: 'overdue',
    because: 'that comes before being unassigned',
  },
  { change: { priority: 'low' }, after: 720 * HOUR + 1, reason: 'overdue', because: 'or being stale' },
  { change: { priority: 'high' }, after: 0, reason: 'urgent', because: 'nobody has it' },
  { change: {}, after: 3 * DAY + 1, reason: 'stale', because: 'it is older than three days' },
  { change: {}, after: 3 * DAY, reason: null, because: 'it is not yet' },
  { change: { priority: 'high', claimed_by: ana }, after: DAY, reason: null, because: 'it is on time' },
] as const)('it needs attention as $reason because $because', ({ change, after, reason }) => {
  expect(attentionReason({ ...task, ...change }, CREATED + after)).toBe(reason)
})

test('the reasons are shown under these names', () => {
  expect(ATTENTION_NAMES).toEqual({
    blocked: 'Blocked',
    overdue: 'Overdue',
    urgent: 'Urgent & Unassigned',
    stale: 'Stale',
  })
})

const NOW = CREATED + 1000 * DAY
const aged = (ms: number) => at(NOW - ms)

test('tasks are sorted by urgency, then priority, then age, and at most two are stale', () => {
  const tasks: TaskFacts[] = [
    { ...task, id: 'stale-3', created_at: aged(4 * DAY) },
    { ...task, id: 'stale-1', priority: 'medium', created_at: aged(4 * DAY) },
    { ...task, id: 'stale-2', created_at: aged(5 * DAY) },
    { ...task, id: 'urgent-2', priority: 'high', created_at: aged(HOUR) },
    { ...task, id: 'urgent-1', priority: 'critical', created_at: aged(HOUR) },
    { ...task, id: 'overdue-2', priority: 'high', created_at: aged(2 * DAY) },
    { ...task, id: 'overdue-1', priority: 'high', created_at: aged(3 * DAY) },
    { ...task, id: 'blocked', status: 'blocked', created_at: aged(0) },
    { ...task, id: 'calm', created_at: aged(HOUR) },
    { ...task, id: 'done', status: 'completed', created_at: aged(900 * DAY) },
  ]

  expect(needingAttention(tasks, NOW).map(({ task: { id }, reason }) => [id, reason])).toEqual([
    ['blocked', 'blocked'],
    ['overdue-1', 'overdue'],
    ['overdue-2', 'overdue'],
    ['urgent-1', 'urgent'],
    ['urgent-2', 'urgent'],
    ['stale-1', 'stale'],
    ['stale-2', 'stale'],
  ])
})

test('a task that is passed twice is listed once', () => {
  const blocked: TaskFacts = { ...task, status: 'blocked' }
  expect(needingAttention([blocked, { ...blocked }], NOW)).toHaveLength(1)
})

const someTask: fc.Arbitrary<TaskFacts> = fc.record({
  id: fc.stringMatching(/^[a-f]{2}$/),
  priority: fc.constantFrom(...TASK_PRIORITIES),
  status: fc.constantFrom(...TASK_STATUSES),
  status_extended: fc.constantFrom(null, 'idea' as const, 'ready' as const),
  created_at: fc.integer({ min: -HOUR, max: 800 * HOUR }).map(aged),
  assigned_at: fc.constantFrom(null, aged(HOUR)),
  claimed_at: fc.constantFrom(null, aged(HOUR)),
  assigned_agent: fc.constantFrom(null, ana),
  assigned_user: fc.constantFrom(null, ana),
  claimed_by: fc.constantFrom(null, ana),
})

test('for any tasks, each is listed once with its reason, in order, and only stale ones are left out', () => {
  const urgency = { blocked: 4, overdue: 3, urgent: 2, stale: 1 }
  const byId = { selector: ({ id }: TaskFacts) => id, maxLength: 30 }
  fc.assert(
    fc.property(fc.uniqueArray(someTask, byId), (tasks) => {
      const listed = needingAttention(tasks, NOW)
      const stale = listed.filter(({ reason }) => reason === 'stale')
      const due = tasks.filter((one) => ![null, 'stale'].includes(attentionReason(one, NOW)))

      expect(new Set(listed.map((one) => one.task.id)).size).toBe(listed.length)
      expect(stale.length).toBeLessThanOrEqual(2)
      expect(listed.length - stale.length).toBe(due.length)
      for (const one of listed) {
        expect(one.reason).toBe(attentionReason(one.task, NOW))
        expect(isOpen(one.task.status)).toBe(true)
      }
      const keys = listed.map(({ task: one, reason }) => [
        -urgency[reason],
        priorityRank(one.priority),
        Date.parse(one.created_at),
      ])
      const inOrder = keys.toSorted(([a = 0, b = 0, c = 0], [d = 0, e = 0, f = 0]) => a - d || b - e || c - f)
      expect(keys).toEqual(inOrder)
    }),
  )
})
