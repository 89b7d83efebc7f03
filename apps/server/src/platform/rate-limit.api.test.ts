import { setTimeout as delay } from 'node:timers/promises'
import { CALLER_REQUESTS_PER_MINUTE } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call, eventually } from '../../test/calls.ts'
import { startServer } from '../../test/server.ts'
import { RateLimited } from './errors.ts'
import { createRequestLimits, type Limit, type RequestLimits } from './rate-limit.ts'

const MINUTE_MS = 60_000
const LIMIT: Limit = { name: 'test', max: 10, windowMs: MINUTE_MS }

function isRefused(limits: RequestLimits, who = 'ana', limit = LIMIT): RateLimited | undefined {
  try {
    limits.consume(limit, who)
    return undefined
  } catch (error) {
    if (error instanceof RateLimited) return error
    throw error
  }
}

async function counting() {
  const server = await startServer()
  const { db, clock } = server.services
  const deps = { db, clock, onError: () => {} }
  // windows begin on the minute, and so does the test
  server.moveClock(MINUTE_MS - (clock.now() % MINUTE_MS))
  const nodes = [createRequestLimits(deps), createRequestLimits(deps)] as const
  return {
    server,
    nodes,
    async [Symbol.asyncDispose]() {
      for (const node of nodes) await node.stop()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('each limit counts each caller separately', async () => {
  await using limits = await counting()
  const [node] = limits.nodes

  const first = Array.from({ length: 10 }, () => isRefused(node))
  const refused = isRefused(node)

  expect(first).toEqual(first.map(() => undefined))
  expect(refused?.state).toMatchObject({ limit: 10, remaining: 0 })
  expect(refused?.state.retryAfterSeconds).toBeGreaterThan(0)
  expect(refused?.state.retryAfterSeconds).toBeLessThanOrEqual(60)
  expect(isRefused(node, 'bob')).toBeUndefined()
  expect(isRefused(node, 'ana', { ...LIMIT, name: 'other' })).toBeUndefined()
})

test('the window ends on time, however many calls were refused in it', async () => {
  await using limits = await counting()
  const [node] = limits.nodes
  for (let take = 0; take < 50; take++) isRefused(node)
  limits.server.moveClock(MINUTE_MS)

  expect(isRefused(node)).toBeUndefined()
})

test('two nodes add up their counts', async () => {
  await using limits = await counting()
  const [node, other] = limits.nodes
  const counted = (wanted: number) =>
    eventually(
      async () => {
        const rows = await limits.server.query<{ count: number }>(
          "select count from request_counts where key = 'test:ana'",
        )
        return rows[0]?.count
      },
      (count) => count === wanted,
    )
  for (let take = 0; take < 6; take++) isRefused(node)
  await counted(6)
  isRefused(other)
  await counted(7)
  // the reply to its write is on its way to the other node
  await delay(200)

  const taken = Array.from({ length: 5 }, () => isRefused(other)).filter((refusal) => refusal === undefined)

  expect(taken).toHaveLength(3)
})

test('writes have a limit separate from reads', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.05' } })
  const ana = await server.signUp('ana')
  server.moveClock(MINUTE_MS - (server.services.clock.now() % MINUTE_MS))
  const post = () =>
    call(server.url, 'POST', '/auth/messages', { token: ana.token(), json: { content: 'hello' } })

  const statuses = []
  for (let write = 0; write < 7; write++) statuses.push((await post()).status)

  expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429])
  expect((await call(server.url, 'GET', '/auth/me', { token: ana.token() })).status).toBe(200)
})

test('the limit by address comes before authentication', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.01' } })
  server.moveClock(MINUTE_MS - (server.services.clock.now() % MINUTE_MS))

  const statuses = []
  for (let request = 0; request < 13; request++)
    statuses.push((await call(server.url, 'GET', '/auth/me')).status)

  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 401), 429])
  const outside = ['/readyz', '/metrics', '/api/openapi.json', '/.well-known/jwks.json', '/docs', '/api/docs']
  for (const path of [...outside, '/api/docs/look.css', '/api/docs/swagger-ui-bundle.js']) {
    expect([path, (await call(server.url, 'GET', path)).status]).toEqual([path, 429])
  }
  // the liveness check is never limited
  expect((await call(server.url, 'GET', '/healthz')).status).toBe(200)
})

test('an agent that calls too often gets 429 before 403 for a call that is not for agents', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.02' } })
  const helper = await (await server.signUp('ana')).registers('helper')
  const most = Math.round(CALLER_REQUESTS_PER_MINUTE * 0.02)
  // the window begins on the minute
  server.moveClock(MINUTE_MS - (server.services.clock.now() % MINUTE_MS))
  const request = () => call(server.url, 'GET', '/auth/me', { token: helper.token })

  const first = await Promise.all(Array.from({ length: most }, request))
  const next = await request()

  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([403]))
  expect(next.status).toBe(429)
})

test('a paused agent is counted, and gets 429 before the 403 of its pause, for a stream as well', async () => {
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.02' } })
  const ana = await server.signUp('ana')
  const helper = await ana.registers('helper')
  server.moveClock(MINUTE_MS)
  await ana.api.agents.updateControl({ params: { id: helper.id }, body: { disabled: true } })
  const most = Math.round(CALLER_REQUESTS_PER_MINUTE * 0.02)
  server.moveClock(MINUTE_MS - (server.services.clock.now() % MINUTE_MS))
  const request = (path: string) => call(server.url, 'GET', path, { token: helper.token })

  const first = await Promise.all(Array.from({ length: most }, () => request('/auth/messages')))
  const next = await Promise.all(['/auth/messages', '/api/sse/messages'].map(request))

  for (const { status, body } of first)
    expect([status, body]).toMatchObject([403, { error: 'agent_disabled' }])
  expect(next.map(({ status }) => status)).toEqual([429, 429])
})
