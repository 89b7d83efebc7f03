/** Violations: what is stored of refused and reported texts, and how administrators find and resolve them. */
import { randomUUID } from 'node:crypto'
import { adminGuardrailRoutes } from '@flockwork/contract/admin/guardrails'
import { adminPeopleRoutes } from '@flockwork/contract/admin/people'
import { adminViolationRoutes as routes } from '@flockwork/contract/admin/violations'
import { VIOLATIONS_MAX, VIOLATIONS_PER_DAY, VIOLATIONS_RETENTION_MS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { auditedActions, deleteAccount } from '../../../../test/accounts.ts'
import { call, refusalOf } from '../../../../test/calls.ts'
import { connectAgent } from '../../../../test/mcp.ts'
import { PASSWORD, signInAgain, type Person } from '../../../../test/people.ts'
import { SECRET_SAMPLES } from '../../../../test/secret-samples.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { runMaintenance } from '../../../lifecycle/maintenance.ts'

const KEY = SECRET_SAMPLES.find(({ kind }) => kind === 'an AWS access key')?.secret ?? ''
const DAY_MS = 24 * 60 * 60 * 1000

/** The first account of an instance is its administrator. */
async function withAdmin(server: TestServer) {
  const root = await server.signUp('root')
  return { root, ...(await server.peopleInOneSpace('ana', 'bob')) }
}

type Query = NonNullable<Parameters<Person['api']['call']>[1] & { query?: Record<string, unknown> }>['query']
const list = ({ api }: Person, query: Query = {}) => api.call(routes.list, { query })
const resolve = ({ api }: Person, id: string) => api.call(routes.resolve, { params: { id } })
const refused = (person: Person, content: string) => refusalOf(person.says(content))

/** Adds a pattern for the middle of each `word`. */
async function watchFor(
  root: Person,
  ...patterns: { name: string; pattern: string; mode?: 'report' | 'block' }[]
) {
  for (const { mode = 'block', ...pattern } of patterns) {
    await root.api.call(adminGuardrailRoutes.addPattern, { body: { ...pattern, mode, severity: 'low' } })
  }
}

test('a refused text leaves a masked violation with its author, place and API, though the text is not stored', async () => {
  await using server = await startServer()
  const { root, ana, spaceId } = await withAdmin(server)
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)

  expect((await refused(ana, `use ${KEY} for this`)).status).toBe(400)
  const posted = await agent.call('messages', { action: 'send', content: `my key: ${KEY}` })
  expect(posted.isError).toBe(true)

  const { violations, total } = await list(root)
  expect(total).toBe(2)
  const facts = {
    org_id: spaceId,
    org_name: 'Field Lab',
    rule: 'secret.aws',
    rule_name: 'AWS keys',
    violation_type: 'secret',
    severity: 'high',
    outcome: 'blocked',
    place: 'message',
    times: 1,
    resolved: false,
    resolved_at: null,
    resolved_by: null,
  }
  expect(violations).toMatchObject([
    {
      ...facts,
      user_id: scout.id,
      username: 'scout',
      account_type: 'agent',
      owner_username: ana.username,
      via: 'mcp',
      original_content: 'my key: ********',
    },
    {
      ...facts,
      user_id: ana.profile.id,
      username: ana.username,
      account_type: 'user',
      owner_username: null,
      via: 'rest',
      original_content: 'use ******** for this',
    },
  ])
  const [stored] = await server.query<{ text: string }>(
    'select string_agg(v::text, $1) as text from violations v',
    [' '],
  )
  expect(stored?.text).not.toContain(KEY)
  expect((await root.api.call(adminPeopleRoutes.stats, {})).guardrail_violations).toBe(2)
})

test('a violation survives the rollback of the write, and an attempted sign-up leaves one, too', async () => {
  await using server = await startServer()
  const { root, ana } = await withAdmin(server)
  const json = { name: `Lab ${KEY}`, visibility: 'public' }
  await call(server.url, 'POST', '/api/organizations/create', { token: ana.token(), json, key: randomUUID() })
  const person = { email: 'new@example.org', password: PASSWORD, username: 'new', full_name: KEY }
  await call(server.url, 'POST', '/auth/register', { json: person })

  expect((await list(root)).violations).toMatchObject([
    { user_id: null, username: null, account_type: null, org_id: null, place: 'name' },
    { username: ana.username, place: 'space', org_id: null, org_name: null },
  ])
})

test('a reported text is stored, and so is its violation', async () => {
  await using server = await startServer()
  const { root, ana } = await withAdmin(server)
  await watchFor(root, { name: 'Project Aurora', pattern: '(?i)aurora', mode: 'report' })

  const said = await ana.says('Aurora ships today')

  expect(said.content).toBe('Aurora ships today')
  expect((await list(root)).violations).toMatchObject([
    { outcome: 'reported', rule_name: '“Project Aurora”', violation_type: 'pattern', severity: 'low' },
  ])
})

test('repeats of a text are counted, also concurrent ones, and different texts are limited per day', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '100' } })
  const { root, ana, bob } = await withAdmin(server)

  await Promise.all(Array.from({ length: 30 }, () => refused(ana, `again ${KEY}`)))
  expect((await list(root)).violations).toMatchObject([{ times: 30, original_content: 'again ********' }])

  const others = VIOLATIONS_PER_DAY + 20
  await Promise.all(Array.from({ length: others }, (_, index) => refused(ana, `text ${index}: ${KEY}`)))
  const { violations, total } = await list(root, { limit: 100, search: ana.username })
  expect(total).toBe(VIOLATIONS_PER_DAY + 1)
  const further = violations.filter(({ original_content: text }) => text === null)
  expect(further).toMatchObject([{ username: ana.username, rule: 'secret.aws', times: 21 }])
  // another person's violations are still stored
  await refused(bob, `mine is ${KEY}`)
  expect((await list(root, { search: 'mine' })).violations).toMatchObject([{ username: bob.username }])

  const { rules } = await root.api.call(adminGuardrailRoutes.settings, {})
  const count = { blocked: 30 + others + 1, reported: 0 }
  expect(rules.find(({ id }) => id === 'secret.aws')?.counts).toEqual({ day: count, month: count })

  server.moveClock(DAY_MS)
  const tomorrow = await signInAgain(server.url, ana.username)
  const body = { content: `again ${KEY}`, org_id: ana.spaceId() }
  await refusalOf(tomorrow.api.messages.post({ body }))
  const { api } = await signInAgain(server.url, 'root')
  expect((await api.call(routes.list, { query: {} })).violations[0]).toMatchObject({
    times: 1,
    original_content: 'again ********',
  })
})

test('a violation is resolved once, by the first of several administrators, and a later repeat is a new one', async () => {
  await using server = await startServer()
  const { root, ana } = await withAdmin(server)
  await refused(ana, `again ${KEY}`)
  const [first] = (await list(root)).violations
  const id = first?.id ?? ''

  const answers = await Promise.all([resolve(root, id), resolve(root, id), resolve(root, id)])
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]).toMatchObject({
    success: true,
    violation: { id, resolved: true, resolved_by: 'root', original_content: 'again ********' },
  })
  expect(await resolve(root, id)).toEqual(answers[0])
  expect((await auditedActions(server)).filter((action) => action === 'violation_resolved')).toHaveLength(1)

  await refused(ana, `again ${KEY}`)
  expect((await list(root, { resolved: 'false' })).violations).toMatchObject([{ times: 1, resolved: false }])
  expect((await list(root, { resolved: 'true' })).violations).toMatchObject([{ id }])
  expect((await list(root)).total).toBe(2)
  expect((await root.api.call(adminPeopleRoutes.stats, {})).guardrail_violations).toBe(1)

  expect((await refusalOf(resolve(root, randomUUID()))).status).toBe(404)
  expect((await refusalOf(resolve(root, 'nothing'))).status).toBe(422)
})

test('the list is searched, filtered, sorted and paged', async () => {
  await using server = await startServer()
  const { root, ana, bob } = await withAdmin(server)
  await watchFor(
    root,
    { name: 'Aurora', pattern: 'aurora' },
    { name: 'Borealis', pattern: 'borealis', mode: 'report' },
  )
  await refused(ana, 'the aurora is green')
  server.moveClock(1000)
  await bob.says('the borealis is red')
  server.moveClock(1000)
  await refused(bob, `a key: ${KEY}`)
  server.moveClock(1000)
  await refused(ana, 'the aurora is green')

  const texts = async (query: Query) =>
    (await list(root, query)).violations.map((one) => one.original_content)
  const [key, aurora, borealis] = ['a key: ********', 'the ******** is green', 'the ******** is red']
  expect(await texts({})).toEqual([aurora, key, borealis])
  expect(await texts({ order: 'asc' })).toEqual([borealis, key, aurora])
  expect(await texts({ sort: 'severity' })).toEqual([key, aurora, borealis])
  expect(await texts({ sort: 'severity', order: 'asc' })).toEqual([aurora, borealis, key])
  expect(await texts({ sort: 'times' })).toEqual([aurora, key, borealis])
  expect(await texts({ limit: 1, offset: 1 })).toEqual([key])
  expect(await list(root, { limit: 1, offset: 9 })).toEqual({ violations: [], total: 3 })
  expect(await texts({ search: `@${bob.username}` })).toEqual([key, borealis])
  expect(await texts({ search: 'gre' })).toEqual([aurora])
  expect(await texts({ search: 'Field L' })).toEqual([aurora, key, borealis])
  expect(await texts({ search: 'lab' })).toEqual([aurora, key, borealis])
  expect(await texts({ search: "x'); drop table violations; --" })).toEqual([])
  expect(await texts({ search: '%' })).toEqual([])
  expect(await texts({ kind: 'secret' })).toEqual([key])
  expect(await texts({ severity: 'low', outcome: 'blocked' })).toEqual([aurora])
  expect(await texts({ outcome: 'reported' })).toEqual([borealis])
  expect(await texts({ rule: 'secret.aws', resolved: 'false' })).toEqual([key])
  for (const wrong of [
    { limit: 0 },
    { offset: -1 },
    { offset: 1e9 },
    { severity: 'grave' },
    { sort: 'id' },
  ]) {
    expect((await refusalOf(list(root, wrong as Query))).status).toBe(422)
  }
})

test('violations are purged with a deleted space, but not with a deleted account', async () => {
  await using server = await startServer()
  const { root, ana, bob, spaceId } = await withAdmin(server)
  await refused(ana, `key ${KEY}`)
  await deleteAccount(server, bob.token(), PASSWORD)
  await ana.api.spaces.delete({ params: { id: spaceId }, body: { name: 'Field Lab' } })
  expect((await list(root)).violations).toMatchObject([{ org_name: 'Field Lab', username: ana.username }])

  await deleteAccount(server, ana.token(), PASSWORD)
  expect((await list(root)).violations).toMatchObject([{ username: null, user_id: ana.profile.id }])
})

test('old violations are pruned', async () => {
  await using server = await startServer()
  const { ana } = await withAdmin(server)
  await refused(ana, `key ${KEY}`)
  server.moveClock(VIOLATIONS_RETENTION_MS - 60_000)
  await runMaintenance(server.services)
  expect(await server.query('select id from violations')).toHaveLength(1)
  server.moveClock(60_000)
  await runMaintenance(server.services)
  expect(await server.query('select id from violations')).toHaveLength(0)
  expect(await server.query('select rule from guardrail_counts')).toHaveLength(0)
})

test('beyond the maximum, resolved violations are pruned first, then the oldest', async () => {
  await using server = await startServer()
  await server.query(
    `insert into violations (id, rule, rule_name, kind, severity, outcome, place, via, content, fingerprint, first_at, last_at, resolved_at)
     select gen_random_uuid(), 'secret.aws', 'AWS keys', 'secret', 1, 'blocked', 'message', 'rest', 'number ' || i, decode(md5(i::text), 'hex'),
       now() - i * interval '1 second', now() - i * interval '1 second', case when i = 1 then now() end
     from generate_series(1, ${VIOLATIONS_MAX + 2}) i`,
  )
  await runMaintenance(server.services)
  const left = await server.query<{ content: string }>('select content from violations order by last_at desc')
  expect(left).toHaveLength(VIOLATIONS_MAX)
  expect(left[0]?.content).toBe('number 2')
  expect(left.at(-1)?.content).toBe(`number ${VIOLATIONS_MAX + 1}`)
})

test('only administrators read or resolve violations', async () => {
  await using server = await startServer()
  const { ana } = await withAdmin(server)
  const scout = await ana.registers('scout')
  for (const token of [ana.token(), scout.token]) {
    for (const [method, path] of [
      ['GET', '/api/admin/violations'],
      ['POST', `/api/admin/violations/${randomUUID()}/resolve`],
    ] as const) {
      expect((await call(server.url, method, path, { token })).status).toBe(403)
    }
  }
})
