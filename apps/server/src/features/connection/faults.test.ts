import { expect, test } from 'vitest'
import {
  AgentDisabled,
  Forbidden,
  InsufficientScope,
  NotFound,
  RateLimited,
  SpaceOutOfReach,
  Unavailable,
  invalid,
} from '../../platform/errors.ts'
import { explainToken } from './explain.ts'
import { faultAtDoor, faultOfTool } from './faults.ts'

const limited = new RateLimited({ limit: 1, remaining: 0, retryAfterSeconds: 1 })

test.for([
  { error: new AgentDisabled('Too loud'), isSomewhere: true, step: 'agent', because: 'it is paused' },
  {
    error: new InsufficientScope('tasks:write'),
    isSomewhere: true,
    step: 'credential',
    because: 'the scope lacks',
  },
  {
    error: new SpaceOutOfReach('No space x'),
    isSomewhere: true,
    step: 'space',
    because: 'the space is foreign',
  },
  { error: new Forbidden('Nowhere'), isSomewhere: false, step: 'space', because: 'it is in no space' },
  {
    error: new NotFound('No message'),
    isSomewhere: true,
    step: undefined,
    because: 'only the message is missing',
  },
  { error: new Forbidden('Not yours'), isSomewhere: true, step: undefined, because: 'one action is refused' },
  { error: invalid(['limit'], 'No'), isSomewhere: false, step: undefined, because: 'an argument is wrong' },
  { error: new Error('secret'), isSomewhere: true, step: undefined, because: 'the fault is ours' },
])('a refused tool is told of at the step $step because $because', ({ error, isSomewhere, step }) => {
  expect(faultOfTool(error, isSomewhere)?.step).toBe(step)
})

test('what the server itself lacks, and limits, say nothing about a connection', () => {
  for (const error of [new Unavailable(), limited, new Error('secret')])
    expect(faultAtDoor(error)).toBeUndefined()
})

const jwt = (header: unknown) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}.x.y`

test.for([
  { token: 'fw_agt_0_0', grant: undefined, says: /unknown here/ },
  { token: jwt({ typ: 'at+jwt' }), grant: undefined, says: /expired/ },
  { token: jwt({ alg: 'none' }), grant: undefined, says: /person's sign-in/ },
  { token: jwt(null), grant: undefined, says: /no token of an agent/ },
  { token: 'a.b.c', grant: undefined, says: /no token of an agent/ },
  { token: '', grant: undefined, says: /no token of an agent/ },
  { token: 'x', grant: { agentId: 'a', isForHere: true }, says: /revoked or has ended/ },
  { token: 'x', grant: { agentId: 'a', isForHere: false }, says: /another address/ },
])('$token is explained: $says', ({ token, grant, says }) => {
  expect(explainToken(token, grant)).toMatch(says)
})
