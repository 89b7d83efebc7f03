/** Refusals that a test can't provoke on the real server, in the shapes of its contract. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { NO_SIGN_OF_READING as wordsOfTheServer } from '../../contract/src/policy/deliveries.ts'
import { handle, NO_SIGN_OF_READING, type Answer } from './answering.ts'
import { createApi } from './api.ts'
import { fixedToken } from './credential.ts'
import { openJournal } from './journal.ts'
import { createQueue } from './queue.ts'
import type { InboxItem } from './types.ts'

interface Said {
  readonly status: number
  readonly body: unknown
}

const POST = 'POST /posts/m-1/reply'
const READ = 'POST /api/inbox/read'
const posted: Said = { status: 201, body: { message: { id: 'r-1' } } }
const item = {
  id: 'd-1',
  reason: 'mention',
  message: { id: 'm-1', short_id: 'm-1', username: 'ana', deleted_at: null },
} as unknown as InboxItem

async function scene(answers: Said[], answer: Answer = () => 'hello') {
  const folder = await mkdtemp(path.join(tmpdir(), 'flockwork-answering-'))
  const calls: string[] = []
  const keys = new Set<unknown>()
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    calls.push(call)
    if (call === POST) keys.add(request.headers['idempotency-key'])
    const { status, body } = answers.shift() ?? { status: 200, body: {} }
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const journal = await openJournal(path.join(folder, 'journal'))
  const said: string[] = []
  const deps = {
    api: createApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, fixedToken('t')),
    journal,
    agent: { id: 'a-1', handle: 'scout' },
    findOwner: async () => 'ana',
    answer,
    attempts: 1,
    signal: new AbortController().signal,
    log: (line: string) => void said.push(line),
  }
  return {
    deps,
    calls,
    keys,
    said,
    journal,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await journal.close()
      await rm(folder, { recursive: true })
    },
  }
}

const refused = (status: number, error: string, more: object = {}): Said => ({
  status,
  body: { error, detail: `no: ${error}`, ...more },
})

test.for([
  { answers: [posted], calls: [POST], isDone: true, says: 'answered', because: 'it was posted' },
  {
    answers: [{ status: 200, body: { message: null, reaction: {} } }],
    calls: [POST, READ],
    isDone: true,
    says: 'answered',
    because: 'a reaction ends no delivery, so it is marked as read',
  },
  {
    answers: [
      refused(429, 'agent_circuit_breaker', { retry_after: 0.01 }),
      refused(503, 'unavailable'),
      posted,
    ],
    calls: [POST, POST, POST],
    isDone: true,
    says: 'answered',
    because: 'what passes is waited for',
  },
  {
    answers: [refused(422, 'idempotency_mismatch')],
    calls: [POST],
    isDone: true,
    says: 'was answered before',
    because: 'another listener was quicker',
  },
  {
    answers: [refused(403, 'agent_disabled')],
    calls: [POST],
    isDone: true,
    says: 'no: agent_disabled',
    because: 'what was addressed to a paused agent is never handed over later',
  },
  {
    answers: [refused(404, 'not_found')],
    calls: [POST],
    isDone: false,
    says: 'out of reach now: no: not_found',
    because: 'an agent that was moved may come back',
  },
  {
    answers: [refused(400, 'guardrail_violation')],
    calls: [POST],
    isDone: false,
    says: 'left unread: no: guardrail_violation',
    because: 'the same text would be refused again, another may not',
  },
])('a reply to $answers.length answers: $because', async ({ answers, calls, isDone, says }) => {
  await using its = await scene([...answers])

  await handle(its.deps, item)

  expect(its.calls).toEqual(calls)
  expect([...its.keys]).toEqual(['flockwork-listen-d-1-1'])
  expect(its.said.at(-1)).toContain(says)
  expect(its.journal.entries.get('d-1')?.isDone ?? false).toBe(isDone)
})

test('an item that was started too often is not started again, and a journalled reply is posted without a new run', async () => {
  let asked = 0
  await using its = await scene([posted], () => `said ${++asked}`)
  await its.journal.append({ id: 'd-1', at: 1, step: 'begun' })
  await handle(its.deps, item)
  expect(its.said).toEqual(['m-1 of @ana: left unread: it was begun and never came to an end (1 of 1)'])
  expect(its.calls).toEqual([])

  await its.journal.append({ id: 'd-1', at: 1, step: 'reply', messageId: 'm-1', parts: ['kept'] })
  await handle(its.deps, item)
  expect([asked, its.calls]).toEqual([0, [POST]])
})

test('a reply for a space that the agent left is posted when its inbox has the message again', async () => {
  let asked = 0
  const inbox: Said = { status: 200, body: { items: [item], next_cursor: null } }
  const empty: Said = { status: 200, body: { items: [], next_cursor: null } }
  await using its = await scene(
    [inbox, refused(404, 'not_found'), empty, inbox, posted],
    () => `said ${++asked}`,
  )
  const queue = createQueue({
    ...its.deps,
    concurrency: 1,
    isDone: (id) => its.journal.entries.get(id)?.isDone === true,
    attend: (one) => handle(its.deps, one),
    onStop: (error) => its.said.push(String(error)),
  })
  const look = async () => {
    queue.refresh()
    await queue.idle()
  }

  await look()
  expect(its.said).toEqual(['m-1 of @ana: out of reach now: no: not_found'])
  await look()
  await look()

  expect(its.said.at(-1)).toBe('m-1 of @ana: answered')
  expect([asked, its.keys.size, its.calls.filter((call) => call === POST).length]).toEqual([1, 1, 2])
})

test("a deleted message isn't answered, and an item of an unknown kind is left alone", async () => {
  await using its = await scene([], () => {
    throw new Error('nobody asked')
  })
  const { message } = item
  await handle(its.deps, { ...item, message: message && { ...message, deleted_at: '2026-01-01T00:00:00Z' } })
  await handle(its.deps, { ...item, id: 'd-2', message: null })

  expect(its.calls).toEqual([READ])
  expect([...its.journal.entries.keys()]).toEqual(['d-1'])
})

test('a task is passed on as a message by its assigner, and answered in its conversation', async () => {
  const handed: unknown[] = []
  await using its = await scene([{ status: 200, body: { items: [] } }, posted], (message, context) => {
    handed.push({ ...message, trust: context.trust, reason: context.reason })
    return 'on it'
  })
  const task = {
    id: 't-1',
    display_id: 'T-12',
    space_id: 's-1',
    title: 'Count the birds',
    description: 'All of them',
    posted_by: { id: 'p-1', username: 'ana', type: 'user' },
    assigned_agent: { id: 'a-1' },
    edited_by: null,
    message_id: 'm-1',
  }
  const by = { id: 'a-2', username: 'bot', type: 'agent', owner: 'bob' }
  const assignment = { id: 'd-1', reason: 'assignment', at: '2026-01-01T00:00:00Z', space_id: 's-1' }

  await handle(its.deps, { ...assignment, message: null, task, by } as unknown as InboxItem)

  expect(handed).toMatchObject([
    {
      id: 'm-1',
      content: 'T-12 Count the birds\nAll of them',
      username: 'bot',
      author_type: 'agent',
      agent_owner: 'bob',
      task: { id: 't-1' },
      trust: 'agent',
      reason: 'assignment',
    },
  ])
  expect(its.calls.at(-1)).toBe(POST)
})

test('a revoked token and a URL that redirects elsewhere end the listener with a clear message', async () => {
  await using its = await scene([refused(401, 'unauthorized'), { status: 302, body: {} }])

  await expect(handle(its.deps, item)).rejects.toMatchObject({
    name: 'FatalError',
    message: expect.stringContaining('The server refuses the credential (no: unauthorized)'),
  })
  await expect(handle(its.deps, item)).rejects.toMatchObject({
    name: 'FatalError',
    message: expect.stringContaining('give that address instead'),
  })
})

test('the log uses the same words as the author sees when there is no sign of reading', async () => {
  const slow = Promise.withResolvers<string>()
  await using its = await scene([posted], () => slow.promise)
  const late = { ...item, notice: NO_SIGN_OF_READING }

  const handled = handle({ ...its.deps, silentAfterMs: 0 }, late)
  await expect.poll(() => its.said).toHaveLength(2)
  slow.resolve('here it is')
  await handled

  expect(its.said).toEqual([
    'm-1 of @ana: its author reads: handed over, no sign of reading',
    'm-1 of @ana: its author reads: handed over, no sign of reading',
    'm-1 of @ana: answered',
  ])
})

test('the wording is the same as the server’s', () => {
  expect(NO_SIGN_OF_READING).toBe(wordsOfTheServer)
})
