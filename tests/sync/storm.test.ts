/** Many writers, and many readers whose connections fail: everyone receives everything, once and in order. */
import { expect, test } from 'vitest'
import { call } from '../../apps/server/test/calls.ts'
import { startPair, startServer, type TestServer } from '../../apps/server/test/server.ts'
import { seeded, startReader } from './readers.ts'

const MESSAGES = 2000
const WRITERS = 20
const READERS = 50

async function storm(servers: readonly TestServer[], first: TestServer): Promise<void> {
  const { ana, bob, spaceId } = await first.peopleInOneSpace('ana', 'bob')
  const random = seeded(7)
  const anyServer = () => servers[random(servers.length)]?.url ?? first.url

  const readers = Array.from({ length: READERS }, (_, index) =>
    startReader({
      address: async () => anyServer(),
      token: (index % 2 === 0 ? ana : bob).token(),
      spaceId,
      eventsToCut: () => 1 + random(400),
    }),
  )
  await Promise.all(readers.map(({ started }) => started))
  const writing = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let index = 0; index < MESSAGES / WRITERS; index++) {
      const { status, text } = await call(anyServer(), 'POST', '/auth/messages', {
        token: (writer % 2 === 0 ? ana : bob).token(),
        key: `${writer}-${index}`,
        json: { content: `${writer}-${index}${index % 10 === 0 ? ' @ana @bob' : ''}`, org_id: spaceId },
      })
      expect([status, status === 201 ? '' : text]).toEqual([201, ''])
    }
  })

  try {
    await Promise.all(writing)
    await Promise.all(readers.map((reader) => reader.receives(MESSAGES)))
  } finally {
    for (const reader of readers) reader.stop()
  }

  const stored = await first.query<{ content: string }>(
    'select content from messages where space_id = $1 order by seq',
    [spaceId],
  )
  const expected = stored.map(({ content }) => content)
  expect(new Set(expected).size).toBe(MESSAGES)
  for (const reader of readers) {
    expect(reader.resets).toBe(0)
    expect(reader.received).toEqual(expected)
    expect(reader.connections).toBeGreaterThan(1)
  }
}

test('2,000 messages of 20 writers reach 50 readers that are disconnected and resume, each once and in order', async () => {
  await using server = await startServer()
  await storm([server], server)
})

test('the same with two servers on one database, each reader resuming on either', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  await storm([server, twin], server)
})
