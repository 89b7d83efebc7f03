/** Deliveries are sent at least once, whatever the receiver does, and never silently lost. */
import { WEBHOOK_OFF_AFTER_MS, WEBHOOK_RETRY_S } from '@flockwork/contract/limits'
import { webhookRoutes as routes } from '@flockwork/contract/webhooks'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { callOf, calling, later, SOON_MS, stateOf, webhookOf } from '../../../test/webhooks.ts'

const LEASE_LEFT_MS = 300

test('a failed call is retried with the same id, respecting Retry-After, until it is a dead letter that can be resent', async () => {
  await using its = await calling()
  const { server, receiver, ana, bob, scout } = its
  receiver.answer = (response) => response.writeHead(503, { 'retry-after': '7200' }).end()
  const asked = await bob.says('@scout look')
  const first = await eventually(
    () => callOf(ana, scout),
    (found) => found?.attempts === 1,
  )
  expect(first).toMatchObject({ state: 'waiting', status: 503, problem: 'Answered 503' })
  await later(server, 7_000_000)
  expect((await callOf(ana, scout))?.attempts).toBe(1)
  expect(await stateOf(bob, asked)).toEqual(['stored'])

  receiver.answer = (response) => response.writeHead(500).end()
  for (let attempts = 2; attempts <= WEBHOOK_RETRY_S.length + 1; attempts++) {
    await later(server, 9 * SOON_MS)
    await eventually(
      () => callOf(ana, scout),
      (found) => found?.attempts === attempts,
    )
  }
  expect(await webhookOf(ana, scout)).toMatchObject({ waiting: 0, dead: 1, calls: [{ state: 'dead' }] })
  await later(server)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(receiver.received).toHaveLength(WEBHOOK_RETRY_S.length + 1)

  receiver.answer = (response) => response.writeHead(200).end()
  await ana.api.call(routes.resend, { params: scout, body: {} })
  await eventually(
    () => callOf(ana, scout),
    (found) => found?.state === 'delivered',
  )
  expect(await webhookOf(ana, scout)).toMatchObject({ dead: 0, failing_since: null })
  const refused = await refusalOf(
    ana.api.call(routes.resend, { params: scout, body: { call_id: first?.id } }),
  )
  expect(refused.status).toBe(404)
})

test('resending all also restarts what waits for its next attempt', async () => {
  await using its = await calling()
  const { receiver, ana, bob, scout } = its
  receiver.answer = (response) => response.writeHead(503, { 'retry-after': '7200' }).end()
  await bob.says('@scout look')
  await eventually(
    () => callOf(ana, scout),
    (found) => found?.attempts === 1,
  )
  receiver.answer = (response) => response.writeHead(204).end()
  await ana.api.call(routes.resend, { params: scout, body: {} })
  const sent = await eventually(
    () => callOf(ana, scout),
    (found) => found?.state === 'delivered',
  )
  expect(sent?.attempts).toBe(1)
})

test('a message that a receiver refuses does not delay others for long', async () => {
  await using its = await calling()
  const { server, receiver, ana, bob, scout } = its
  receiver.answer = (response, { body }) => response.writeHead(body.includes('poison') ? 400 : 204).end()
  await bob.says('@scout poison')
  await eventually(
    () => callOf(ana, scout),
    (found) => found?.attempts === 1,
  )
  await bob.says('@scout fine')
  await eventually(
    async () => {
      await later(server, 31_000)
      return callOf(ana, scout)
    },
    (found) => found?.state === 'delivered',
  )
})

test('after three days without a success a webhook is switched off, its owner is notified, and nothing is lost', async () => {
  await using its = await calling()
  const { server, receiver, ana, bob, scout } = its
  receiver.answer = (response) => response.writeHead(500).end()
  await bob.says('@scout look')
  await eventually(
    () => callOf(ana, scout),
    (found) => found?.attempts === 1,
  )
  await server.query('update agent_webhooks set failures = 20, failing_since = $1', [
    new Date(server.services.clock.now() - WEBHOOK_OFF_AFTER_MS),
  ])
  await later(server)
  const webhook = await eventually(
    () => webhookOf(ana, scout),
    ({ is_on }) => !is_on,
  )

  expect(webhook).toMatchObject({ ended: { why: 'Answered 500' }, dead: 1, waiting: 0 })
  const notices = async (who: Person) => {
    const { body } = await call(server.url, 'GET', '/auth/notices', { token: who.token() })
    return (body as { notices: object[] }).notices
  }
  expect(await notices(ana)).toContainEqual(
    expect.objectContaining({ kind: 'webhook_ended', agent: { id: scout.id, handle: 'scout' } }),
  )
  expect(await notices(bob)).toEqual([])
  await bob.says('@scout still there?')
  const refused = await refusalOf(ana.api.call(routes.resend, { params: scout, body: {} }))
  expect(refused.status).toBe(409)

  receiver.answer = (response) => response.writeHead(204).end()
  const before = receiver.received.length
  await ana.api.call(routes.save, { params: scout, body: { url: receiver.url, is_on: true } })
  await ana.api.call(routes.resend, { params: scout, body: {} })
  await eventually(
    async () => receiver.received.length,
    (length) => length === before + 2,
  )
  expect((await notices(ana)).some((one) => 'kind' in one && one.kind === 'webhook_ended')).toBe(false)
})

test('a receiver that answers 410 is not called again', async () => {
  await using its = await calling()
  const { receiver, ana, bob, scout } = its
  receiver.answer = (response) => response.writeHead(410).end()
  await bob.says('@scout look')
  const webhook = await eventually(
    () => webhookOf(ana, scout),
    ({ is_on }) => !is_on,
  )
  expect(webhook).toMatchObject({ dead: 1, ended: { why: expect.stringContaining('410') } })
})

test('a paused agent gets nothing, not even pending calls; what was read or deleted before is not sent', async () => {
  await using its = await calling()
  const { server, receiver, ana, bob, scout } = its
  receiver.answer = (response) => response.writeHead(500).end()
  const gone = await bob.says('@scout one')
  await eventually(
    () => callOf(ana, scout),
    (found) => found?.attempts === 1,
  )
  await bob.api.messages.remove({ params: { id: gone.id } })
  receiver.answer = (response) => response.writeHead(204).end()
  await later(server)
  expect(
    await eventually(
      () => callOf(ana, scout),
      (found) => found?.state === 'cancelled',
    ),
  ).toMatchObject({
    attempts: 1,
  })
  await server.query('update agent_webhooks set held_until = $1', [
    new Date(server.services.clock.now() + SOON_MS / 2),
  ])
  await bob.says('@scout two')
  await call(server.url, 'PATCH', `/auth/agents/${scout.id}/control`, {
    token: ana.token(),
    json: { scope: 'agent', disabled: true, reason: 'enough' },
  })
  server.moveClock(5000)
  const while_ = await bob.says('@scout three')
  expect(await stateOf(bob, while_)).toEqual(['undeliverable'])
  await call(server.url, 'PATCH', `/auth/agents/${scout.id}/control`, {
    token: ana.token(),
    json: { scope: 'agent', disabled: false },
  })
  server.moveClock(5000)
  await bob.says('@scout four')
  await later(server)
  await eventually(
    async () => receiver.received,
    (all) => all.some(({ body }) => body.includes('four')),
  )
  const sent = receiver.received.map(({ body }) => body)
  expect(sent.some((body) => body.includes('@scout two') || body.includes('@scout three'))).toBe(false)
})

test('two nodes call a receiver sequentially, once per delivery; another node takes over from a dead one', async () => {
  await using its = await calling()
  const { server, receiver, ana, bob, scout } = its
  await using _twin = await server.startTwin()
  let underWay = 0
  let most = 0
  receiver.answer = (response) => {
    underWay++
    most = Math.max(most, underWay)
    setImmediate(() => {
      underWay--
      response.writeHead(204).end()
    })
  }
  await Promise.all(Array.from({ length: 12 }, (_, n) => bob.says(`@scout ${n}`)))
  await eventually(
    () => webhookOf(ana, scout),
    ({ calls, waiting }) => calls.length === 12 && waiting === 0,
  )
  expect(most).toBe(1)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(12)
  expect(receiver.received).toHaveLength(12)

  // as after a crash in the middle of a run: the lease expires, and until then the job is retried
  await server.query('update agent_webhooks set lease = gen_random_uuid(), leased_until = $1', [
    new Date(server.services.clock.now() + LEASE_LEFT_MS),
  ])
  await bob.says('@scout once more')
  await eventually(
    async () => receiver.received.length,
    (length) => length === 13,
  )
})
