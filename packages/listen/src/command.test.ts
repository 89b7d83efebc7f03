import { afterEach, expect, test, vi } from 'vitest'
import type { Context } from './answering.ts'
import { commandAnswer, type Input } from './command.ts'
import type { Message } from './types.ts'

const message = {
  id: 'm-1',
  content: 'hello <there> $HOME',
  username: 'ana',
  author_type: 'user',
  channel: 'main',
  space_id: 's-1',
  short_id: 'm-1',
  parent_id: null,
  uploaded_at: '2026-01-01T14:02:00.000Z',
  thread_root_id: null,
} as unknown as Message

const PRINT = 'process.stdin.pipe(process.stdout)'

function runCommand(
  script: string,
  {
    input = 'json',
    timeoutMs = 30_000,
    signal = new AbortController().signal,
  }: { input?: Input; timeoutMs?: number; signal?: AbortSignal } = {},
) {
  const line: [string, ...string[]] = [process.execPath, '-e', script]
  const agent = { id: 'a-1', handle: 'scout' }
  const context: Context = {
    agent,
    owner: 'ana',
    trust: 'owner',
    deliveryId: 'd-1',
    reason: 'mention',
    attempt: 1,
    signal,
  }
  return Promise.resolve(commandAnswer({ line, url: 'http://x', input, timeoutMs })(message, context))
}

afterEach(() => vi.unstubAllEnvs())

test('the message comes on stdin and in variables, and the token stays with the listener', async () => {
  vi.stubEnv('FLOCKWORK_TOKEN', 'secret')
  expect(await runCommand(PRINT, { input: 'text' })).toBe(message.content)
  expect(JSON.parse((await runCommand(PRINT)) as string)).toEqual({
    ...message,
    delivery: { id: 'd-1', reason: 'mention', attempt: 1 },
    agent: { id: 'a-1', handle: 'scout' },
    trust: 'owner',
  })
  expect(await runCommand(PRINT, { input: 'labelled' })).toContain(
    '• ana: hello <there> $HOME [id:m-1]\n  from: person, your owner · #main · 14:02 UTC · trust: owner\n',
  )
  const names = `Object.entries(process.env).filter(([name]) => name.startsWith('FLOCKWORK_')).sort()`
  expect(JSON.parse((await runCommand(`console.log(JSON.stringify(${names}))`)) as string)).toEqual([
    ['FLOCKWORK_AGENT', 'scout'],
    ['FLOCKWORK_ATTEMPT', '1'],
    ['FLOCKWORK_CHANNEL', 'main'],
    ['FLOCKWORK_DELIVERY_ID', 'd-1'],
    ['FLOCKWORK_MESSAGE_ID', 'm-1'],
    ['FLOCKWORK_REASON', 'mention'],
    ['FLOCKWORK_SENDER', 'ana'],
    ['FLOCKWORK_SENDER_TYPE', 'user'],
    ['FLOCKWORK_SPACE_ID', 's-1'],
    ['FLOCKWORK_THREAD_ID', 'm-1'],
    ['FLOCKWORK_TRUST', 'owner'],
    ['FLOCKWORK_URL', 'http://x'],
  ])
})

test('each failure of a command is described', async () => {
  await expect(runCommand('process.exit(3)')).rejects.toThrow('ended with exit code 3')
  await expect(runCommand('process.kill(process.pid, "SIGKILL")')).rejects.toThrow('SIGKILL')
  await expect(runCommand('process.stdout.write("x".repeat(2 ** 21))')).rejects.toThrow('printed more than')
  await expect(runCommand('setInterval(() => {}, 1e6)', { timeoutMs: 50 })).rejects.toThrow(
    'longer than 0.05 s',
  )
  await expect(runCommand(PRINT, { signal: AbortSignal.abort() })).rejects.toThrow('shutting down')
  const gone = commandAnswer({ line: ['/no/such'], url: 'http://x', input: 'text', timeoutMs: 1000 })
  const agent = { id: 'a', handle: 'a' }
  const context = {
    agent,
    owner: null,
    trust: 'member',
    deliveryId: 'd',
    reason: 'reply',
    attempt: 1,
  } as const
  const asking = Promise.resolve(gone(message, { ...context, signal: new AbortController().signal }))
  await expect(asking).rejects.toMatchObject({
    name: 'FatalError',
    message: expect.stringContaining('/no/such'),
  })
})
