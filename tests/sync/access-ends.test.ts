/**
 * What an administrator's action ends on another process (docs/rules/accounts.md#revocation). Two processes on one
 * database; the tests assert the order of events, and print durations.
 */
import { performance } from 'node:perf_hooks'
import { adminPeopleRoutes } from '@flockwork/contract/admin/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../apps/server/test/calls.ts'
import { newDatabase, type TestDatabase } from '../../apps/server/test/databases.ts'
import { connectAgent } from '../../apps/server/test/mcp.ts'
import { createPeople, type Person, type TestAgent } from '../../apps/server/test/people.ts'
import { openStream } from '../../apps/server/test/stream.ts'
import { startProcess, type ServerProcess } from './server-process.ts'

let database: TestDatabase
let here: ServerProcess
let there: ServerProcess

beforeAll(async () => {
  database = await newDatabase()
  const env = {
    DATABASE_URL: database.url,
    FLOCKWORK_ENV: 'production',
    LOG_LEVEL: 'silent',
    CLIENT_ID_DOCUMENTS: 'on',
  }
  const said: string[] = []
  here = await startProcess(env, said)
  there = await startProcess(env, said)
})

afterAll(() => {
  for (const { process } of [here, there]) process.kill('SIGKILL')
  database.dropSoon()
})

/** Calls sequentially until one is rejected; resolves with its status, and how many succeeded before. */
async function untilRefused(token: string, path: string): Promise<{ status: number; answered: number }> {
  for (let answered = 0; ; answered++) {
    const { status } = await call(there.url, 'GET', path, { token })
    if (status !== 200) return { status, answered }
  }
}

interface Ends {
  readonly streams: Promise<unknown>
  readonly wait: Promise<unknown>
  readonly calls: Promise<{ status: number; answered: number }>
}

/** An agent's calls at the other process; all are in flight when this resolves. */
async function busy({ token }: TestAgent): Promise<Ends & AsyncDisposable> {
  const stream = await openStream(there.url, { token })
  await stream.next(({ event }) => event === 'bootstrap')
  const agent = await connectAgent(there.url, token)
  const waiting = agent.waits({ timeout: 60 })
  await waiting.isWaiting
  return {
    streams: stream.ended,
    wait: waiting.answer.then(
      () => {},
      () => {},
    ),
    calls: untilRefused(token, '/api/inbox'),
    async [Symbol.asyncDispose]() {
      stream.close()
      await agent[Symbol.asyncDispose]()
    },
  }
}

async function timed(what: string, act: () => Promise<unknown>, ends: Record<string, Promise<unknown>>) {
  const log: string[] = []
  const start = performance.now()
  const took = new Map<string, number>()
  const note = (name: string) => () => {
    log.push(name)
    took.set(name, Math.round(performance.now() - start))
  }
  const ending = Object.entries(ends).map(([name, end]) => end.then(note(name)))
  // nothing ends without the action
  await call(there.url, 'GET', '/healthz')
  expect(log).toEqual([])
  await act()
  note('answered')()
  await Promise.all(ending)
  console.log(`${what}: ${[...took].map(([name, ms]) => `${name} ${ms} ms`).join(', ')}`)
}

async function withPeople(): Promise<{ root: Person; ana: Person; scout: TestAgent }> {
  const people = createPeople(here.url)
  const root = await people.signUp('root')
  const { ana } = await people.peopleInOneSpace('ana')
  return { root, ana, scout: await ana.registers('scout') }
}

test('pausing an agent, and deactivating a person, end their streams, waits and calls at the other process', async () => {
  const { root, ana, scout } = await withPeople()
  const paused = { params: { id: scout.id }, body: { disabled: true } }
  {
    await using agent = await busy(scout)
    await timed('A paused agent', () => root.api.agents.updateControl(paused), {
      stream: agent.streams,
      wait: agent.wait,
      calls: agent.calls,
    })
    expect((await agent.calls).status).toBe(403)
  }
  await root.api.agents.updateControl({ ...paused, body: { disabled: false } })

  await using agent = await busy(scout)
  await using stream = await openStream(there.url, { token: ana.token(), spaceId: ana.spaceId() })
  await stream.next(({ event }) => event === 'bootstrap')
  // cached at the other process for five seconds, unless it is notified of the change
  const session = untilRefused(ana.token(), '/auth/me')
  await timed(
    'A deactivated person',
    () =>
      root.api.call(adminPeopleRoutes.setStatus, {
        params: { id: ana.profile.id },
        body: { is_active: false },
      }),
    {
      stream: stream.ended,
      calls: session,
      'stream of the agent': agent.streams,
      'wait of the agent': agent.wait,
      'calls of the agent': agent.calls,
    },
  )
  expect([(await session).status, (await agent.calls).status]).toEqual([401, 403])
  // and stay rejected
  expect((await call(there.url, 'GET', '/auth/me', { token: ana.token() })).status).toBe(401)
  expect((await openStream(there.url, { token: scout.token })).status).toBe(403)
})
