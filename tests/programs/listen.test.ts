/** The listener as users start it: with the real npx from a running instance, without a registry. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { clientSetups, LISTEN_PACKAGE_PATH, listenCommand } from '@flockwork/contract/clients/setups'
import type { Message } from '@flockwork/contract/messages'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../apps/server/test/calls.ts'
import type { Person } from '../../apps/server/test/people.ts'
import { startServer } from '../../apps/server/test/server.ts'
import { npxEnvironment } from './npx.ts'

const ROOT = path.join(import.meta.dirname, '../..')

beforeAll(async () => {
  // starting an instance builds the same
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build'], { cwd: path.join(ROOT, 'packages/listen') })
})

/** Runs a command as a group of processes of its own, in an empty home folder. */
function start(home: string, command: string, args: readonly string[], token = '') {
  const child = spawn(command, args, {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...npxEnvironment(home), FLOCKWORK_TOKEN: token },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  }
  // once every process that writes to it has ended
  const closed = once(child, 'close') as Promise<[number | null]>
  return {
    text: () => text,
    closed,
    signal: () => child.kill('SIGTERM'),
    async [Symbol.asyncDispose]() {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
      } catch {
        // all of them have ended
      }
      await closed
    },
  }
}

const startLine = (home: string, line: string) => start(home, 'sh', ['-c', line])

/** With a script that answers. */
async function newHome() {
  const home = await mkdtempDisposable(path.join(tmpdir(), 'flockwork-listen-'))
  const script = path.join(home.path, 'answer.sh')
  await writeFile(script, '#!/bin/sh\necho "You wrote:"\ngrep "ana:"\n')
  await chmod(script, 0o755)
  return home
}

async function answersTo(person: Person, { id }: Pick<Message, 'id'>): Promise<Message[]> {
  const { messages } = await eventually(
    () => person.api.messages.thread({ params: { id }, query: {} }),
    (thread) => thread.messages.length > 0,
  )
  return messages
}

test('the line on the page wakes a script for a mention, and posts what it prints', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using home = await newHome()
  const url = `${server.url}/mcp/agents/scout`
  await using _line = startLine(home.path, clientSetups({ url, token: scout.token }).script)
  const question = await ana.says('@scout what do you see?')

  expect(await answersTo(ana, question)).toMatchObject([
    { username: 'scout', content: expect.stringContaining('ana: @scout what do you see?') },
  ])
})

test('its version is printed, and a wrong command line is explained', async () => {
  await using server = await startServer()
  await using home = await newHome()
  await using version = startLine(home.path, `${listenCommand(server.url)} --version`)
  expect([await version.closed, version.text()]).toEqual([[0, null], '0.1.0\n'])
  await using wrong = startLine(home.path, `${listenCommand(server.url)} --labelled`)
  expect((await wrong.closed)[0]).toBe(2)
  expect(wrong.text()).toContain('The command is missing: it follows after --')
})

test('it ends with the npx that started it', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using home = await newHome()
  const [command = '', ...args] = listenCommand(server.url).split(' ')
  const all = [...args, '--labelled', '--', './answer.sh']
  await using listener = start(home.path, command, all, scout.token)
  await answersTo(ana, await ana.says('@scout are you there?'))
  listener.signal()
  await listener.closed
})

test('when its npx ends, it ends its command first, also one that ignores that', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using home = await newHome()
  const pidFile = path.join(home.path, 'pid')
  await writeFile(
    path.join(home.path, 'answer.sh'),
    `#!/bin/sh\ntrap '' TERM\necho $$ > ${pidFile}\nsleep 60\n`,
  )
  const [command = '', ...args] = listenCommand(server.url).split(' ')
  await using listener = start(home.path, command, [...args, '--', './answer.sh'], scout.token)
  await ana.says('@scout are you there?')
  const text = await eventually(
    () => readFile(pidFile, 'utf8').catch(() => ''),
    (found) => found.endsWith('\n'),
  )

  listener.signal()
  await listener.closed
  expect(() => process.kill(Number(text), 0)).toThrow('ESRCH')
})

test('installed once, it runs the current program, and says when the instance cannot be reached', async () => {
  await using home = await newHome()
  const prefix = path.join(home.path, 'installed')
  const installed = path.join(prefix, 'bin/flockwork-listen')
  let url: string
  {
    await using server = await startServer({ own: true })
    url = server.url
    const packageUrl = `${url}${LISTEN_PACKAGE_PATH}`
    const options = ['--global', `--prefix=${prefix}`, '--allow-remote=root', '--no-audit', '--no-fund']
    await using npm = start(home.path, 'npm', ['install', ...options, packageUrl])
    expect((await npm.closed)[0]).toBe(0)
    await using version = start(home.path, installed, ['--version'])
    expect([await version.closed, version.text()]).toEqual([[0, null], '0.1.0\n'])
  }

  await using late = start(home.path, installed, ['--version'])
  expect((await late.closed)[0]).toBe(75)
  expect(late.text()).toContain(`${url} can't be reached`)
})
