/** An intruder with the owner's session or password can't leave a webhook behind unnoticed. */
import { accountRoutes } from '@flockwork/contract/account'
import { adminPeopleRoutes } from '@flockwork/contract/admin/people'
import { webhookRoutes as routes } from '@flockwork/contract/webhooks'
import { expect, test } from 'vitest'
import { NEW_PASSWORD } from '../../../test/accounts.ts'
import { call } from '../../../test/calls.ts'
import { login, sessionOf } from '../../../test/sessions.ts'
import { openStream } from '../../../test/stream.ts'
import { calling } from '../../../test/webhooks.ts'

const noticesOf = async (server: { url: string }, token: string) => {
  const { body } = await call(server.url, 'GET', accountRoutes.notices.path, { token })
  return (body as { notices: { kind: string }[] }).notices
}

test("a new URL is announced on every device of the owner, with its host and the setter's origin", async () => {
  await using its = await calling()
  const { server, ana, bob, scout } = its
  const there = sessionOf((await login(server, 'ana')).body).access_token
  await using stream = await openStream(server.url, { token: there })
  await stream.next(({ event }) => event === 'bootstrap')
  const url = 'https://hooks.example.org/secret-path'
  await ana.api.call(routes.save, { params: scout, body: { url } })
  await stream.next(({ event }) => event === 'account_notice')

  const notice = {
    kind: 'webhook_set',
    agent: { id: scout.id, handle: 'scout' },
    client_name: 'hooks.example.org',
    ip: '127.0.0.1',
  }
  expect(await noticesOf(server, there)).toContainEqual(
    expect.objectContaining({ ...notice, current: false }),
  )
  expect(await noticesOf(server, ana.token())).toContainEqual(
    expect.objectContaining({ ...notice, current: true }),
  )
  expect(await noticesOf(server, bob.token())).toEqual([])
  await ana.api.call(routes.save, { params: scout, body: { url, is_on: false } })
  const kinds = (await noticesOf(server, there)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind.startsWith('webhook'))).toEqual([])
})

test('the audit log has the host of a URL, but not the rest, which may be secret', async () => {
  await using its = await calling()
  const { server, ana, scout } = its
  const url = 'https://hooks.example.org/secret-path?key=1'
  await ana.api.call(routes.save, { params: scout, body: { url } })
  const rows = await server.query<{ after: object }>(
    "select after from audit where action = 'agent_webhook_set' order by at desc, id desc",
  )
  expect(rows[0]?.after).toEqual({ host: 'hooks.example.org', is_on: true })
})

test.for([
  { keeps: false, isOn: false },
  { keeps: true, isOn: true },
])('after a reset that keeps the tokens ($keeps) a webhook is on: $isOn', async ({ keeps, isOn }) => {
  await using its = await calling()
  const { server, ana, scout } = its
  await server.query("update people set role = 'admin' where account_id = $1", [ana.profile.id])
  const root = sessionOf((await login(server, 'ana')).body).access_token
  const { body } = await call(
    server.url,
    adminPeopleRoutes.resetLink.method,
    adminPeopleRoutes.resetLink.path.replace(':id', ana.profile.id),
    { token: root },
  )
  const token = (body as { url: string }).url.split('#token=')[1]
  const json = { token, password: NEW_PASSWORD, keep_agent_tokens: keeps }
  expect((await call(server.url, 'POST', '/auth/reset', { json })).status).toBe(204)

  const again = sessionOf((await login(server, 'ana', NEW_PASSWORD)).body).access_token
  const read = await call(server.url, 'GET', routes.get.path.replace(':id', scout.id), { token: again })
  expect(read.body).toMatchObject({
    webhook: { is_on: isOn, ...(!isOn && { ended: { why: 'The owner’s password was reset' } }) },
  })
  const kinds = (await noticesOf(server, again)).map(({ kind }) => kind)
  expect(kinds).toContain(isOn ? 'webhook_set' : 'webhook_ended')
})
