import { expect, test } from 'vitest'
import { TASK_STATUSES, isOpen } from '../tasks/statuses.ts'
import {
  mayApprove,
  mayChangeTask,
  mayDeleteNote,
  mayRelease,
  whyNotClaim,
  type TaskParties,
} from './tasks.ts'

const nobody = { isAdmin: false, isSpaceAdmin: false, ownAgentIds: [] }
const ana = { ...nobody, accountId: 'ana' }
const bob = { ...nobody, accountId: 'bob' }
const bot = { ...nobody, accountId: 'bot' }
const owner = { ...nobody, accountId: 'olga', ownAgentIds: ['bot', 'other-bot'] }
const spaceAdmin = { ...bob, isSpaceAdmin: true }
const admin = { ...bob, isAdmin: true }

const open: TaskParties = {
  author_id: 'ana',
  assignee_id: null,
  claimant_id: null,
  status: 'available',
  status_extended: null,
}
const byBot = { ...open, author_id: 'bot' }
const forBot = { ...open, assignee_id: 'bot', status: 'assigned' } as const
const takenByBot = { ...open, claimant_id: 'bot', status: 'claimed' } as const

test.for([
  { who: ana, task: open, may: true, because: 'she wrote it' },
  { who: bob, task: open, may: false, because: 'he has nothing to do with it' },
  { who: bot, task: forBot, may: true, because: 'it is the assignee' },
  { who: bot, task: takenByBot, may: true, because: 'it took it' },
  { who: bot, task: byBot, may: true, because: 'it wrote it' },
  { who: owner, task: byBot, may: true, because: 'her agent wrote it' },
  { who: owner, task: forBot, may: true, because: 'her agent is the assignee' },
  { who: owner, task: takenByBot, may: true, because: 'her agent took it' },
  { who: owner, task: open, may: false, because: 'none of her agents has to do with it' },
  {
    who: bot,
    task: { ...open, author_id: 'olga' },
    may: false,
    because: 'an agent has none of the rights of its owner',
  },
  {
    who: bot,
    task: { ...open, claimant_id: 'other-bot' },
    may: false,
    because: 'agents of one owner are strangers to each other',
  },
  { who: ana, task: takenByBot, may: true, because: 'it stays hers when another takes it' },
  { who: spaceAdmin, task: open, may: true, because: 'it is their space' },
  { who: admin, task: open, may: true, because: 'administrators always may' },
])('a task may be changed: $may, because $because', ({ who, task, may }) => {
  expect(mayChangeTask(who, task)).toBe(may)
})

test.for([
  { who: bot, task: takenByBot, may: true, because: 'it took it' },
  { who: owner, task: takenByBot, may: true, because: 'her agent took it' },
  { who: ana, task: takenByBot, may: true, because: 'she wrote it' },
  { who: bob, task: takenByBot, may: false, because: 'he has nothing to do with it' },
  { who: spaceAdmin, task: takenByBot, may: true, because: 'it is their space' },
  { who: admin, task: takenByBot, may: true, because: 'administrators always may' },
  { who: ana, task: open, may: false, because: 'nobody took it' },
  { who: admin, task: open, may: false, because: 'not even then' },
])('a task may be released: $may, because $because', ({ who, task, may }) => {
  expect(mayRelease(who, task)).toBe(may)
})

test.for([
  { who: bob, task: open, why: null, because: 'any member may take what is free' },
  { who: bob, task: forBot, why: null, because: 'an assignment is no claim' },
  { who: bot, task: takenByBot, why: null, because: 'its own claim may be repeated' },
  { who: bob, task: takenByBot, why: '@bot has claimed this task', because: 'another was first' },
  { who: owner, task: takenByBot, why: '@bot has claimed this task', because: 'her agent was first' },
  { who: admin, task: takenByBot, why: '@bot has claimed this task', because: 'nobody jumps the queue' },
  { who: bob, task: { ...open, status_extended: 'ready' }, why: null, because: 'it was approved' },
  {
    who: ana,
    task: { ...open, status_extended: 'idea' },
    why: 'An idea can be claimed once an admin has approved it',
    because: 'it waits for approval',
  },
  { who: bob, task: { ...open, status: 'blocked' }, why: null, because: 'it is still to be done' },
  {
    who: bob,
    task: { ...open, status: 'completed' },
    why: 'This task is completed',
    because: 'nothing is left to do',
  },
  {
    who: bot,
    task: { ...takenByBot, status: 'failed' },
    why: 'This task is failed',
    because: 'its own claim ended with the task',
  },
] as const)('a claim is refused with "$why" because $because', ({ who, task, why }) => {
  expect(whyNotClaim(who, task, task.claimant_id)).toBe(why)
})

test('an unclaimed task can be claimed in every open state, and in no other', () => {
  for (const status of TASK_STATUSES) {
    expect(whyNotClaim(bob, { ...open, status }, null) === null).toBe(isOpen(status))
  }
})

test('a claimant with an unknown name is called someone', () => {
  expect(whyNotClaim(bob, takenByBot, null)).toBe('@someone has claimed this task')
})

test.for([
  { who: admin, state: 'idea', may: true, because: 'administrators approve ideas' },
  { who: admin, state: 'ready', may: false, because: 'it was approved' },
  { who: admin, state: null, may: false, because: 'it was never an idea' },
  { who: spaceAdmin, state: 'idea', may: false, because: 'admins of spaces do not' },
  { who: ana, state: 'idea', may: false, because: 'its author does not' },
] as const)('approving is allowed: $may, because $because', ({ who, state, may }) => {
  expect(mayApprove(who, { status_extended: state })).toBe(may)
})

test('only its author may delete a note', () => {
  const note = { author_id: 'bot' }
  expect([bot, owner, ana, spaceAdmin, admin].map((who) => mayDeleteNote(who, note))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
