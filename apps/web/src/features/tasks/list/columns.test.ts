import { TASK_STATUSES } from '@flockwork/contract/tasks/statuses'
import { expect, test } from 'vitest'
import { testTask } from '../state/test-task.ts'
import { COLUMNS, columnBeside, columnOf, moveInto, movedTask, type ColumnId } from './columns.ts'

const ALL = { mayChange: true, mayAssign: true, mayClaim: true, mayRelease: true, mayApprove: false }
const NONE = { mayChange: false, mayAssign: false, mayClaim: false, mayRelease: false, mayApprove: false }
const ana = { id: 'ana', username: 'ana', type: 'user' } as const

function column(id: ColumnId) {
  const found = COLUMNS.find((one) => one.id === id)
  if (!found) throw new Error(`No column ${id}`)
  return found
}

test('every status has one column', () => {
  for (const status of TASK_STATUSES) {
    expect(COLUMNS.filter(({ statuses }) => statuses.includes(status))).toEqual([columnOf({ status })])
  }
})

test("the columns next to a task's, and none beyond the ends", () => {
  expect(columnBeside({ status: 'assigned' }, 1)?.id).toBe('in_progress')
  expect(columnBeside({ status: 'assigned' }, -1)?.id).toBe('available')
  expect(columnBeside({ status: 'available' }, -1)).toBeNull()
  expect(columnBeside({ status: 'expired' }, 1)).toBeNull()
})

const idea = testTask(1, { status_extended: 'idea' })
const free = testTask(1)
const claimed = testTask(1, { status: 'claimed', claimed_by: ana })

test.for([
  { because: 'it is there already', task: free, to: 'available', rights: ALL, move: null },
  { because: 'who takes it claims it', task: free, to: 'taken', rights: ALL, move: { kind: 'claim' } },
  {
    because: 'who may only claim may claim',
    task: free,
    to: 'taken',
    rights: { ...NONE, mayClaim: true },
    move: { kind: 'claim' },
  },
  {
    because: 'but not do more',
    task: free,
    to: 'completed',
    rights: { ...NONE, mayClaim: true },
    move: null,
  },
  {
    because: 'a claimed task that went on goes back by its status',
    task: { ...claimed, status: 'in_progress' as const },
    to: 'taken',
    rights: ALL,
    move: { kind: 'status', status: 'claimed' },
  },
  { because: 'an idea waits', task: idea, to: 'in_progress', rights: ALL, move: null },
  { because: 'an idea is not claimed', task: idea, to: 'taken', rights: ALL, move: null },
  {
    because: 'an idea can be dropped',
    task: idea,
    to: 'closed',
    rights: ALL,
    move: { kind: 'status', status: 'cancelled' },
  },
  {
    because: 'work goes on',
    task: claimed,
    to: 'in_review',
    rights: ALL,
    move: { kind: 'status', status: 'in_review' },
  },
] as const)('into $to: $because', ({ task, to, rights, move }) => {
  expect(moveInto(column(to), task, rights)).toEqual(move)
})

test('a moved task shows its claimant, and none once it is available again', () => {
  expect(movedTask(free, { kind: 'claim' }, column('taken'), ana)).toMatchObject({
    status: 'claimed',
    claimed_by: ana,
  })
  const released = movedTask(claimed, { kind: 'status', status: 'available' }, column('available'), ana)
  expect(released).toMatchObject({ status: 'available', claimed_by: null })
})
