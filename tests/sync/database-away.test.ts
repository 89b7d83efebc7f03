/** The database is down or frozen: errors within 10 s, and the server recovers automatically. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callOnce, eventually, type Answer } from '../../apps/server/test/calls.ts'
import { startOn, startServer, type TestServer } from '../../apps/server/test/server.ts'
import { openStream } from '../../apps/server/test/stream.ts'
import { throwawayFolder } from '../../apps/server/test/throwaway-folder.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { startDatabase } from '../../apps/server/src/platform/embedded-postgres/index.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'

const WITHIN_MS = 10_000

/** A server with its own PostgreSQL, which can be frozen without affecting other tests. */
async function startFreezable() {
  const folder = await throwawayFolder()
  const postgres = await startDatabase({ dataDir: folder.path, log: () => {} })
  const database = openDatabase(postgres.url, () => {})
  await migrate(database)
  await database.close()
  const server = await startOn(postgres.url)
  let frozen: number[] = []
  const thaw = () => {
    for (const pid of frozen) signal(pid, 'SIGCONT')
    frozen = []
  }
  return {
    server,
    freeze() {
      signal(postgres.pid, 'SIGSTOP')
      frozen = [postgres.pid, ...childrenOf(postgres.pid)]
      for (const pid of frozen) signal(pid, 'SIGSTOP')
    },
    thaw,
    async [Symbol.asyncDispose]() {
      thaw()
      await server[Symbol.asyncDispose]()
      await postgres.stop()
      await folder.remove()
    },
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // it ended meanwhile
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}

async function timed(answer: Promise<Answer>): Promise<Answer & { ms: number }> {
  const from = performance.now()
  const answered = await answer
  return { ...answered, ms: performance.now() - from }
}

const post = (server: TestServer, token: string, key: string, content = key) =>
  timed(callOnce(server.url, 'POST', '/auth/messages', { token, key, json: { content } }))

function expectAway(answers: readonly (Answer & { ms: number })[]): void {
  for (const { status, headers, body, ms } of answers) {
    expect([status, Math.round(ms) < WITHIN_MS ? 'in time' : `${Math.round(ms)} ms`]).toEqual([
      503,
      'in time',
    ])
    expect(headers.get('retry-after')).not.toBeNull()
    expect(body).toMatchObject({ error: 'unavailable', detail: expect.any(String) })
  }
}

test.runIf(process.platform === 'linux')(
  'frozen: every call fails within 10 s, and afterwards everything works as before',
  async () => {
    await using freezable = await startFreezable()
    const { server } = freezable
    const ana = await server.signUp('ana')
    await using stream = await openStream(server.url, { token: ana.token() })
    await stream.next(({ event }) => event === 'bootstrap')
    const token = ana.token()
    freezable.freeze()

    const keys = Array.from({ length: 4 }, () => randomUUID())
    const [first = '', second = '', third = '', fourth = ''] = keys
    // the second arrives while the first is in flight, the third after that was rejected
    const refused = [post(server, token, first)]
    await callOnce(server.url, 'GET', '/healthz')
    refused.push(post(server, token, second))
    refused.push(refused[0]?.then(() => post(server, token, third)) ?? post(server, token, third))
    refused.push(timed(callOnce(server.url, 'GET', '/auth/messages', { token })))
    refused.push(
      timed(
        callOnce(server.url, 'POST', '/api/organizations/create', { token, json: { name: 'x' }, key: 'c' }),
      ),
    )
    refused.push(
      timed(callOnce(server.url, 'POST', '/auth/login', { json: { email: 'ana', password: 'x' } })),
    )
    const ready = timed(callOnce(server.url, 'GET', '/readyz'))
    expectAway(await Promise.all(refused))
    const { status, ms } = await ready
    expect([status, ms < WITHIN_MS]).toEqual([503, true])
    expect((await callOnce(server.url, 'GET', '/healthz')).status).toBe(200)

    freezable.thaw()
    await eventually(
      () => callOnce(server.url, 'GET', '/readyz'),
      (answer) => answer.status === 200,
    )
    await eventually(
      () => post(server, token, fourth),
      (answer) => answer.status === 201,
    )
    for (const key of keys) {
      await eventually(
        () => post(server, token, key),
        (answer) => answer.status === 201,
      )
    }
    const { body } = await callOnce(server.url, 'GET', '/auth/messages', { token })
    const contents = (body as { posts: { content: string }[] }).posts.map(({ content }) => content)
    expect(contents.toSorted()).toEqual(keys.toSorted())
    await eventually(
      async () => stream.events.filter(({ event }) => event === 'message').length,
      (heard) => heard === keys.length,
    )
    // only one connection listens, not those that were abandoned too: each message arrives at once, by one notification
    const received: string[] = []
    server.services.bus.subscribe('session_ended', ({ sessionId }) => received.push(sessionId))
    for (const sessionId of ['first', 'second', 'third']) {
      await server.services.bus.publish({ kind: 'session_ended', sessionId })
      await eventually(
        async () => received.filter((id) => id === sessionId).length,
        (times) => times >= 2,
      )
    }
    expect(received.filter((id) => id === 'first')).toHaveLength(2)
  },
)

test('every connection is cut repeatedly under load: no post is lost, none is stored twice', async () => {
  await using server = await startServer({ own: true })
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')
  let isOver = false
  const cutting = (async () => {
    while (!isOver) {
      await server
        .query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
        .catch(() => {})
      const seen = stream.events.length
      await eventually(async () => isOver || stream.events.length > seen + 5, Boolean, 3000).catch(() => {})
    }
  })()

  const keys = Array.from({ length: 120 }, (_, index) => `key-${index}`)
  const queue = [...keys]
  const statuses = new Set<number>()
  const writer = async () => {
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      const ofKey = key
      await eventually(
        async () => {
          const { status } = await callOnce(server.url, 'POST', '/auth/messages', {
            token: ana.token(),
            key: ofKey,
            json: { content: ofKey, org_id: spaceId },
          })
          statuses.add(status)
          return status
        },
        (status) => status === 201,
      )
    }
  }
  await Promise.all(Array.from({ length: 6 }, writer))
  isOver = true
  await cutting

  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
  const heard = () =>
    stream.events
      .filter(({ event }) => event === 'message')
      .map(({ data }) => (data['message'] as { content: string }).content)
  await eventually(
    async () => heard().length,
    (count) => count >= keys.length,
  )
  expect(heard().toSorted()).toEqual(keys.toSorted())
  const stored = await server.query<{ content: string }>('select content from messages')
  expect(stored.map(({ content }) => content).toSorted()).toEqual(keys.toSorted())
})
