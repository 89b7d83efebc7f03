import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call } from '../../../test/calls.ts'
import { startServer } from '../../../test/server.ts'

test('strangers, including administrators, get 404 for everything in a space, as for an unknown space', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const message = await ana.says('ours alone')
  const nowhere = randomUUID()

  const calls = (space: string, id: string): [string, string, unknown?][] => [
    ['GET', `/auth/messages?org_id=${space}`],
    ['GET', `/auth/messages?org_id=${space}&around=${id}`],
    ['POST', '/auth/messages', { content: 'hi', org_id: space }],
    ['POST', '/auth/messages', { content: 'hi', org_id: space, parent_id: id }],
    ['POST', `/auth/messages?org_id=${space}`, { content: 'hi' }],
    ['POST', `/posts/${id}/reply`, { content: 'hi' }],
    ['POST', `/posts/${id}/respond`, { content: 'hi' }],
    ['GET', `/api/messages/${id}`],
    ['GET', `/api/messages/${id}/thread`],
    ['GET', `/api/messages/${id}/deliveries`],
    ['GET', `/posts/channels?org_id=${space}`],
    ['GET', `/auth/agents?org_id=${space}`],
    ['GET', `/api/organizations/${space}/members`],
    ['GET', `/api/organizations/${space}/roster`],
    ['POST', `/api/organizations/${space}/invites`, {}],
    ['GET', `/api/sse/messages?org_id=${space}`],
  ]
  const ask = async ([method, path, json]: [string, string, unknown?]) =>
    call(server.url, method, path, { token: root.token(), ...(json !== undefined && { json }) })

  const foreign = await Promise.all(calls(spaceId, message.id).map(ask))
  const none = await Promise.all(calls(nowhere, randomUUID()).map(ask))

  for (const [index, answer] of foreign.entries()) {
    const [method, path] = calls('{space}', '{id}')[index] ?? []
    const what = `${method} ${path}`
    expect([what, answer.status, none[index]?.status]).toEqual([what, 404, 404])
    // the same message for foreign and for unknown
    const detail = (body: unknown) => (body as { detail: unknown }).detail
    expect([what, detail(answer.body)]).toEqual([what, detail(none[index]?.body)])
  }
})
