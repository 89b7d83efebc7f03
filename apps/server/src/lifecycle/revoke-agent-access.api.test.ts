/** Credentials that are created during a password reset. */
import { adminPeopleRoutes } from '@flockwork/contract/admin/people'
import { expect, test } from 'vitest'
import { NEW_PASSWORD } from '../../test/accounts.ts'
import { call, type Answer } from '../../test/calls.ts'
import { lockPerson, lockRows, untilWaiting } from '../../test/locks.ts'
import { begin, decide, form, registerProgram } from '../../test/oauth-client.ts'
import type { Person } from '../../test/people.ts'
import { startServer, type TestServer } from '../../test/server.ts'

type Issue = () => Promise<Answer>

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Every call by which a person creates a credential, prepared up to the moment of issue. */
const ISSUERS: Record<
  string,
  (server: TestServer, ana: Person, agent: { id: string }) => Promise<Issue> | Issue
> = {
  'one more token': ({ url }, ana, { id }) => {
    return () => call(url, 'GET', `/auth/agents/${id}/config`, { token: ana.token() })
  },
  'a new token instead of all others': ({ url }, ana, { id }) => {
    return () => call(url, 'POST', `/auth/agents/${id}/regenerate-token`, { token: ana.token() })
  },
  'an agent': ({ url }, ana) => {
    return () =>
      call(url, 'POST', '/auth/agents/register', { token: ana.token(), json: { agent_name: 'second' } })
  },
  'a connected app': async ({ url }, ana) => {
    const begun = await begin(url, (await registerProgram(url)).client_id)
    return () => decide(url, begun, ana, { allow: true, agent: 'scout' })
  },
  'a connected device': async ({ url }, ana) => {
    const { client_id } = await registerProgram(url, {
      redirect_uris: [],
      grant_types: [DEVICE_GRANT],
    })
    const { body } = await form(url, '/oauth/device', { client_id })
    const { user_code } = body as { user_code: string }
    const json = { user_code, allow: true, agent: 'scout' }
    return () => call(url, 'POST', '/oauth/device/decide', { token: ana.token(), json })
  },
  "somebody's link for a new password": async (server, ana) => {
    await server.query("update people set role = 'admin' where account_id = $1", [ana.profile.id])
    await server.services.auth.sessions.invalidateAccount(ana.profile.id)
    const { profile } = await server.signUp('bob')
    const path = `/api/admin/users/${profile.id}/reset-link`
    return () => call(server.url, 'POST', path, { token: ana.token() })
  },
}

async function anaWithLink(server: TestServer) {
  const admin = await server.signUp('root')
  const ana = await server.signUp('ana')
  const link = await admin.api.call(adminPeopleRoutes.resetLink, { params: { id: ana.profile.id } })
  const json = { token: link.url.split('#token=')[1], password: NEW_PASSWORD }
  const reset = () => call(server.url, 'POST', '/auth/reset', { json })
  return { ana, scout: await ana.registers('scout'), reset }
}

function liveCredentials(server: TestServer, { profile: { id } }: Person) {
  return server.query(
    `select id::text from agent_tokens where revoked_at is null
       and agent_id in (select account_id from agents where owner_id = $1)
     union all select id::text from oauth_grants where revoked_at is null and owner_id = $1
     union all select account_id::text from password_resets where created_by = $1 and used_at is null`,
    [id],
  )
}

test.for(Object.keys(ISSUERS))(
  'a call that waits for a password reset is refused afterwards: %s',
  async (what) => {
    await using server = await startServer()
    const { ana, scout, reset } = await anaWithLink(server)
    const issue = await ISSUERS[what]?.(server, ana, scout)
    await using row = await lockPerson(server, ana.profile.id)

    const resetting = reset()
    await untilWaiting(server, 1)
    const issuing = issue?.()
    // a call that doesn't wait for the reset has ended
    await Promise.race([untilWaiting(server, 2), issuing])
    await row.release()

    expect([(await resetting).status, (await issuing)?.status]).toEqual([204, 401])
    expect(await liveCredentials(server, ana)).toEqual([])
  },
)

test('a token that is being created when a reset begins is revoked by it', async () => {
  await using server = await startServer()
  const { ana, scout, reset } = await anaWithLink(server)
  await using row = await lockRows(server, 'select 1 from agents where account_id = $1 for update', [
    scout.id,
  ])

  const issuing = call(server.url, 'GET', `/auth/agents/${scout.id}/config`, { token: ana.token() })
  await untilWaiting(server, 1)
  const resetting = reset()
  // a reset that doesn't wait for the token has ended
  await Promise.race([untilWaiting(server, 2), resetting])
  await row.release()

  const { status, body } = await issuing
  expect([status, (await resetting).status]).toEqual([200, 204])
  const { api_token: token } = body as { api_token: string }
  expect((await call(server.url, 'GET', '/auth/messages', { token })).status).toBe(401)
})
