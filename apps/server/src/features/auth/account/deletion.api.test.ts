import { RECENT_SIGN_IN_MS, WRONG_PASSWORDS_PER_ACCOUNT } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { NEW_PASSWORD, asProviderOnly, auditedActions, deleteAccount } from '../../../../test/accounts.ts'
import { call, cookieOf, eventually } from '../../../../test/calls.ts'
import { lockPerson, untilWaiting } from '../../../../test/locks.ts'
import { PASSWORD } from '../../../../test/people.ts'
import { startPair, startServer } from '../../../../test/server.ts'
import { login, me, person, refresh, register, sessionOf } from '../../../../test/sessions.ts'
import { openStream } from '../../../../test/stream.ts'
import { withoutKey } from '../../../platform/idempotency.ts'
import { changePassword, rename } from './account.ts'

test('nobody can sign in to a deleted account in any way, and no personal data is left', async () => {
  await using server = await startServer()
  const admin = await server.signUp('root')
  const ana = await server.signUp('ana')
  const other = sessionOf((await login(server, 'ana')).body)
  await server.query("update people set full_name = 'Ana Real Name' where account_id = $1", [ana.profile.id])
  await asProviderOnly(server, ana.profile.id)
  await server.query(
    'update people set password_hash = (select password_hash from people where account_id = $1) where account_id = $2',
    [admin.profile.id, ana.profile.id],
  )

  const answer = await deleteAccount(server, ana.token(), PASSWORD)

  expect([answer.status, answer.text]).toEqual([204, ''])
  expect(cookieOf(answer.headers, 'ax_refresh')?.value).toBe('')
  expect((await me(server, ana.token())).status).toBe(401)
  expect((await me(server, other.access_token)).status).toBe(401)
  expect((await refresh(server, { json: { refresh_token: ana.refreshToken } })).status).toBe(401)
  for (const name of ['ana', 'ana@example.org']) expect((await login(server, name)).status).toBe(401)
  expect(await auditedActions(server)).toContain('account_deleted')

  const [row] = await server.query(
    `select status, display_name, avatar_url, email, email_verified, full_name, password_hash, role
     from accounts join people on people.account_id = accounts.id where id = $1`,
    [ana.profile.id],
  )
  expect(row).toEqual({
    status: 'deleted',
    display_name: 'Deleted user',
    avatar_url: null,
    email: null,
    email_verified: false,
    full_name: null,
    password_hash: null,
    role: 'user',
  })
  expect(await server.query('select 1 as one from provider_accounts')).toEqual([])
  const left = await server.query(
    'select 1 as one from sessions where account_id = $1 and (ended_at is null or ip is not null or user_agent is not null)',
    [ana.profile.id],
  )
  expect(left).toEqual([])
})

test('the handle stays taken forever, the e-mail address becomes free again', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  const helper = await ana.registers('helper')
  const bob = await server.signUp('bob')
  await deleteAccount(server, ana.token(), PASSWORD)

  expect((await register(server, 'ana')).status).toBe(409)
  const agents = [ana.username, helper.username].map((agent_name) =>
    call(server.url, 'POST', '/auth/agents/register', { token: bob.token(), json: { agent_name } }),
  )
  expect((await Promise.all(agents)).map(({ status }) => status)).toEqual([409, 409])
  const again = await call(server.url, 'POST', '/auth/register', {
    json: person('ana-two', { email: 'ana@example.org' }),
  })
  expect(again.status).toBe(201)
})

test('its streams and those of its agents close on every server within 2 seconds', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  await server.signUp('root')
  const ana = await server.signUp('ana')
  const helper = await ana.registers('helper')
  const streams = await Promise.all(
    [server, twin].flatMap(({ url }) =>
      [ana.token(), helper.token].map((token) => openStream(url, { token, spaceId: ana.spaceId() })),
    ),
  )
  for (const stream of streams) await stream.next(({ event }) => event === 'bootstrap')

  await deleteAccount(server, ana.token(), PASSWORD)
  const deletedAt = performance.now()

  await Promise.all(streams.map(({ ended }) => ended))
  expect(performance.now() - deletedAt).toBeLessThan(2000)
  await eventually(
    () => me(twin, ana.token()),
    ({ status }) => status === 401,
    5000,
  )
})

test("its agents' credentials stop working, over REST and MCP", async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  const helper = await ana.registers('helper')

  await deleteAccount(server, ana.token(), PASSWORD)

  expect((await call(server.url, 'GET', '/auth/messages', { token: helper.token })).status).toBe(401)
  const initialize = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const mcp = await call(server.url, 'POST', '/mcp/agents/helper', {
    token: helper.token,
    json: initialize,
    headers: { accept: 'application/json, text/event-stream' },
  })
  expect(mcp.status).toBe(401)
})

test('nothing is deleted with a wrong password, or with none long after the sign-in', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')

  const wrong = await deleteAccount(server, ana.token(), 'not it')
  await server.query("update sessions set authenticated_at = authenticated_at - interval '11 minutes'")
  const none = await deleteAccount(server, ana.token())

  expect([wrong.status, wrong.body]).toMatchObject([422, { detail: [{ loc: ['body', 'password'] }] }])
  expect([none.status, none.body]).toMatchObject([403, { error: 'reauthentication_required' }])
  expect((await me(server, ana.token())).status).toBe(200)
})

test('guessing the password with a stolen session is limited', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  for (let wrong = 0; wrong < WRONG_PASSWORDS_PER_ACCOUNT; wrong++) {
    expect((await deleteAccount(server, ana.token(), 'not it')).status).toBe(422)
  }

  expect((await deleteAccount(server, ana.token(), PASSWORD)).status).toBe(429)
})

test.for([
  { after: RECENT_SIGN_IN_MS, status: 204, because: 'it is fresh' },
  { after: RECENT_SIGN_IN_MS + 1, status: 403, because: 'it is more than ten minutes ago' },
])(
  'a sign-in at the provider replaces the password: $status, because $because',
  async ({ after, status }) => {
    await using server = await startServer()
    server.freezeClock()
    await server.signUp('root')
    const ana = await server.signUp('ana')
    await asProviderOnly(server, ana.profile.id)
    server.moveClock(after)

    expect((await deleteAccount(server, ana.token())).status).toBe(status)
    expect((await me(server, ana.token())).status).toBe(status === 204 ? 401 : 200)
  },
)

test('the last administrator cannot leave, and of two who leave at once one remains', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const root = await server.signUp('root')
  const ana = await server.signUp('ana')
  const alone = await deleteAccount(server, root.token(), PASSWORD)
  expect(alone.status).toBe(409)
  expect(alone.body).toMatchObject({ detail: expect.stringContaining('administrator') })

  await server.query("update people set role = 'admin' where account_id = $1", [ana.profile.id])
  const answers = await Promise.all([
    deleteAccount(server, root.token(), PASSWORD),
    deleteAccount(twin, ana.token(), PASSWORD),
  ])

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
  const left = await server.query(
    "select 1 as one from people join accounts on id = account_id where role = 'admin' and status = 'active'",
  )
  expect(left).toHaveLength(1)
})

test('a deactivated administrator does not count as a remaining one', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  const ana = await server.signUp('ana')
  await server.query("update people set role = 'admin' where account_id = $1", [ana.profile.id])
  await server.query("update accounts set status = 'disabled' where id = $1", [ana.profile.id])

  expect((await deleteAccount(server, root.token(), PASSWORD)).status).toBe(409)
})

test('of two concurrent deletions one succeeds; strangers and agents can delete nobody', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  const helper = await ana.registers('helper')

  expect((await deleteAccount(server, 'nonsense', NEW_PASSWORD)).status).toBe(401)
  expect((await deleteAccount(server, helper.token, PASSWORD)).status).toBe(403)
  await using row = await lockPerson(server, ana.profile.id)
  const deleting = [1, 2].map(() => deleteAccount(server, ana.token(), PASSWORD))
  await untilWaiting(server, 2)
  await row.release()
  const answers = await Promise.all(deleting)

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401])
  expect((await auditedActions(server)).filter((action) => action === 'account_deleted')).toHaveLength(1)
})

test('no late write of its last activity follows the deletion', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  const ana = await server.signUp('ana')
  // the activity of both is due to be written
  server.moveClock(60_000)
  const since = new Date(server.services.clock.now())
  await deleteAccount(server, ana.token(), PASSWORD)
  await me(server, root.token())

  await eventually(
    () =>
      server.query('select 1 as one from accounts where id = $1 and last_active_at >= $2', [
        root.profile.id,
        since,
      ]),
    (rows) => rows.length === 1,
    5000,
  )
  const [row] = await server.query('select last_active_at from accounts where id = $1', [ana.profile.id])
  expect(row).toEqual({ last_active_at: null })
})

test('no session is opened for an account that is deleted after its password was checked', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  await deleteAccount(server, ana.token(), PASSWORD)

  const device = {
    deviceId: 'laptop',
    refreshToken: null,
    knownAccounts: [],
    userAgent: 'late',
    ip: '203.0.113.7',
  }
  const opening = server.services.auth.sessions.open(ana.profile.id, device)

  await expect(opening).rejects.toMatchObject({ status: 401 })
  expect(await server.query("select 1 as one from sessions where user_agent = 'late'")).toEqual([])
})

test('no call that runs during the deletion restores personal data', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  await asProviderOnly(server, ana.profile.id)
  const { tokens, sessions } = server.services.auth
  const claims = await tokens.verify(ana.token())
  const actor = claims && (await sessions.actorOf(claims, { ip: '127.0.0.1', userAgent: null }))
  if (actor === undefined) throw new Error('Nobody is signed in')
  await deleteAccount(server, ana.token())
  const once = withoutKey(server.services.db)
  const input = { password: null, field: 'current_password', ip: '203.0.113.7', isKnownDevice: false }

  const { account } = server.services

  const changes = await Promise.allSettled([
    rename(account, actor, 'Ana Real Name', once),
    changePassword(account, actor, { ...input, newPassword: NEW_PASSWORD }, once),
  ])

  const refused = { status: 'rejected', reason: { status: 401 } }
  expect(changes).toMatchObject([refused, refused])
  const [row] = await server.query(
    'select display_name, full_name, password_hash from accounts join people on account_id = id where id = $1',
    [ana.profile.id],
  )
  expect(row).toEqual({ display_name: 'Deleted user', full_name: null, password_hash: null })
})

test('the old password deletes nothing if it is changed during the deletion', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  const changing = await server.services.database.connect()
  await changing.query('begin')
  await changing.query("update people set password_hash = 'another' where account_id = $1", [ana.profile.id])

  const deleting = deleteAccount(server, ana.token(), PASSWORD)
  try {
    await eventually(
      () =>
        server.query(
          "select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      (waiting) => waiting.length > 0,
      5000,
    )
  } finally {
    await changing.query('commit')
    await changing.end()
  }

  expect((await deleting).status).toBe(409)
  expect((await me(server, ana.token())).status).toBe(200)
})
