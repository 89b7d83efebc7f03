/** `flockwork admin`, run as an operator runs it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { NEW_PASSWORD, deleteAccount } from '../../test/accounts.ts'
import { call, eventually } from '../../test/calls.ts'
import { PASSWORD } from '../../test/people.ts'
import { startServer } from '../../test/server.ts'
import { login, me, register, sessionOf } from '../../test/sessions.ts'
import { runAdmin, type Ran } from './admin-command.ts'

const ADMIN = fileURLToPath(new URL('./admin.ts', import.meta.url))
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

function startNode(file: string, args: readonly string[], env: Record<string, string>): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The command as a process of its own. */
async function spawnAdmin(args: readonly string[], env: Record<string, string>): Promise<Ran> {
  const child = startNode(ADMIN, args, env)
  let [out, err] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode ?? -1, out, err }
}

function linkIn(out: string): { address: string; token: string } {
  const [, address = '', token = ''] = /^(http.*)\/reset#token=([\w-]+)$/m.exec(out) ?? []
  return { address, token }
}

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
    expect(linkIn(out).address).toBe('https://chat.example.org')
  }
  // a newer link makes the older void
  expect((await reset(server.url, linkIn(byName.out).token)).status).toBe(401)
  expect((await reset(server.url, linkIn(byAddress.out).token)).status).toBe(204)
  expect((await login(server, 'ana', NEW_PASSWORD)).status).toBe(200)
})

test('says in one line what is wrong, and ends with 1; used wrongly it shows its usage, and ends with 2', async () => {
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
  for (const word of ['reset-password', 'make-admin', 'rotate-keys']) expect(help.out).toContain(word)
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
  // the running server learns of it while the command ends
  const kids = await eventually(
    async () => {
      const { body } = await call(server.url, 'GET', '/.well-known/jwks.json')
      return (body as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
    },
    ({ length }) => length === 2,
  )
  expect(kids.some((kid) => out.includes(kid))).toBe(true)
  expect((await me(server, token)).status).toBe(200)
})

interface Product extends AsyncDisposable {
  readonly url: string
  stop(): Promise<void>
}

/** The product as `npm start` runs it, with the embedded database of a folder. */
async function startProduct(dataDir: string): Promise<Product> {
  const child = startNode(MAIN, [], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    const [, url] = /ready at (http:\S+)\.\s/.exec(output) ?? []
    if (url !== undefined) resolve(url)
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  child.on('close', () => reject(new Error(`The server ended: ${output}`)))
  const url = await promise
  const stop = async () => {
    if (child.exitCode !== null) return
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    await closed
  }
  return { url, stop, [Symbol.asyncDispose]: stop }
}

test('works on the embedded database while the server runs and while it is stopped', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'flockwork-admin-'))
  const env = { DATA_DIR: dataDir }
  try {
    await using running = await startProduct(dataDir)
    await register(running, 'ana')
    const answer = await spawnAdmin(['reset-password', 'ana'], env)
    expect(answer.err).toBe('')
    // no variable here has the server's port
    expect(linkIn(answer.out).address).toBe(running.url)
    expect((await reset(running.url, linkIn(answer.out).token)).status).toBe(204)
    await running.stop()

    const meanwhile = await spawnAdmin(['reset-password', 'ana'], env)
    expect([meanwhile.code, meanwhile.err]).toEqual([0, ''])

    // it released the folder for the next server
    await using again = await startProduct(dataDir)
    expect((await reset(again.url, linkIn(meanwhile.out).token)).status).toBe(204)
    expect((await login(again, 'ana', NEW_PASSWORD)).status).toBe(200)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}, 240_000)
