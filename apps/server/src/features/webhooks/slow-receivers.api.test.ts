/** Slow receivers delay neither other owners' webhooks nor what their own agents get later. */
import type { ServerResponse } from 'node:http'
import { webhookRoutes as routes } from '@flockwork/contract/webhooks'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/calls.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { callOf, calling, webhookOf } from '../../../test/webhooks.ts'
import { runWebhook } from './run.ts'

const HOLD_MS = 600_000

test('eight agents of one owner with slow receivers leave workers for others, and take turns', async () => {
  await using its = await calling()
  const { receiver, ana, bob, scout } = its
  const agents = [scout]
  for (let nth = 2; nth <= 8; nth++) {
    const agent = await ana.registers(`scout${nth}`)
    await ana.api.call(routes.save, { params: agent, body: { url: receiver.url } })
    agents.push(agent)
  }
  await using fast = await startReceiver()
  const swift = await bob.registers('swift')
  await bob.api.call(routes.save, { params: swift, body: { url: fast.url } })
  const open: ServerResponse[] = []
  receiver.answer = (response) => void open.push(response)

  await bob.says(
    `@scout ${agents
      .slice(1)
      .map((_, nth) => `@scout${nth + 2}`)
      .join(' ')} look`,
  )
  await eventually(
    async () => open.length,
    (count) => count === 2,
  )
  await bob.says('@swift look')
  await eventually(
    async () => fast.received.length,
    (count) => count === 1,
  )
  expect(open).toHaveLength(2)

  receiver.answer = (response) => response.writeHead(204).end()
  for (const response of open) response.writeHead(204).end()
  for (const agent of agents) {
    await eventually(
      () => callOf(ana, agent),
      (found) => found?.state === 'delivered',
    )
  }
  expect(receiver.received).toHaveLength(8)
})

test('many jobs for one agent are done by a few runs', async () => {
  await using its = await calling()
  const { server, receiver, bob, scout } = its
  await server.query(
    `insert into pgboss.job (name, data)
     select 'webhooks', jsonb_build_object('agentId', $1::text) from generate_series(1, 100)`,
    [scout.id],
  )
  await bob.says('@scout look')
  await eventually(
    () => server.query("select from pgboss.job where name = 'webhooks' and state < 'completed'"),
    (left) => left.length === 0,
  )
  expect(receiver.received).toHaveLength(1)
  const done = await server.query("select from pgboss.job where name = 'webhooks'")
  expect(done.length).toBeLessThan(50)
})

test('what is addressed to an agent during a run is sent after it, once', async () => {
  await using its = await calling()
  const { receiver, ana, bob, scout } = its
  const arrived = Promise.withResolvers<ServerResponse>()
  receiver.answer = arrived.resolve
  await bob.says('@scout first')
  const response = await arrived.promise
  receiver.answer = (later) => later.writeHead(204).end()
  for (const text of ['second', 'third', 'fourth']) await bob.says(`@scout ${text}`)
  response.writeHead(204).end()

  await eventually(
    () => webhookOf(ana, scout),
    ({ calls }) => calls.length === 4 && calls.every(({ state }) => state === 'delivered'),
  )
  const texts = receiver.received.map(({ body }) => /first|second|third|fourth/.exec(body)?.[0])
  expect(texts).toEqual(['first', 'second', 'third', 'fourth'])
})

test('what a run has no time for is sent by the next, though its jobs are done', async () => {
  await using its = await calling()
  const { server, ana, bob, scout } = its
  const { webhooks, clock } = server.services
  const hold = (until: Date | null) => server.query('update agent_webhooks set held_until = $1', [until])
  await hold(new Date(clock.now() + HOLD_MS))
  for (const text of ['first', 'second']) await bob.says(`@scout ${text}`)
  await eventually(
    () => server.query("select from pgboss.job where name = 'webhooks' and state < 'completed'"),
    (left) => left.length === 0,
  )
  const setSecond = (state: string) =>
    server.query(
      'update deliveries set state = $1 where id = (select id from deliveries order by seq desc limit 1)',
      [state],
    )
  await setSecond('held')

  // only for this run the webhook isn't on hold any more, so that no other run takes its place
  const late = { now: () => clock.now() + 2 * HOLD_MS }
  let time = 0
  const send: typeof webhooks.send = async (outgoing) => {
    await hold(null)
    await setSecond('stored')
    time = Number.MAX_VALUE
    return webhooks.send(outgoing)
  }
  const delays: number[] = []
  const jobFor = (agentId: string, afterSeconds: number) => {
    delays.push(afterSeconds)
    return { queue: 'webhooks', data: { agentId }, afterSeconds }
  }
  await runWebhook({ ...webhooks, clock: late, send }, scout.id, jobFor, () => time)
  expect(delays).toEqual([0])

  await eventually(
    () => webhookOf(ana, scout),
    ({ calls }) => calls.length === 2 && calls.every(({ state }) => state === 'delivered'),
  )
})
