import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CLOSED_STATUSES,
  EDITABLE_STATUSES,
  OPEN_STATUSES,
  STATUS_NAMES,
  TASK_STATUSES,
  isOpen,
  readStatus,
  sentStatus,
  storedStatus,
} from './statuses.ts'

test('a task is in one of ten states, each with a name', () => {
  expect(TASK_STATUSES).toEqual([
    'available',
    'claimed',
    'assigned',
    'in_progress',
    'in_review',
    'blocked',
    'completed',
    'failed',
    'expired',
    'cancelled',
  ])
  expect(Object.keys(STATUS_NAMES)).toEqual([...TASK_STATUSES])
  expect(new Set(Object.values(STATUS_NAMES)).size).toBe(10)
})

test.for([
  { status: 'available', open: true, because: 'anybody may take it' },
  { status: 'claimed', open: true, because: 'somebody took it' },
  { status: 'assigned', open: true, because: 'somebody is to do it' },
  { status: 'in_progress', open: true, because: 'somebody does it' },
  { status: 'in_review', open: true, because: 'what was done is looked at' },
  { status: 'blocked', open: true, because: 'it is still to be done' },
  { status: 'completed', open: false, because: 'it is done' },
  { status: 'failed', open: false, because: 'it was given up' },
  { status: 'expired', open: false, because: 'its time is over' },
  { status: 'cancelled', open: false, because: 'nobody wants it any more' },
] as const)('$status is open: $open, because $because', ({ status, open }) => {
  expect(isOpen(status)).toBe(open)
  expect((OPEN_STATUSES as readonly string[]).includes(status)).toBe(open)
  expect((CLOSED_STATUSES as readonly string[]).includes(status)).toBe(!open)
})

test.for([
  { word: 'open', status: 'available', because: 'that is what the edit dialog sends' },
  { word: 'not_started', status: 'available', because: 'other systems call it so' },
  { word: 'Not started', status: 'available', because: 'a space is as good as an underscore' },
  { word: 'To-Do', status: 'available', because: 'so is a dash' },
  { word: 'TODO', status: 'available', because: 'case does not matter' },
  { word: 'Backlog', status: 'available', because: 'trackers call it so' },
  { word: 'pending', status: 'available', because: 'to-do lists of agents call it so' },
  { word: 'submitted', status: 'available', because: 'agent protocols call it so' },
  { word: ' in  progress ', status: 'in_progress', because: 'white space around and between counts once' },
  { word: 'IN-PROGRESS', status: 'in_progress', because: 'case and dash together' },
  { word: 'inProgress', status: 'in_progress', because: 'some write it as one word' },
  { word: 'doing', status: 'in_progress', because: 'boards call it so' },
  { word: 'working', status: 'in_progress', because: 'agent protocols call it so' },
  { word: 'started', status: 'in_progress', because: 'trackers call it so' },
  { word: 'code review', status: 'in_review', because: 'it is a review' },
  { word: 'QA', status: 'in_review', because: 'so is this' },
  { word: 'on hold', status: 'blocked', because: 'it waits' },
  { word: 'input-required', status: 'blocked', because: 'it waits for an answer' },
  { word: 'Done', status: 'completed', because: 'boards call it so' },
  { word: 'closed', status: 'completed', because: 'trackers call it so' },
  { word: 'resolved', status: 'completed', because: 'these, too' },
  { word: 'error', status: 'failed', because: 'it went wrong' },
  { word: 'canceled', status: 'cancelled', because: 'it is spelled with one l, too' },
  { word: "Won't do", status: 'cancelled', because: 'an apostrophe is left out' },
  { word: 'won’t fix', status: 'cancelled', because: 'a typographic one, too' },
  { word: 'not planned', status: 'cancelled', because: 'code hosts close so' },
  { word: 'expired', status: 'expired', because: 'it is ours' },
] as const)('"$word" means $status because $because', ({ word, status }) => {
  expect(readStatus(word)).toBe(status)
})

test.for([
  { word: '', because: 'it is empty' },
  { word: '   ', because: 'it is blank' },
  { word: 'sleeping', because: 'nobody uses it' },
  { word: 'done!', because: 'punctuation belongs to no status' },
  { word: 'constructor', because: 'what every object has is no status' },
  { word: '__proto__', because: 'nor is this' },
  { word: `done${' '.repeat(40)}`, because: 'over forty characters name nothing' },
])('"$word" means no status because $because', ({ word }) => {
  expect(readStatus(word)).toBeNull()
})

test('our own statuses are recognised in any spelling', () => {
  const separators = fc.constantFrom('_', '-', ' ', '  ', '\t')
  fc.assert(
    fc.property(
      fc.constantFrom(...TASK_STATUSES),
      separators,
      fc.boolean(),
      (status, separator, isUpperCase) => {
        const spelled = status.replaceAll('_', separator)
        expect(readStatus(isUpperCase ? spelled.toUpperCase() : spelled)).toBe(status)
      },
    ),
  )
})

test('any word means one of the ten or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (word) => {
      const status = readStatus(word)
      expect(status === null || TASK_STATUSES.includes(status)).toBe(true)
    }),
  )
})

test.for([
  { choice: 'available', sent: { status: 'open' }, stored: 'available' },
  { choice: 'claimed', sent: { status: 'assigned' }, stored: 'assigned' },
  { choice: 'in_progress', sent: { status: 'in_progress' }, stored: 'in_progress' },
  { choice: 'completed', sent: { status: 'completed' }, stored: 'completed' },
  { choice: 'blocked', sent: { status: 'cancelled', outcome: 'blocked' }, stored: 'blocked' },
  { choice: 'failed', sent: { status: 'cancelled', outcome: 'failed' }, stored: 'failed' },
] as const)('choosing $choice in the dialog stores $stored', ({ choice, sent, stored }) => {
  const body = sentStatus(choice)

  expect(body).toEqual(sent)
  expect(storedStatus(readStatus(body.status) ?? 'expired', body.outcome)).toBe(stored)
})

test('the dialog offers six choices, in this order', () => {
  expect(EDITABLE_STATUSES).toEqual(['available', 'claimed', 'in_progress', 'completed', 'blocked', 'failed'])
})

test.for([
  { status: 'cancelled', outcome: null, stored: 'cancelled', because: 'nothing says otherwise' },
  { status: 'cancelled', outcome: undefined, stored: 'cancelled', because: 'nothing was sent' },
  { status: 'completed', outcome: 'failed', stored: 'completed', because: 'it says what cancelled means' },
  { status: 'in_progress', outcome: 'blocked', stored: 'in_progress', because: 'and nothing else' },
] as const)('$status with outcome $outcome stores $stored because $because', (row) => {
  expect(storedStatus(row.status, row.outcome)).toBe(row.stored)
})
