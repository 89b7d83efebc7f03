/** `flockwork admin`, run as an operator runs it, but in this process. */
import { expect, test } from 'vitest'
import { NEW_PASSWORD, deleteAccount, resetLinkIn } from '../../test/accounts.ts'
import { call, eventually } from '../../test/calls.ts'
import { PASSWORD } from '../../test/people.ts'
import { startServer } from '../../test/server.ts'
import { login, me, register, sessionOf } from '../../test/sessions.ts'
import { runAdmin } from './admin-command.ts'

const reset = (url: string, token: string) =>
  call(url, 'POST', '/auth/reset', { json: { token, password: NEW_PASSWORD } })

test('prints a link by username or e-mail address, which sets a new password', async () => {
  await using server = await startServer()
  await register(server, 'ana')
  const env = { DATABASE_URL: server.databaseUrl, PUBLIC_URL: 'https://chat.example.org' }

  const byName = await runAdmin(['reset-password', '@Ana'], env)
  const byAddress = await runAdmin(['reset-password', 'ANA@example.org'], env)

  for (const { code, out, err } of [byName, byAddress]) {
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('A new password for ana')
    expect(resetLinkIn(out).address).toBe('https://chat.example.org')
  }
  // a newer link invalidates the older
  expect((await reset(server.url, resetLinkIn(byName.out).token)).status).toBe(401)
  expect((await reset(server.url, resetLinkIn(byAddress.out).token)).status).toBe(204)
  expect((await login(server, 'ana', NEW_PASSWORD)).status).toBe(200)
})

test('prints an error in one line and exits with 1; wrong usage prints the usage and exits with 2', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  const helper = await (await server.signUp('bob')).registers('helper')
  await deleteAccount(server, ana.token(), PASSWORD)
  const env = { DATABASE_URL: server.databaseUrl }

  const wrong: [string[], Record<string, string>, string][] = [
    [['reset-password', 'nobody'], env, 'Nobody here has the username or e-mail address nobody'],
    [['reset-password', helper.username], env, 'agent'],
    [['reset-password', 'ana'], env, 'deleted'],
    [['make-admin', helper.username], env, 'agent'],
    [['reset-password', 'bob'], { ...env, PASSWORD_LOGIN: 'off' }, 'turned off'],
    [['reset-password', 'bob'], { ...env, PORT: 'x' }, 'PORT is "x"'],
    [['rotate-keys'], { ...env, SECRET_KEY: 'a key of many letters' }, 'SECRET_KEY'],
    [['reset-password', 'bob'], { DATA_DIR: '/nonexistent/flockwork' }, 'There is no database'],
  ]
  for (const [args, given, says] of wrong) {
    const { code, out, err } = await runAdmin(args, given)
    expect([args, code, out]).toEqual([args, 1, ''])
    expect(err).toContain(says)
    expect(err.trim().split('\n')).toHaveLength(1)
  }

  for (const args of [
    [],
    ['nonsense'],
    ['reset-password'],
    ['reset-password', 'a', 'b'],
    ['rotate-keys', 'x'],
  ]) {
    const { code, out, err } = await runAdmin(args, env)
    expect([args, code]).toEqual([args, 2])
    expect(out + err).toContain('Usage: flockwork admin')
  }
  const help = await runAdmin(['--help'], {})
  expect([help.code, help.err]).toEqual([0, ''])
  for (const word of ['reset-password', 'make-admin', 'rotate-keys', 'restore-space'])
    expect(help.out).toContain(word)
})

test('makes an administrator and rotates the keys under a running server', async () => {
  await using server = await startServer()
  await register(server, 'root')
  const token = sessionOf((await register(server, 'ana')).body).access_token
  const env = { DATABASE_URL: server.databaseUrl }

  expect(await runAdmin(['make-admin', 'ana'], env)).toMatchObject({
    code: 0,
    out: 'ana is an administrator.\n',
  })
  expect((await me(server, token)).body).toMatchObject({ role: 'admin' })

  const { code, out } = await runAdmin(['rotate-keys'], env)
  expect(code).toBe(0)
  // the running server is notified as the command ends
  const kids = await eventually(
    async () => {
      const { body } = await call(server.url, 'GET', '/.well-known/jwks.json')
      return (body as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
    },
    ([kid = '-']) => out.includes(kid),
  )
  expect(kids).toHaveLength(1)
  expect((await me(server, token)).status).toBe(401)
})
