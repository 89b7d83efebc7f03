/** Administrators' settings of the guardrails, and their effect on every node. */
import { adminGuardrailRoutes as routes } from '@flockwork/contract/admin/guardrails'
import { adminViolationRoutes } from '@flockwork/contract/admin/violations'
import { PATTERNS_MAX } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../../test/calls.ts'
import { signInAgain, type Person } from '../../../../test/people.ts'
import { SECRET_SAMPLES } from '../../../../test/secret-samples.ts'
import { startPair, startServer, type TestServer } from '../../../../test/server.ts'

const KEY = SECRET_SAMPLES.find(({ kind }) => kind === 'an AWS access key')?.secret ?? ''
const OWN = SECRET_SAMPLES.find(({ kind }) => kind.includes('Flockwork'))?.secret ?? ''

async function withAdmin(server: TestServer) {
  const root = await server.signUp('root')
  return { root, ...(await server.peopleInOneSpace('ana')) }
}

type Mode = 'block' | 'report' | 'off'
const both = (mode: Mode) => ({ person: mode, agent: mode })
const turn = ({ api }: Person, id: string, mode: Mode) =>
  api.call(routes.change, { body: { rules: [{ id, modes: both(mode) }] } })
const aurora = {
  name: 'Project Aurora',
  pattern: '(?i)project[ -]?aurora',
  mode: 'block',
  severity: 'medium',
} as const
const add = ({ api }: Person, more: object = {}) =>
  api.call(routes.addPattern, { body: { ...aurora, ...more } })

async function audited(server: TestServer) {
  return server.query(
    `select action, target_id, target_name, before, after from audit where action like 'guardrail%' order by id`,
  )
}

test('switching a rule takes effect at once, and is counted and audited', async () => {
  await using server = await startServer()
  const { root, ana } = await withAdmin(server)
  const rule = async () =>
    (await root.api.call(routes.settings, {})).rules.find(({ id }) => id === 'secret.aws')
  expect(await rule()).toMatchObject({ modes: both('block'), default_modes: both('block'), is_fixed: false })

  await turn(root, 'secret.aws', 'report')
  await ana.says(`reported ${KEY}`)
  await turn(root, 'secret.aws', 'off')
  await ana.says(`ignored ${KEY}`)
  await turn(root, 'secret.aws', 'off')
  const { rules } = await turn(root, 'secret.aws', 'block')
  expect((await refusalOf(ana.says(`blocked ${KEY}`))).status).toBe(400)

  expect(rules.find(({ id }) => id === 'secret.aws')?.counts.day).toEqual({ blocked: 0, reported: 1 })
  expect((await rule())?.counts.month).toEqual({ blocked: 1, reported: 1 })
  const { violations } = await root.api.call(adminViolationRoutes.list, { query: {} })
  expect(violations.map(({ outcome }) => outcome)).toEqual(['blocked', 'reported'])
  const entry = { action: 'guardrail_switched', target_id: 'secret.aws', target_name: 'AWS keys' }
  expect(await audited(server)).toEqual([
    { ...entry, before: both('block'), after: both('report') },
    { ...entry, before: both('report'), after: both('off') },
    { ...entry, before: both('off'), after: both('block') },
  ])
})

test("Flockwork's own tokens are always blocked, and unknown rules can't be set", async () => {
  await using server = await startServer()
  const { root, ana } = await withAdmin(server)
  for (const mode of ['off', 'report'] as const) {
    const refusal = await refusalOf(turn(root, 'secret.flockwork', mode))
    expect(refusal.status).toBe(422)
    expect(JSON.stringify(refusal.body)).toContain('always blocked')
  }
  await turn(root, 'secret.flockwork', 'block')
  const rules = [
    { id: 'number.card', modes: both('off') },
    { id: 'nothing', modes: both('off') },
  ]
  expect((await refusalOf(root.api.call(routes.change, { body: { rules } }))).status).toBe(422)
  // all or none
  expect(await audited(server)).toEqual([])
  for (const json of [{ rules: [] }, { rules: [{ id: 'number.card', modes: both('on' as Mode) }] }, {}]) {
    const given = { token: root.token(), json }
    expect((await call(server.url, 'PATCH', '/api/admin/guardrails', given)).status).toBe(422)
  }
  expect((await refusalOf(ana.says(`this is ${OWN}`))).status).toBe(400)
})

test('custom patterns are added, changed and removed with immediate effect', async () => {
  await using server = await startServer()
  const { root, ana } = await withAdmin(server)
  const { pattern } = await add(root)
  expect(pattern).toMatchObject({
    ...aurora,
    created_by: 'root',
    counts: { day: { blocked: 0, reported: 0 } },
  })

  const refusal = await refusalOf(ana.says('All about Project Aurora'))
  expect(refusal.body).toMatchObject({
    error: 'guardrail_violation',
    violation_type: 'pattern',
    severity: 'medium',
    message: 'This text contains what looks like “Project Aurora”.',
  })
  const params = { id: pattern.id }
  await root.api.call(routes.changePattern, { params, body: { mode: 'report' } })
  await ana.says('All about Project Aurora')
  const changed = await root.api.call(routes.changePattern, { params, body: { pattern: 'borealis' } })
  expect(changed.pattern).toMatchObject({ pattern: 'borealis', mode: 'report', name: aurora.name })
  expect(changed.pattern.counts.day).toEqual({ blocked: 1, reported: 1 })
  await root.api.call(routes.changePattern, { params, body: {} })
  await root.api.call(routes.removePattern, { params })
  await ana.says('Aurora borealis')
  expect((await refusalOf(root.api.call(routes.removePattern, { params }))).status).toBe(404)
  expect((await refusalOf(root.api.call(routes.changePattern, { params, body: {} }))).status).toBe(404)

  const facts = { name: aurora.name, pattern: aurora.pattern, severity: aurora.severity }
  expect(await audited(server)).toMatchObject([
    { action: 'guardrail_pattern_added', after: { ...facts, mode: 'block' } },
    {
      action: 'guardrail_pattern_changed',
      before: { ...facts, mode: 'block' },
      after: { ...facts, mode: 'report' },
    },
    { action: 'guardrail_pattern_changed', after: { ...facts, pattern: 'borealis' } },
    { action: 'guardrail_pattern_removed', target_id: pattern.id, before: { pattern: 'borealis' } },
  ])
  // its violations stay, with the name that it had
  const { violations } = await root.api.call(adminViolationRoutes.list, {
    query: { rule: `pattern.${pattern.id}` },
  })
  expect(violations.map(({ rule_name: name }) => name)).toEqual(['“Project Aurora”', '“Project Aurora”'])
})

test('unusable patterns are refused, with the position of the error', async () => {
  await using server = await startServer()
  const { root } = await withAdmin(server)
  const { pattern } = await add(root)
  const refusals = async (more: object) => {
    const { status, body } = await refusalOf(add(root, { name: 'Other', ...more }))
    return [status, JSON.stringify(body)]
  }
  const wrong: [object, string][] = [
    [{ pattern: 'key[a-z' }, 'This list of characters is never closed (character 4)'],
    [{ pattern: '(a+)+(?=b)' }, 'Groups cannot look ahead or behind (character 6)'],
    [{ pattern: '.*' }, 'It matches where there is no text at all'],
    [{ pattern: '(?s).' }, 'It matches every text'],
    [{ pattern: 'a{1000}b{1000}' }, 'too large'],
    [{ pattern: '\\b' }, 'no text at all'],
    [{ pattern: '' }, 'Must not be empty'],
    [{ pattern: 'a'.repeat(501) }, 'At most 500 characters'],
    [{ name: ' ' }, 'name'],
    [{ name: 'PROJECT AURORA' }, 'There is a pattern with this name'],
    [{ mode: 'warn' }, 'mode'],
    [{ severity: 'grave' }, 'severity'],
  ]
  for (const [more, words] of wrong) {
    expect(await refusals(more)).toEqual([422, expect.stringContaining(words)])
  }
  const changed = root.api.call(routes.changePattern, { params: { id: pattern.id }, body: { pattern: '(' } })
  expect((await refusalOf(changed)).status).toBe(422)

  // five of nearly the maximum size, then no more, though each is valid by itself
  for (const letter of 'abcde') await add(root, { name: `Large ${letter}`, pattern: `${letter}{280}` })
  expect(await refusals({ pattern: 'f{280}' })).toEqual([422, expect.stringContaining('together')])
})

test('there are at most fifty patterns, also under concurrent calls', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '100' } })
  const { root } = await withAdmin(server)
  const results = await Promise.allSettled(
    Array.from({ length: PATTERNS_MAX + 5 }, (_, index) =>
      add(root, { name: `No ${index}`, pattern: `w${index}w` }),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(PATTERNS_MAX)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject(Array.from({ length: 5 }, () => ({ reason: { status: 409 } })))
  expect((await refusalOf(add(root, { name: 'One more' }))).status).toBe(409)
  expect((await root.api.call(routes.settings, {})).patterns).toHaveLength(PATTERNS_MAX)
})

test('concurrent switches of the same rule are serialised, and each is audited with the state before it', async () => {
  await using server = await startServer()
  const { root } = await withAdmin(server)
  await Promise.all(
    (['off', 'report', 'off', 'report'] as const).map((mode) => turn(root, 'number.card', mode)),
  )
  const entries = await audited(server)
  for (const [index, entry] of entries.entries()) {
    expect(entry['before']).toEqual(index === 0 ? both('block') : entries[index - 1]?.['after'])
  }
})

test('a text can be tried against the rules and an unsaved pattern, and nothing is stored', async () => {
  await using server = await startServer()
  const { root } = await withAdmin(server)
  await add(root)
  const text = `😀 Project Aurora has ${KEY}, and more`
  const tried = await root.api.call(routes.try, { body: { text, pattern: 'm\\w+e' } })

  const shown = tried.findings.map(({ name, mode, ranges }) => [
    name,
    mode,
    ranges.map(({ start, end }) => text.slice(start, end)),
  ])
  expect(shown).toEqual([
    ['AWS keys', 'block', [KEY]],
    ['“Project Aurora”', 'block', ['Project Aurora']],
  ])
  expect(tried.pattern_ranges.map(({ start, end }) => text.slice(start, end))).toEqual(['more'])
  expect(tried.pattern_problem).toBeNull()

  const wrong = await root.api.call(routes.try, { body: { text, writer: 'agent', pattern: 'a(' } })
  expect(wrong.pattern_problem).toEqual({ message: 'This bracket is never closed', at: 2 })
  expect((await root.api.call(routes.try, { body: { text: '' } })).findings).toEqual([])
  expect((await refusalOf(root.api.call(routes.try, { body: { text: 'a'.repeat(5001) } }))).status).toBe(422)
  expect(await server.query('select 1 from violations')).toEqual([])
  expect(await server.query('select 1 from guardrail_counts')).toEqual([])
})

test('a change takes effect on another node at once', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { root, ana, spaceId } = await withAdmin(server)
  const { api: there } = await signInAgain(twin.url, ana.username)
  const say = (content: string) => there.messages.post({ body: { content, org_id: spaceId } })
  await say('About Project Aurora')

  const { pattern } = await add(root)
  const isRefused = () =>
    say('About Project Aurora').then(
      () => false,
      () => true,
    )
  await eventually(isRefused, (is) => is)
  await root.api.call(routes.removePattern, { params: { id: pattern.id } })
  await eventually(isRefused, (is) => !is)
})

test('only administrators see, set or try rules', async () => {
  await using server = await startServer()
  const { ana } = await withAdmin(server)
  const scout = await ana.registers('scout')
  for (const token of [ana.token(), scout.token]) {
    for (const { method, path } of Object.values(routes)) {
      const at = path.replace(':id', ana.profile.id)
      expect((await call(server.url, method, at, { token, json: {} })).status).toBe(403)
    }
  }
})
