/** Caps that stop model calls, and the reports of external agents. */
import { adminAgentRoutes } from '@flockwork/contract/admin/agents'
import { adminManagedRoutes } from '@flockwork/contract/admin/managed'
import { adminModelUseRoutes } from '@flockwork/contract/admin/model-use'
import { budgetRoutes, type Cap } from '@flockwork/contract/budgets'
import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { refusalOf } from '../../../test/calls.ts'
import { replying, resultsIn, startModel, type StandInModel } from '../../../test/model.ts'
import type { Person } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { openStream } from '../../../test/stream.ts'
import { lease, LeaseOver, NoBudget } from './index.ts'

/** A thousandth of a dollar per output token. */
const PRICES = { LLM_PRICE_INPUT: '1', LLM_PRICE_OUTPUT: '1000', LLM_DAILY_TOKENS: '1000000' }
const HALF_A_DOLLAR = 500_000
/** What a lease covers beyond the usage so far: 250 output tokens, and the input. */
const ONE_LEASE = 260_000

const using = (model: StandInModel) =>
  startServer({ own: true, env: { ...model.env, ...PRICES }, onLog: () => {} })

async function withSpender(server: TestServer, caps: Cap[]) {
  const root = await server.signUp('root')
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const spender = await root.api.call(adminManagedRoutes.create, {
    body: {
      name: 'spender',
      instructions: 'Spend.',
      tools: ['list_tasks'],
      space_ids: [spaceId],
      caps,
    },
  })
  return { root, ana, spaceId, spender }
}

async function ask(server: TestServer, person: Person, parentId?: string): Promise<string> {
  await using stream = await openStream(server.url, { token: person.token(), spaceId: person.spaceId() })
  await stream.next(({ event }) => event === 'bootstrap')
  const question = await person.says('@spender go on', parentId === undefined ? {} : { parentId })
  const { data } = await stream.next(
    ({ event, data: { message } }) => event === 'message' && (message as Message).parent_id === question.id,
  )
  return (data['message'] as Message).content
}

const spentOf = async (root: Person, id: string) =>
  (await root.api.call(budgetRoutes.budget, { params: { subject: 'agent', id } })).today

test('an agent with a cap of $0.50 that tries to spend $5 in one answer ends within the cap and one lease', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { root, ana, spender } = await withSpender(server, [
    { unit: 'microdollars', span: 'day', amount: HALF_A_DOLLAR },
  ])
  let written = 0
  model.answer = async (say) => {
    // 5,000 tokens of 3 characters, ignoring the request's maximum, at the pace of a model
    for (let nth = 0; nth < 500 && !say.response.destroyed; nth++) {
      await say.text('ab '.repeat(10))
      written += 10
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    say.end({ input: 100, output: 5000 })
  }
  const content = await ask(server, ana)
  expect(content).toContain('I stopped before I was done. The budget of this agent is used up: $0.50 a day.')
  const { microdollars } = await spentOf(root, spender.id)
  expect(microdollars).toBeGreaterThan(0)
  expect(microdollars).toBeLessThanOrEqual(HALF_A_DOLLAR)
  // the endpoint wrote little more than the cap paid for
  expect(written * 1000).toBeLessThanOrEqual(HALF_A_DOLLAR + ONE_LEASE)
  expect(model.asked).toHaveLength(1)
})

test('an agent that spends over many calls ends within the cap, too', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { root, ana, spender } = await withSpender(server, [
    { unit: 'microdollars', span: 'total', amount: HALF_A_DOLLAR },
  ])
  model.answer = async (say) => {
    await say.call('list_tasks', {})
    say.end({ input: 100, output: 200 })
  }
  expect(await ask(server, ana)).toContain('used up: $0.50 in all')
  expect((await spentOf(root, spender.id)).microdollars).toBeLessThanOrEqual(HALF_A_DOLLAR + ONE_LEASE)
  const calls = model.asked.length
  // no lease, no call
  expect(await ask(server, ana)).toContain('used up')
  expect(model.asked).toHaveLength(calls)
  await root.api.call(budgetRoutes.setCap, {
    params: { subject: 'agent', id: spender.id },
    body: { unit: 'microdollars', span: 'total', amount: null },
  })
  model.answer = replying('Free again')
  expect(await ask(server, ana)).toBe('Free again')
})

test('spaces, tasks and people have caps, too, and the refusal names the one that was reached', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { root, ana, spaceId } = await withSpender(server, [])
  const task = await ana.api.tasks.create({ body: { title: 'Dig', org_id: spaceId } })
  const set = (subject: 'space' | 'person' | 'task', id: string, amount: number | null) =>
    root.api.call(budgetRoutes.setCap, {
      params: { subject, id },
      body: { unit: 'tokens', span: 'day', amount },
    })
  for (const [subject, id] of [
    ['space', spaceId],
    ['person', ana.profile.id],
    ['task', task.id],
  ] as const) {
    await set(subject, id, 10)
    expect(await ask(server, ana, task.message_id)).toContain(
      `The budget of this ${subject} is used up: 10 tokens a day`,
    )
    await set(subject, id, null)
  }
  expect(model.asked).toHaveLength(0)
  const audited = await server.query(`select from audit where action = 'budget_changed'`)
  expect(audited).toHaveLength(6)
})

test('of many concurrent calls only as many get a lease as the cap allows, without a deadlock', async () => {
  await using server = await startServer({ own: true })
  const { db, clock } = server.services
  const budgets = { db, clock, price: null, dailyTokens: 1_000_000 }
  const root = await server.signUp('root')
  const [agentId, spaceId, ...people] = Array.from({ length: 12 }, () => crypto.randomUUID())
  if (agentId === undefined || spaceId === undefined) throw new Error('No ids')
  await root.api.call(budgetRoutes.setCap, {
    params: { subject: 'agent', id: agentId },
    body: { unit: 'tokens', span: 'total', amount: 1000 },
  })
  const taken = await Promise.allSettled(
    Array.from({ length: 60 }, (_, nth) =>
      lease(
        budgets,
        { agentId, spaceId, taskId: people[nth % 3] ?? null, personId: people[nth % 7] ?? null },
        { input: 60, output: 40 },
        true,
      ),
    ),
  )
  const leases = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(leases).toHaveLength(10)
  for (const one of taken) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(NoBudget)
  expect((await spentOf(root, agentId)).tokens).toBe(1000)

  // unused tokens are refunded, once
  const [first, second, third] = leases
  await first?.settle({ input: 10, output: 10 })
  await first?.settle({ input: 10, output: 10 })
  expect((await spentOf(root, agentId)).tokens).toBe(920)
  await expect(second?.renew({ input: 0, output: 80 })).resolves.toBeUndefined()
  await expect(second?.renew({ input: 0, output: 1 })).rejects.toBeInstanceOf(NoBudget)
  // a lease that nobody renewed expires, and stays charged
  server.moveClock(61_000)
  await expect(third?.renew({ input: 0, output: 0 })).rejects.toBeInstanceOf(LeaseOver)
  expect((await spentOf(root, agentId)).tokens).toBe(1000)
})

test('an external agent reports its usage; without a report its usage is unknown, not zero', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const quiet = await ana.registers('quiet')
  const report = { input_tokens: 1200, output_tokens: 300, microdollars: 45_000 }
  const said = await scout.api.call(budgetRoutes.report, { body: report, key: 'the first' })
  expect(said).toMatchObject({ is_over: false, today: { tokens: 1500, microdollars: 45_000 } })
  // repeated under its key it counts once
  await scout.api.call(budgetRoutes.report, { body: report, key: 'the first' })
  await root.api.call(budgetRoutes.setCap, {
    params: { subject: 'agent', id: scout.id },
    body: { unit: 'tokens', span: 'day', amount: 2000 },
  })
  const more = await scout.api.call(budgetRoutes.report, {
    body: { input_tokens: 500, output_tokens: 0 },
  })
  expect(more).toMatchObject({ is_over: true, today: { tokens: 2000 } })

  const { agents } = await root.api.call(adminAgentRoutes.list, {
    query: { sort: 'name' },
  })
  const usage = Object.fromEntries(agents.map((agent) => [agent.username, agent.usage]))
  expect(usage['scout']).toMatchObject({ source: 'reported', today: { tokens: 2000, input_tokens: 1700 } })
  expect(usage['quiet']).toEqual({ source: 'unknown', today: null, month: null })
  expect(usage['chirpy']).toMatchObject({ source: 'measured', today: { tokens: 0 } })
  const use = await root.api.call(adminModelUseRoutes.read, {})
  expect(use).toMatchObject({ agents: [{ id: scout.id, owner: 'ana' }], unknown: 1 })
  expect(use.agents.map(({ id }) => id)).not.toContain(quiet.id)

  expect((await refusalOf(ana.api.call(budgetRoutes.report, { body: report }))).status).toBe(403)
  for (const wrong of [
    { input_tokens: -1 },
    { output_tokens: 1.5 },
    { input_tokens: 1e12 },
    { microdollars: -1 },
  ]) {
    const attempt = scout.api.call(budgetRoutes.report, { body: { ...report, ...wrong } })
    expect((await refusalOf(attempt)).status).toBe(422)
  }
})

test('tool arguments and results count towards the usage', async () => {
  await using model = await startModel()
  await using server = await using(model)
  const { root, ana, spender } = await withSpender(server, [])
  model.answer = async (say, asked) => {
    if (resultsIn(asked).length === 0) await say.call('list_tasks', {})
    else await say.text('Done')
    // the endpoint reports no usage
    say.end()
  }
  expect(await ask(server, ana)).toBe('Done')
  const { input_tokens: input, output_tokens: output } = await spentOf(root, spender.id)
  expect(input).toBeGreaterThan(500)
  expect(output).toBeGreaterThan(0)
})
