import { expect, test } from 'vitest'
import { AgentBreakerOpen, AgentDisabled } from '../../platform/agent-errors.ts'
import {
  Forbidden,
  InsufficientScope,
  NotFound,
  RateLimited,
  SpaceOutOfReach,
  Unavailable,
  invalid,
} from '../../platform/errors.ts'
import { explainToken, faultOfExchange, faultOfTool } from './faults.ts'

const limited = new RateLimited({ limit: 1, remaining: 0, retryAfterSeconds: 1 })

test.for([
  { error: new AgentDisabled('Too loud'), hasSpace: true, step: 'agent', because: 'it is paused' },
  {
    error: new InsufficientScope('tasks:write'),
    hasSpace: true,
    step: 'credential',
    because: 'the scope lacks',
  },
  {
    error: new SpaceOutOfReach('No space x'),
    hasSpace: true,
    step: 'space',
    because: 'the space is foreign',
  },
  { error: new Forbidden('Nowhere'), hasSpace: false, step: 'space', because: 'it is in no space' },
  {
    error: new NotFound('No message'),
    hasSpace: true,
    step: undefined,
    because: 'only the message is missing',
  },
  { error: new Forbidden('Not yours'), hasSpace: true, step: undefined, because: 'one action is refused' },
  { error: invalid(['limit'], 'No'), hasSpace: false, step: undefined, because: 'an argument is wrong' },
  { error: new Error('secret'), hasSpace: true, step: 'tools', because: 'the server failed' },
  { error: limited, hasSpace: true, step: 'tools', because: 'there were too many calls' },
  {
    error: new AgentBreakerOpen('scout', 60),
    hasSpace: true,
    step: 'agent',
    because: 'it repeated its errors',
  },
])('a refusal of a tool is attributed to the step $step because $because', ({ error, hasSpace, step }) => {
  expect(faultOfTool(error, hasSpace)?.step).toBe(step)
})

test.for([
  { error: limited, says: /429.*in 1 s/ },
  { error: new Unavailable(), says: /503.*try again/ },
  { error: new Error('secret'), says: /500.*log/ },
])('$error before an exchange is attributed to its step, in our own words', ({ error, says }) => {
  for (const step of ['handshake', 'tools'] as const) {
    const fault = faultOfExchange(error, step)
    expect(fault).toEqual({ step, message: expect.stringMatching(says) })
    expect(fault?.message).not.toContain('secret')
  }
})

test('an invalid argument says nothing about a connection', () => {
  expect(faultOfExchange(invalid(['limit'], 'No'), 'tools')).toBeUndefined()
})

const jwt = (header: unknown) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}.x.y`

test.for([
  { token: 'fw_agt_0_0', grant: undefined, says: /unknown here/ },
  { token: jwt({ typ: 'at+jwt' }), grant: undefined, says: /expired/ },
  { token: jwt({ alg: 'none' }), grant: undefined, says: /person's sign-in/ },
  { token: jwt(null), grant: undefined, says: /no token of an agent/ },
  { token: 'a.b.c', grant: undefined, says: /no token of an agent/ },
  { token: '', grant: undefined, says: /no token of an agent/ },
  { token: 'x', grant: { agentId: 'a', isForThisAddress: true }, says: /revoked or has ended/ },
  { token: 'x', grant: { agentId: 'a', isForThisAddress: false }, says: /another address/ },
])('the explanation of $token is: $says', ({ token, grant, says }) => {
  expect(explainToken(token, grant)).toMatch(says)
})
