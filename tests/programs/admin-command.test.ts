/** `flockwork admin` as a separate process, alongside the product as `npm start` runs it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { CommandResult } from '../../apps/server/src/cli/admin-command.ts'
import { NEW_PASSWORD, resetLinkIn } from '../../apps/server/test/accounts.ts'
import { call } from '../../apps/server/test/calls.ts'
import { login, register } from '../../apps/server/test/sessions.ts'

const ADMIN = fileURLToPath(new URL('../../apps/server/src/cli/admin.ts', import.meta.url))
const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))

function startNode(file: string, args: readonly string[], env: Record<string, string>): ChildProcess {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs the command as a separate process. */
async function spawnAdmin(args: readonly string[], env: Record<string, string>): Promise<CommandResult> {
  const child = startNode(ADMIN, args, env)
  let [out, err] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
  await once(child, 'close')
  return { code: child.exitCode ?? -1, out, err }
}

const reset = (url: string, token: string) =>
  call(url, 'POST', '/auth/reset', { json: { token, password: NEW_PASSWORD } })

interface Product extends AsyncDisposable {
  readonly url: string
  stop(): Promise<void>
}

/** Starts the product as `npm start` does, with the embedded database of a folder. */
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
    // no variable here has the server's port: the command found it
    expect(resetLinkIn(answer.out).address).toBe(running.url)
    expect((await reset(running.url, resetLinkIn(answer.out).token)).status).toBe(204)
    await running.stop()

    const meanwhile = await spawnAdmin(['reset-password', 'ana'], env)
    expect([meanwhile.code, meanwhile.err]).toEqual([0, ''])

    // it released the folder for the next server
    await using again = await startProduct(dataDir)
    expect((await reset(again.url, resetLinkIn(meanwhile.out).token)).status).toBe(204)
    expect((await login(again, 'ana', NEW_PASSWORD)).status).toBe(200)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}, 240_000)
