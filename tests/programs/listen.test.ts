/** The listener as users start it: with the real npx from a running instance, without a registry. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { clientSetups, listenCommand } from '@flockwork/contract/clients/setups'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../apps/server/test/calls.ts'
import { startServer } from '../../apps/server/test/server.ts'
import { npxEnvironment } from './npx.ts'

const ROOT = path.join(import.meta.dirname, '../..')

beforeAll(async () => {
  // starting an instance builds the same
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build'], { cwd: path.join(ROOT, 'packages/listen') })
})

/** Runs a line in a shell of its own, in an empty home folder. */
function startLine(home: string, line: string) {
  const child = spawn('sh', ['-c', line], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: npxEnvironment(home),
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  }
  const closed = once(child, 'close') as Promise<[number | null]>
  return {
    text: () => text,
    closed,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await closed
    },
  }
}

const newHome = () => mkdtempDisposable(path.join(tmpdir(), 'flockwork-listen-'))

test('the line on the page wakes a script for a mention, and posts what it prints', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using home = await newHome()
  const script = path.join(home.path, 'answer.sh')
  await writeFile(script, '#!/bin/sh\necho "You wrote:"\ngrep "ana:"\n')
  await chmod(script, 0o755)

  const url = `${server.url}/mcp/agents/scout`
  await using line = startLine(home.path, clientSetups({ url, token: scout.token }).script)
  const question = await ana.says('@scout what do you see?')
  const { messages } = await eventually(
    () => ana.api.messages.thread({ params: { id: question.id }, query: {} }),
    (thread) => thread.messages.length > 0,
  ).catch((error: unknown) => {
    throw new Error(line.text(), { cause: error })
  })

  expect(messages).toMatchObject([
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
