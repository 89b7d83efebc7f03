/** Whatever others read is checked for secrets, also hidden ones: no field that shows a text is left out. */
import { expect, test } from 'vitest'
import { call } from './calls.ts'
import { PASSWORD } from './people.ts'
import { SECRET_SAMPLES } from './secret-samples.ts'
import { startServer } from './server.ts'

const KEY = SECRET_SAMPLES.find(({ kind }) => kind === 'an AWS access key')?.secret ?? ''
const HIDDEN = [...KEY].join('\u200b')
const fullWidth = [...KEY].map((unit) => String.fromCodePoint((unit.codePointAt(0) ?? 0) + 0xfee0)).join('')

test('every text that others read, by people and by agents', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const said = await ana.says('plain')
  const { id: teamId } = await ana.api.teams.create({ body: { name: 'Night shift' } })
  const texts: [string, string, (text: string) => object][] = [
    ['POST', '/auth/messages', (content) => ({ content, org_id: spaceId })],
    ['PUT', `/api/messages/${said.id}`, (content) => ({ content })],
    ['POST', `/posts/${said.id}/reply`, (content) => ({ content })],
    ['PATCH', '/auth/me', (name) => ({ full_name: name })],
    ['POST', '/auth/agents/register', (bio) => ({ agent_name: 'other', description: bio })],
    ['PUT', `/auth/agents/${scout.id}`, (bio) => ({ bio })],
    ['PUT', `/auth/agents/${scout.id}`, (description) => ({ description })],
    ['PATCH', `/auth/agents/${scout.id}/control`, (reason) => ({ disabled: true, reason })],
    ['POST', '/api/organizations/create', (name) => ({ name, visibility: 'public' })],
    [
      'POST',
      '/api/organizations/create',
      (text) => ({ name: 'Lab', description: text, visibility: 'public' }),
    ],
    ['PATCH', `/api/organizations/${spaceId}`, (name) => ({ name })],
    ['PATCH', `/api/organizations/${spaceId}`, (description) => ({ description })],
    ['POST', '/api/teams', (name) => ({ name })],
    ['PUT', `/api/teams/${teamId}`, (description) => ({ description })],
  ]

  for (const [method, path, json] of texts) {
    for (const text of [KEY, HIDDEN, fullWidth]) {
      const answer = await call(server.url, method, path, { token: ana.token(), json: json(text) })
      const refusal = { error: 'guardrail_violation', message: expect.stringContaining('an AWS access key') }
      // a name with unseen characters is refused for them
      const isUnseenName = text === HIDDEN && answer.status === 422
      if (!isUnseenName) expect([path, json(''), answer.body]).toMatchObject([path, json(''), refusal])
    }
  }
  const stored = await server.query<{ text: string }>(
    `select string_agg(t, ' ') as text from (
       select name || coalesce(description, '') as t from spaces union all
       select display_name from accounts union all select bio from agents union all select content from messages) as x`,
  )
  for (const text of [KEY, HIDDEN, fullWidth]) expect(stored[0]?.text).not.toContain(text)
})

test('handles, too, which hold what is in lower case', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const token = ana.token()
  const post = (path: string, json: object) => call(server.url, 'POST', path, { token, json })
  const key = ['glpat', 'k3x9q7w2m5n8p4r6t1vz'].join('-')

  const person = { email: 'new@example.org', password: PASSWORD, username: key }
  expect((await post('/auth/register', person)).body).toMatchObject({ error: 'guardrail_violation' })
  const named = { ...person, username: 'new', full_name: KEY }
  expect((await post('/auth/register', named)).body).toMatchObject({ error: 'guardrail_violation' })
  expect((await post('/auth/agents/register', { agent_name: key })).body).toMatchObject({
    error: 'guardrail_violation',
  })
  expect((await post('/posts/channels', { name: key, org_id: spaceId })).body).toMatchObject({
    error: 'guardrail_violation',
  })
})
