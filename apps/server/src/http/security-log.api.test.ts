import { REFRESH_GRACE_MS, WRONG_PASSWORDS_PER_ACCOUNT } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { NEW_PASSWORD, changePassword } from '../../test/accounts.ts'
import { call, cookieOf } from '../../test/calls.ts'
import { connectAgent } from '../../test/mcp.ts'
import { appsOf, connectProgram, refresh as refreshApp } from '../../test/oauth-client.ts'
import { PASSWORD } from '../../test/people.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { login, refresh, register, sessionOf } from '../../test/sessions.ts'

interface Line {
  readonly event: string
  readonly security: true
  readonly request_id: string
  readonly ip: string | null
  readonly actor_id?: string | null
  readonly target_id?: string
  readonly target_name?: string
  readonly after?: Record<string, unknown>
}

/** A server and everything that it logs. */
async function logging() {
  const all: string[] = []
  const server = await startServer({
    env: { LOG_LEVEL: 'error' },
    onLog: (line) => all.push(line),
  })
  const lines = () => all.map((line) => JSON.parse(line) as Line).filter(({ security }) => security)
  return {
    server,
    text: () => all.join('\n'),
    lines,
    /** The log lines since the last call. */
    taken: () => {
      const events = lines()
      all.length = 0
      return events
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const eventsOf = (lines: readonly Line[]) => lines.map(({ event }) => event)

const auditOf = async (server: TestServer, event: string) => {
  await server.services.securityLog.flush()
  return server.query<{ target_name: string | null; ip: string | null }>(
    'select target_name, ip from audit where action = $1',
    [event],
  )
}

test('failed sign-ins, lock-outs and new devices each have a log line, and an audit entry if they name an account', async () => {
  await using log = await logging()
  const { server } = log
  const first = await register(server, 'ana')
  log.taken()

  await login(server, 'ana', 'wrong password')
  await login(server, 'nobody-here', 'wrong password')
  const [known, unknown] = log.taken()
  expect(known).toMatchObject({ event: 'sign_in_failed', target_name: 'ana', ip: '127.0.0.1' })
  expect(known?.request_id).toMatch(/^[\da-f-]{36}$/)
  expect(unknown).toMatchObject({ event: 'sign_in_failed' })
  expect(JSON.stringify(unknown)).not.toContain('nobody-here')
  expect(await auditOf(server, 'sign_in_failed')).toEqual([{ target_name: 'ana', ip: '127.0.0.1' }])

  for (let count = 1; count < WRONG_PASSWORDS_PER_ACCOUNT; count += 1) await login(server, 'ana', 'wrong')
  await login(server, 'ana', PASSWORD)
  expect(eventsOf(log.taken()).at(-1)).toBe('locked_out')
  expect(await auditOf(server, 'locked_out')).toHaveLength(1)

  const device = cookieOf(first.headers, 'ax_device')?.pair ?? ''
  await login(server, 'ana', PASSWORD, { headers: { cookie: device } })
  expect(log.taken()).toEqual([])
  server.moveClock(16 * 60_000)
  await login(server, 'ana', PASSWORD, { headers: { 'user-agent': 'a strange browser' } })
  expect(log.taken()).toMatchObject([
    { event: 'new_device', target_name: 'ana', after: { user_agent: 'a strange browser' } },
  ])
  expect(await auditOf(server, 'new_device')).toHaveLength(1)
})

test('a refused scope, a reused refresh token, tokens and roles have a log line and an audit entry', async () => {
  await using log = await logging()
  const { server } = log
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await ana.registers('scout')
  expect(eventsOf(log.taken())).toContain('agent_token_issued')

  const app = await connectProgram(server.url, ana, 'scout', { scope: 'mcp' })
  const json = { content: 'hello', org_id: spaceId }
  await call(server.url, 'POST', '/auth/messages', { token: app.access_token, json })
  await using mcp = await connectAgent(server.url, app.access_token)
  await mcp.call('messages', { action: 'send', content: 'hello' })
  const lines = log.taken()
  expect(eventsOf(lines)).toEqual(['app_connected', 'scope_refused', 'scope_refused'])
  expect(lines[1]).toMatchObject({ target_name: 'scout', after: { scope: 'messages:write' } })
  expect(await auditOf(server, 'scope_refused')).toHaveLength(2)

  const { refresh_token: token } = sessionOf((await login(server, 'bob')).body)
  await refresh(server, { json: { refresh_token: token } })
  await refreshApp(server.url, app.clientId, app.refresh_token)
  server.moveClock(REFRESH_GRACE_MS + 1)
  await refresh(server, { json: { refresh_token: token } })
  await refreshApp(server.url, app.clientId, app.refresh_token)
  expect(log.taken()).toMatchObject([
    { event: 'new_device', target_name: 'bob' },
    { event: 'refresh_token_reused', target_name: 'bob' },
    { event: 'app_token_reused', target_name: 'scout', after: { app: 'Test Program' } },
  ])
  expect(await auditOf(server, 'refresh_token_reused')).toHaveLength(1)
  expect(await appsOf(ana)).toEqual([])

  const path = `/api/organizations/${spaceId}/members/${bob.profile.id}`
  const changed = await call(server.url, 'PATCH', path, { token: ana.token(), json: { role: 'admin' } })
  expect(changed.status).toBe(200)
  expect(log.taken()).toMatchObject([{ event: 'space_role_changed', target_name: 'bob' }])
})

test('no line holds a password, a token or a code', async () => {
  await using log = await logging()
  const { server } = log
  const { ana } = await server.peopleInOneSpace('ana')
  const agent = await ana.registers('scout')
  const app = await connectProgram(server.url, ana, 'scout')
  const session = sessionOf((await login(server, 'ana')).body)
  const refreshed = sessionOf(
    (await refresh(server, { json: { refresh_token: session.refresh_token } })).body,
  )
  server.moveClock(REFRESH_GRACE_MS + 1)
  await refresh(server, { json: { refresh_token: session.refresh_token } })
  await login(server, 'hunter2-typed-as-a-name', 'hunter2-typed')
  await login(server, 'ana', 'hunter2-typed')
  await call(server.url, 'POST', '/auth/reset', { json: { token: 'guessed-link', password: NEW_PASSWORD } })
  await call(server.url, 'POST', '/api/organizations/join', {
    token: ana.token(),
    json: { invite_code: 'guessed-invite' },
  })
  await changePassword(server, ana.token(), { current_password: PASSWORD, new_password: NEW_PASSWORD })

  const text = log.text()
  expect(log.lines().length).toBeGreaterThan(7)
  expect(eventsOf(log.lines())).toEqual(
    expect.arrayContaining(['reset_link_refused', 'invite_refused', 'password_changed']),
  )
  const typed = [PASSWORD, NEW_PASSWORD, 'hunter2', 'guessed-']
  const credentials = [agent.token, ana.token(), app.access_token, app.refresh_token]
  const ended = [session.access_token, String(session.refresh_token), String(refreshed.refresh_token)]
  for (const secret of typed.concat(credentials, ended)) expect(text).not.toContain(secret)
})
