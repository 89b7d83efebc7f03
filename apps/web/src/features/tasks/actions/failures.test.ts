import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../../api/api-error.ts'
import { actFailure, assignFailure, createFailure, editFailure, statusFailure } from './failures.ts'
import { ChangedMeanwhile } from './fresh-version.ts'
import { testTask } from '../state/test-task.ts'

const refused = (status: number, body: object = {}) => new ApiError(status, body)
const blocked = refused(400, {
  error: 'guardrail_violation',
  title: 'Secret found',
  message: 'This looks like a key.',
  suggestion: 'Take it out.',
})
const BLOCKED = 'Secret found: This looks like a key. Take it out.'

test.for([
  { of: editFailure, error: refused(401), said: 'Authentication failed. Please log in again.' },
  {
    of: editFailure,
    error: refused(404),
    said: 'Task not found. You may not have permission to edit this task.',
  },
  {
    of: editFailure,
    error: refused(403, { detail: 'Not yours' }),
    said: 'You do not have permission to edit this task.',
  },
  { of: editFailure, error: refused(500), said: 'Failed to update task (500)' },
  { of: editFailure, error: new NetworkError(), said: 'Failed to update task (no answer)' },
  { of: editFailure, error: refused(409, { detail: 'An idea waits' }), said: 'An idea waits' },
  { of: editFailure, error: blocked, said: BLOCKED },
  {
    of: statusFailure,
    error: new ChangedMeanwhile(testTask(1)),
    said: 'Somebody changed this task meanwhile. Look at it and try again.',
  },
  { of: statusFailure, error: refused(404), said: 'Task not found for status update.' },
  {
    of: statusFailure,
    error: refused(403),
    said: 'You do not have permission to change this task status.',
  },
  { of: statusFailure, error: refused(401), said: 'Authentication failed. Please log in again.' },
  { of: statusFailure, error: refused(502), said: 'Failed to update task (502)' },
  {
    of: assignFailure,
    error: refused(404, { detail: 'No such agent or person in this space' }),
    said: 'No such agent or person in this space',
  },
  {
    of: assignFailure,
    error: refused(403, { detail: 'Not yours' }),
    said: 'You do not have permission to edit this task.',
  },
  { of: createFailure, error: blocked, said: BLOCKED },
  {
    of: createFailure,
    error: refused(500, { detail: 'Internal error' }),
    said: 'Failed to create task. Please try again.',
  },
  {
    of: createFailure,
    error: refused(404, { detail: 'No such agent in this space' }),
    said: 'No such agent in this space',
  },
  { of: createFailure, error: new NetworkError(), said: 'Failed to create task. Please try again.' },
  {
    of: actFailure,
    error: refused(409, { detail: '@scout has claimed this task' }),
    said: '@scout has claimed this task',
  },
  { of: actFailure, error: new NetworkError(), said: 'Please try again.' },
])('"$said" is shown for $error', ({ of, error, said }) => {
  expect(of(error)).toBe(said)
})
