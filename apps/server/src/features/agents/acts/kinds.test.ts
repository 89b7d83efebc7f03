import { expect, test } from 'vitest'
import {
  AgentBreakerOpen,
  AgentDisabled,
  AgentLimitExceeded,
  AgentLimited,
} from '../../../platform/agent-errors.ts'
import {
  Conflict,
  Forbidden,
  InsufficientScope,
  invalid,
  NotFound,
  RateLimited,
  Unavailable,
} from '../../../platform/errors.ts'
import { GuardrailViolation } from '../../guardrails/index.ts'
import { refusalKindOf } from './kinds.ts'

const FULL = { limit: 1, remaining: 0, retryAfterSeconds: 60 }
const SECRET = { type: 'secret', severity: 'high', title: '', message: '', suggestion: '', maskedText: '' }

test.each([
  ['a person paused it', new AgentDisabled('Stop'), 'pause'],
  ['its circuit breaker is open', new AgentBreakerOpen('scout', 60), 'breaker'],
  ['it posted as much as it may', new AgentLimited('scout', FULL, 'Enough'), 'limit'],
  ['it calls too often', new RateLimited(FULL), 'limit'],
  [
    'its text has a secret in it',
    new GuardrailViolation(SECRET as ConstructorParameters<typeof GuardrailViolation>[0]),
    'guardrail',
  ],
  ['its credential lacks the scope', new InsufficientScope('tasks:write'), 'rights'],
  ['the task is somebody else’s', new Forbidden('Only its author may do this'), 'rights'],
  ['a right that has a number', new AgentLimitExceeded(25), 'rights'],
  ['what it sent is wrong', invalid(['body'], 'Wrong'), undefined],
  ['there is no such thing', new NotFound('No such task'), undefined],
  ['another was first', new Conflict('Claimed'), undefined],
  ['the server can’t', new Unavailable(), undefined],
  ['a bug of ours', new Error('no'), undefined],
])('the kind of a call that failed because %s', (_why, error, kind) => {
  expect(refusalKindOf(error)).toBe(kind)
})
