import { expect, test } from 'vitest'
import {
  AgentBreakerOpen,
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
  { error: new Error('secret'), isSomewhere: true, step: 'tools', because: 'the server failed' },
  { error: limited, isSomewhere: true, step: 'tools', because: 'there were too many calls' },
  {
    error: new AgentBreakerOpen('scout', 60),
    isSomewhere: true,
    step: 'agent',
    because: 'it repeated its errors',
  },
])('a refused tool is told of at the step $step because $because', ({ error, isSomewhere, step }) => {
  expect(faultOfTool(error, isSomewhere)?.step).toBe(step)
})

test.for([
  { error: limited, says: /429.*in 1 s/ },
  { error: new Unavailable(), says: /503.*try again/ },
  { error: new Error('secret'), says: /500.*log/ },
])('$error at the door is told of at the step that it stopped, in words of our own', ({ error, says }) => {
  for (const step of ['handshake', 'tools'] as const) {
    const fault = faultAtDoor(error, step)
    expect(fault).toEqual({ step, message: expect.stringMatching(says) })
    expect(fault?.message).not.toContain('secret')
  }
})

test('a wrong argument says nothing about a connection', () => {
  expect(faultAtDoor(invalid(['limit'], 'No'), 'tools')).toBeUndefined()
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
