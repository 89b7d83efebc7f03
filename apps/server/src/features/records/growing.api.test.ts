/** Downloads of a record that is still being written (docs/rules/records.md#export). */
import { get, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { expect, test } from 'vitest'
import { call, eventually } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { readRecord } from './format/reader.ts'

const pathOf = (spaceId: string) => `/api/organizations/${spaceId}/export`

interface Download {
  readonly answer: IncomingMessage
  /** What was received so far. */
  text(): string
  /** Whether it was complete; false if it was aborted. */
  readonly ended: Promise<boolean>
  cutOff(): void
}

function begin(server: TestServer, person: Person, spaceId: string, headers = {}): Promise<Download> {
  return new Promise((resolve, reject) => {
    const options = { headers: { authorization: `Bearer ${person.token()}`, ...headers }, agent: false }
    const request = get(server.url + pathOf(spaceId), options, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('error', () => {})
      const ended = new Promise<boolean>((end) => answer.on('close', () => end(answer.complete)))
      resolve({
        answer,
        text: () => Buffer.concat(pieces).toString(),
        ended,
        cutOff: () => void answer.destroy(),
      })
    })
    request.on('error', reject)
  })
}

/** Pauses every export after its accounts, until disposed. */
async function holdBack(server: TestServer) {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('lock table agent_teams in access exclusive mode')
  let isHeld = true
  const release = async () => {
    if (!isHeld) return
    isHeld = false
    await client.query('rollback')
    await client.end()
  }
  return { release, [Symbol.asyncDispose]: release }
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const hasBegun = (text: string) => text.includes('"kind":"account"')

test('a record is sent while it grows, to everyone who requests it, and an interrupted download resumes', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await ana.api.spaces.changeRole({
    params: { id: spaceId, user_id: bob.profile.id },
    body: { role: 'admin' },
  })
  await bob.says('A first message')
  await using held = await holdBack(server)

  const first = await begin(server, ana, spaceId)
  const second = await begin(server, bob, spaceId)
  await eventually(async () => first.text(), hasBegun)
  await eventually(async () => second.text(), hasBegun)
  const etag = first.answer.headers.etag ?? ''
  expect(second.answer.headers.etag).toBe(etag)
  expect(first.answer.headers['content-length']).toBeUndefined()
  expect(first.text()).not.toContain('"kind":"end"')

  first.cutOff()
  const came = first.text()
  const rest = begin(server, ana, spaceId, { range: `bytes=${Buffer.byteLength(came)}-`, 'if-range': etag })
  await held.release()
  const resumed = await rest
  expect([await second.ended, await resumed.ended]).toEqual([true, true])
  expect(resumed.answer.statusCode).toBe(206)
  expect(came + resumed.text()).toBe(second.text())
  expect((await readRecord(bytes(second.text()))).counts.messages).toBe(1)
})

test.for([
  {
    who: 'is no longer an admin',
    end: (_server: TestServer, ana: Person, bob: Person, spaceId: string) =>
      ana.api.spaces.changeRole({
        params: { id: spaceId, user_id: bob.profile.id },
        body: { role: 'member' },
      }),
  },
  {
    who: 'is deactivated',
    end: (server: TestServer, ana: Person, bob: Person) =>
      call(server.url, 'PATCH', `/api/admin/users/${bob.profile.id}/status`, {
        token: ana.token(),
        json: { is_active: false },
      }),
  },
  {
    who: 'signs out',
    end: (server: TestServer, _ana: Person, bob: Person) =>
      call(server.url, 'POST', '/auth/logout', { token: bob.token() }),
  },
])(
  'the download of an admin who $who is aborted, and what was received does not look complete',
  async ({ end }) => {
    await using server = await startServer()
    const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
    await ana.api.spaces.changeRole({
      params: { id: spaceId, user_id: bob.profile.id },
      body: { role: 'admin' },
    })
    await bob.says('A first message')
    await using held = await holdBack(server)
    const theirs = await begin(server, bob, spaceId)
    const mine = await begin(server, ana, spaceId)
    await eventually(async () => theirs.text(), hasBegun)

    await end(server, ana, bob, spaceId)
    server.moveClock(2000)
    await held.release()

    expect([await theirs.ended, await mine.ended]).toEqual([false, true])
    await expect(readRecord(bytes(theirs.text()))).rejects.toThrow('the file ends')
  },
)
