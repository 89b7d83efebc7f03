/** The limit of open streams, and their cleanup. */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { call, eventually } from '../../../test/calls.ts'
import { startServer } from '../../../test/server.ts'
import { openStream, type StreamEvent, type TestStream } from '../../../test/stream.ts'

const isBootstrap = ({ event }: StreamEvent) => event === 'bootstrap'
const receives = (stream: TestStream, text: string) =>
  stream.next(
    ({ event, data }) => event === 'message' && (data['message'] as { content: string }).content === text,
  )

test('one stream too many is refused and may retry; open streams and other people are not affected', async () => {
  // three streams per account
  await using server = await startServer({ env: { RATE_LIMIT_SCALE: '0.06' } })
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const open = (who = bob, lastEventId?: string) =>
    openStream(server.url, { token: who.token(), spaceId, ...(lastEventId && { lastEventId }) })
  const streams = [await open(), await open(), await open()] as const
  for (const stream of streams) await stream.next(isBootstrap)
  const seen = streams[0].lastId()

  const path = `/api/sse/messages?org_id=${spaceId}`
  const refused = await call(server.url, 'GET', path, { token: bob.token() })
  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited', retry_after: 30 } })
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'retry-after': '30',
    'ratelimit-limit': '3',
    'ratelimit-remaining': '0',
  })
  await using other = await open(ana)
  await ana.says('for everyone')
  for (const stream of [...streams, other]) await receives(stream, 'for everyone')

  streams[1].close()
  const again = await eventually(
    () => open(bob, seen),
    ({ status }) => status === 200,
  )
  await receives(again, 'for everyone')
  for (const stream of [...streams, again]) stream.close()
})

test('a stream has the headers of every answer', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const abort = new AbortController()
  const { headers } = await fetch(`${server.url}/api/sse/messages?token=${ana.token()}`, abort)
  abort.abort()

  const other = await call(server.url, 'GET', '/auth/me', { token: ana.token() })
  for (const name of ['permissions-policy', 'referrer-policy', 'x-content-type-options', 'x-frame-options']) {
    expect([name, headers.get(name)]).toEqual([name, other.headers.get(name) ?? 'missing'])
  }
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('cache-control')).toBe('no-store, no-transform')
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
})

test('a stream is cleaned up with its reader, even one that disconnected before it started', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const request = [
    'GET /api/sse/messages HTTP/1.1',
    `Host: ${new URL(server.url).host}`,
    `Authorization: Bearer ${ana.token()}`,
    '\r\n',
  ].join('\r\n')
  const gauge = async () => {
    const { text } = await call(server.url, 'GET', '/metrics')
    return Number(/^flockwork_streams (\d+)$/m.exec(text)?.[1])
  }
  const send = (text: string) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(text)
    return socket
  }

  const waiting = send(request + request)
  await eventually(gauge, (open) => open === 2)
  waiting.destroy()
  await eventually(gauge, (open) => open === 0)

  const gone = Array.from({ length: 20 }, () => send(request))
  await new Promise((resolve) => gone[19]?.once('connect', resolve))
  for (const socket of gone) socket.destroy()
  await using stays = await openStream(server.url, { token: ana.token() })
  await stays.next(isBootstrap)
  await eventually(gauge, (open) => open === 1)
  expect(server.services.streams.accounts()).toEqual(new Set([ana.profile.id]))
})
