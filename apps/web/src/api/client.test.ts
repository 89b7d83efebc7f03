import { importRoutes } from '@flockwork/contract/imports'
import { messageRoutes } from '@flockwork/contract/messages'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test } from 'vitest'
import { ApiError, NetworkError, detailOf, fieldErrorsOf, violationOf } from './api-error.ts'
import { createClient, toRequest } from './client.ts'

const SPACE = '0198a000-0000-7000-8000-000000000001'

function clientAnswering(answer: () => Response | Promise<Response>) {
  return createClient({ baseUrl: 'http://flock.test', send: async () => answer() })
}

test('a query leaves out fields without a value', () => {
  const { url, body } = toRequest('', messageRoutes.history, {
    query: { org_id: SPACE, limit: 20, before: undefined, topic: 'a&b' },
  })
  expect(url).toBe(`/auth/messages?org_id=${SPACE}&limit=20&topic=a%26b`)
  expect(body).toBeUndefined()
})

test('a path parameter is inserted escaped', () => {
  const { url, method } = toRequest('http://x', spaceRoutes.members, { params: { id: 'a/b' } })
  expect([method, url]).toEqual(['GET', 'http://x/api/organizations/a%2Fb/members'])
})

test('a post carries its idempotency key and body', () => {
  const request = toRequest('', messageRoutes.post, { body: { content: 'hi', org_id: SPACE }, key: 'k1' })
  expect(request.headers).toMatchObject({ 'idempotency-key': 'k1', 'content-type': 'application/json' })
  expect(request.body).toBe(JSON.stringify({ content: 'hi', org_id: SPACE }))
})

test('bytes are sent as they are', () => {
  const body = new Blob(['{}'], { type: 'application/octet-stream' })
  const request = toRequest('', importRoutes.upload, { params: { id: SPACE }, query: { offset: 0 }, body })
  expect(request.body).toBe(body)
  expect(request.headers).not.toHaveProperty('content-type')
})

test('without a transport it sends the token and the device itself', async () => {
  const seen: Headers[] = []
  const client = createClient({
    baseUrl: 'http://flock.test',
    token: () => 'secret',
    deviceId: 'phone',
    fetch: async (_url, init) => {
      seen.push(new Headers(init?.headers))
      return Response.json({ organizations: [] })
    },
  })
  expect(await client.spaces.list()).toEqual({ organizations: [] })
  expect(seen[0]?.get('authorization')).toBe('Bearer secret')
  expect(seen[0]?.get('x-device-id')).toBe('phone')
})

test('a 204 resolves to nothing', async () => {
  expect(await clientAnswering(() => new Response(null, { status: 204 })).auth.logout({})).toBeUndefined()
})

test("an error carries the server's status, code and message", async () => {
  const body = {
    error: 'LIMIT_REACHED',
    detail: { code: 'LIMIT_REACHED', message: 'Only 3' },
    request_id: 'r1',
  }
  const client = clientAnswering(() => Response.json(body, { status: 409 }))
  const error = await client.spaces
    .create({ body: { name: 'x', visibility: 'public' } })
    .catch((e: unknown) => e)
  expect(error).toMatchObject({ status: 409, code: 'LIMIT_REACHED', requestId: 'r1', body })
  expect(detailOf(error, 'fallback')).toBe('Only 3')
})

test("a proxy's page is an error without a message", async () => {
  const client = clientAnswering(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  const error = await client.auth.me().catch((e: unknown) => e)
  expect(error).toMatchObject({ status: 502, code: null, body: null })
  expect(detailOf(error, 'Update failed')).toBe('Update failed')
})

test('no response is a network error', async () => {
  const client = clientAnswering(() => Promise.reject(new TypeError('fetch failed')))
  await expect(client.auth.me()).rejects.toBeInstanceOf(NetworkError)
})

test('invalid fields are named and their messages joined', () => {
  const detail = [
    { loc: ['body', 'name'], msg: 'Too long', type: 'too_big' },
    { loc: ['body', 'visibility'], msg: 'Unknown', type: 'invalid' },
  ]
  const error = new ApiError(422, { error: 'validation_error', detail })
  expect(fieldErrorsOf(error)).toEqual({ name: 'Too long', visibility: 'Unknown' })
  expect(detailOf(error, '')).toBe('Too long. Unknown')
})

test('the message of a violation includes its suggestion', () => {
  const body = {
    error: 'guardrail_violation',
    message: 'A key.',
    suggestion: 'Take it out.',
    detail: 'A key.',
  }
  expect(detailOf(new ApiError(400, body), '')).toBe('A key. Take it out.')
})

test('a guardrail violation without texts gets the default ones', () => {
  const error = new ApiError(400, { error: 'guardrail_violation', violation_type: 'secret' })
  expect(violationOf(error)).toEqual({
    title: 'Content Blocked',
    message: 'Your message has been blocked by security filters.',
    suggestion: 'Please review your message and try again.',
    severity: 'medium',
    violationType: 'secret',
  })
  expect(violationOf(new ApiError(400, { error: 'conflict' }))).toBeNull()
})
