/** Runs that end before everything is sent: nothing is lost, and jobs don't multiply. */
import type { ServerResponse } from 'node:http'
import { webhookRoutes as routes } from '@flockwork/contract/webhooks'
import { expect, test } from 'vitest'
import { call, eventually } from '../../../test/calls.ts'
import { startReceiver } from '../../../test/receiver.ts'
import type { TestServer } from '../../../test/server.ts'
import { callOf, calling, later, webhookOf } from '../../../test/webhooks.ts'
import { runWebhook } from './run.ts'

/** The jobs of the webhook queue: all ever added, and those not finished. */
async function jobsOf({ query }: TestServer) {
  const [row] = await query<{ added: number; open: number; soon: number }>(
    `select count(*)::int as added, (count(*) filter (where state in ('created', 'retry', 'active')))::int as open,
       (count(*) filter (where state in ('created', 'retry', 'active') and start_after < now() + interval '30 s'))::int
       as soon
     from pgboss.job where name = 'webhooks'`,
  )
  if (row === undefined) throw new Error('No count')
  return row
}

test('a paused agent with a call due gets no further jobs: the call is cancelled', async () => {
  await using its = await calling()
  const { server, receiver, ana, bob, scout } = its
  receiver.answer = (response) => response.writeHead(500).end()
  await bob.says('@scout look')
  await eventually(
    () => callOf(ana, scout),
    (found) => found?.attempts === 1,
  )
  await call(server.url, 'PATCH', `/auth/agents/${scout.id}/control`, {
    token: ana.token(),
    json: { scope: 'agent', disabled: true, reason: 'enough' },
  })
  server.moveClock(5000)
  const { added } = await jobsOf(server)
  await later(server)
  const ended = await eventually(
    () => callOf(ana, scout),
    (found) => found?.state === 'cancelled',
  )
  expect(ended).toMatchObject({ attempts: 1, problem: 'The agent was paused or is gone' })
  expect((await jobsOf(server)).added).toBe(added + 1)
  await later(server)
  expect((await jobsOf(server)).added).toBe(added + 1)
  expect(receiver.received).toHaveLength(1)
})

test('a failed run is reported, and retried in a minute, after other pending calls', async () => {
  const lines: string[] = []
  await using its = await calling((line) => lines.push(line))
  const { server, receiver, ana, bob, scout } = its
  const [secret] = await server.query<{ secret: object }>('select secret from agent_webhooks')
  await server.query(`update agent_webhooks set secret = '{"broken":true}'`)
  await bob.says('@scout look')
  const [held] = await eventually(
    () => server.query<{ held_until: Date | null }>('select held_until from agent_webhooks'),
    ([row]) => row?.held_until != null,
  )
  const heldMs = Number(held?.held_until) - server.services.clock.now()
  expect(heldMs).toBeGreaterThan(50_000)
  expect(heldMs).toBeLessThanOrEqual(60_000)
  await eventually(
    () => jobsOf(server),
    ({ open, soon }) => open === 1 && soon === 0,
  )
  expect(lines.filter((line) => line.includes('background work failed'))).toHaveLength(1)
  expect(await callOf(ana, scout)).toMatchObject({ state: 'waiting', attempts: 0 })

  await server.query('update agent_webhooks set secret = $1', [secret?.secret])
  await later(server)
  await eventually(
    () => callOf(ana, scout),
    (found) => found?.state === 'delivered',
  )
  expect(receiver.received).toHaveLength(1)
})

test('a breaker that trips at the start of a run delays the call, and cancels nothing', async () => {
  await using its = await calling()
  const { server, receiver, ana, bob, scout } = its
  const { services } = server
  await server.query('update agent_webhooks set held_until = $1', [new Date(services.clock.now() + 60_000)])
  await bob.says('@scout look')
  for (let failed = 0; failed < 5; failed++)
    await call(server.url, 'POST', '/auth/messages', { token: scout.token, json: { content: '' } })
  await eventually(
    async () => services.webhooks.breaker.pausedUntil(scout.id),
    (until) => until !== undefined,
  )
  await server.query('update agent_webhooks set held_until = null')
  // the state that the run read a moment before
  const before = { ...services.webhooks, breaker: { pausedUntil: () => undefined } }
  await runWebhook(before, scout.id, (agentId) => ({
    queue: 'webhooks',
    data: { agentId },
    afterSeconds: 60,
  }))
  expect(await callOf(ana, scout)).toMatchObject({ state: 'waiting', attempts: 0 })
  expect(receiver.received).toEqual([])

  server.moveClock(61_000)
  await later(server)
  await eventually(
    () => callOf(ana, scout),
    (found) => found?.state === 'delivered',
  )
})

test('a call that failed at the old URL is sent to the new one at once, which starts without failures', async () => {
  await using its = await calling()
  const { receiver, ana, bob, scout } = its
  await using fresh = await startReceiver()
  const arrived = Promise.withResolvers<ServerResponse>()
  receiver.answer = arrived.resolve
  await bob.says('@scout look')
  const response = await arrived.promise
  await ana.api.call(routes.save, { params: scout, body: { url: fresh.url } })
  response.writeHead(410).end()
  const sent = await eventually(
    () => callOf(ana, scout),
    (found) => found?.state === 'delivered',
  )
  expect(sent?.attempts).toBe(1)
  expect(fresh.received).toHaveLength(1)
  expect(await webhookOf(ana, scout)).toMatchObject({ is_on: true, failing_since: null, ended: null })
})

test.for([
  { change: 'its URL is corrected', isUrlNew: true },
  { change: 'it is switched off and on', isUrlNew: false },
])('a call that waits for hours, and one under way, start anew when $change', async ({ isUrlNew }) => {
  await using its = await calling()
  const { server, receiver, ana, bob, scout } = its
  await using fresh = await startReceiver()
  const fails = (response: ServerResponse) => void response.writeHead(503, { 'retry-after': '7200' }).end()
  receiver.answer = fails
  for (const waiting of [1, 2]) {
    await bob.says(`@scout ${waiting}`)
    await eventually(
      () => webhookOf(ana, scout),
      ({ calls }) => calls.length === waiting && calls.every(({ attempts }) => attempts === 1),
    )
    await server.query('update agent_webhooks set held_until = null')
  }
  const arrived = Promise.withResolvers<ServerResponse>()
  receiver.answer = arrived.resolve
  await server.query(
    'update webhook_calls set due_at = created_at where created_at = (select min(created_at) from webhook_calls)',
  )
  await later(server, 0)
  const response = await arrived.promise

  if (isUrlNew) {
    await ana.api.call(routes.save, { params: scout, body: { url: fresh.url } })
  } else {
    await ana.api.call(routes.save, { params: scout, body: { url: receiver.url, is_on: false } })
    await ana.api.call(routes.save, { params: scout, body: { url: receiver.url, is_on: true } })
  }
  receiver.answer = (again) => again.writeHead(204).end()
  fails(response)

  const { calls } = await eventually(
    () => webhookOf(ana, scout),
    ({ waiting }) => waiting === 0,
  )
  expect(calls).toMatchObject([
    { state: 'delivered', attempts: 1 },
    { state: 'delivered', attempts: 1 },
  ])
})

test('a run that was overtaken by another cancels nothing: the agent may not be paused any more', async () => {
  await using its = await calling()
  const { server, ana, bob, scout, receiver } = its
  const hold = (until: Date | null) => server.query('update agent_webhooks set held_until = $1', [until])
  await hold(new Date(server.services.clock.now() + 600_000))
  await bob.says('@scout look')
  await eventually(
    () => jobsOf(server),
    ({ added, open }) => added > 0 && open === 0,
  )
  await hold(null)
  await server.query(`update agents set disabled_by = '{owner}' where account_id = $1`, [scout.id])
  const other = await server.services.database.connect()
  await other.query('begin')
  await other.query('lock table webhook_calls in exclusive mode')

  const run = runWebhook(server.services.webhooks, scout.id, (agentId) => ({
    queue: 'webhooks',
    data: { agentId },
    afterSeconds: 60,
  }))
  await eventually(
    () =>
      server.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    (waiting) => waiting.length === 1,
  )
  // the run stalls for longer than its lease; meanwhile the pause ends and another node goes on
  await other.query(`update agents set disabled_by = '{}' where account_id = $1`, [scout.id])
  await other.query(`update agent_webhooks set lease = gen_random_uuid()`)
  await other.query(
    `insert into webhook_calls (delivery_id, agent_id, space_id, reason, state, due_at, created_at)
     select id, recipient_id, space_id, reason, 'waiting', now(), created_at from deliveries where recipient_id = $1`,
    [scout.id],
  )
  await other.query('commit')
  await other.end()
  await run

  expect(await callOf(ana, scout)).toMatchObject({ state: 'waiting', attempts: 0 })
  await server.query('update agent_webhooks set lease = null, leased_until = null')
  await later(server)
  await eventually(
    () => callOf(ana, scout),
    (found) => found?.state === 'delivered',
  )
  expect(receiver.received).toHaveLength(1)
})
