import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../test/calls.ts'
import { startPair, startServer } from '../../../test/server.ts'
import { sharedSpace } from '../../../test/spaces.ts'

test('switching returns a token for the space and makes it current', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const id = await sharedSpace(ana)

  const switched = await ana.api.spaces.switch({ body: { org_id: id.toUpperCase() } })

  expect(switched).toMatchObject({
    org_id: id,
    org_name: 'Field Lab',
    organization: { id, is_current: true },
  })
  expect(switched.available_agents.map(({ username }) => username)).toEqual(['chirpy'])
  const payload = JSON.parse(Buffer.from(switched.new_token.split('.')[1] ?? '', 'base64url').toString())
  expect(payload).toMatchObject({ org_id: id, sub: ana.profile.id })
})

test.for(['an unknown space', "another's space"])('switching to %s is 403', async (which) => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')

  const refused = await refusalOf(
    bob.api.spaces.switch({ body: { org_id: which === 'an unknown space' ? randomUUID() : ana.spaceId() } }),
  )

  expect(refused.status).toBe(403)
})

test('switching to something that is not an id gets 422', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const { status, body } = await call(server.url, 'POST', '/api/organizations/switch', {
    token: ana.token(),
    json: { org_id: 'x' },
  })

  expect(status).toBe(422)
  expect(body).toMatchObject({ detail: [{ loc: ['body', 'org_id'] }] })
})

test('a token of the former space gets 409 on the current space, but not on a named space', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const ana = await server.signUp('ana')
  const token = ana.token()
  const before = ana.spaceId()
  // the twin caches the session, and must be notified of the switch
  expect((await call(twin.url, 'GET', '/auth/messages', { token })).status).toBe(200)
  await ana.goesTo(await sharedSpace(ana))

  const current = [
    call(server.url, 'GET', '/auth/messages', { token }),
    call(server.url, 'POST', '/auth/messages', { token, json: { content: 'hello' } }),
    call(server.url, 'GET', '/posts/channels', { token }),
    call(server.url, 'GET', '/auth/agents', { token }),
  ]
  for (const { status, body } of await Promise.all(current)) {
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'ORG_CONTEXT_CHANGED', detail: 'Organization context has changed' })
  }

  const named = [
    call(server.url, 'GET', `/auth/messages?org_id=${before}`, { token }),
    call(server.url, 'POST', '/auth/messages', { token, json: { content: 'hello', org_id: before } }),
    call(server.url, 'POST', `/auth/messages?org_id=${before}`, { token, json: { content: 'hello' } }),
    call(server.url, 'GET', `/posts/channels?org_id=${before}`, { token }),
    call(server.url, 'GET', `/auth/agents?org_id=${before}`, { token }),
    call(server.url, 'GET', `/api/organizations/${before}/members`, { token }),
    call(server.url, 'GET', '/api/organizations/', { token }),
    call(server.url, 'GET', '/auth/me', { token }),
  ]
  for (const { status } of await Promise.all(named)) expect(status).toBeLessThan(300)
})
