/** A small page reads few rows, however full the space is. */
import { expect, test } from 'vitest'
import { call } from '../../../../test/calls.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { reportStatistics } from '../../../../test/statistics.ts'

const FILLED = 10_000
/** After five runs of a statement PostgreSQL may plan it for any value. */
const REPEATS = 15

/** The rows of messages read so far. */
async function rowsRead(server: TestServer): Promise<number> {
  await reportStatistics(server)
  const [row] = await server.query<{ read: number }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
     from pg_stat_user_tables where relname = 'messages'`,
  )
  return row?.read ?? 0
}

const NARROWED = [
  ['author=bob', 1],
  ['author=bob&channel=main', 1],
  ['author=bob&author=cleo', 1],
  ['author=cleo', 0],
  ['topic=rare', 1],
  ['topic=none', 0],
  ['mentions_me=true', 1],
  ['channel=dev&channel=testing', 0],
  ['hours=1', 0],
] as const

test('a filter for something rare, or for an unknown or new channel, does not read all messages', async () => {
  await using server = await startServer({ own: true })
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  await bob.says('@cleo see #rare')
  await server.query(
    `insert into messages (space_id, id, seq, author_id, channel, content, message_type, topics, created_at)
     select $1, gen_random_uuid(), 1000 + n, $2, 'main', 'filled ' || n, 'message',
       case when n % 3 = 0 then '{common}'::text[] else '{}' end, now()
     from generate_series(1, $3::int) n`,
    [spaceId, ana.profile.id, FILLED],
  )
  await server.query("update messages set created_at = created_at - interval '2 hours'")
  await server.query('update space_sequences set seq = 100000 where space_id = $1', [spaceId])
  await server.query('analyze')

  const before = await rowsRead(server)

  for (const [filter, found] of NARROWED) {
    for (let round = 0; round < REPEATS; round++) {
      const path = `/auth/messages?org_id=${spaceId}&${filter}`
      const { body } = await call(server.url, 'GET', path, { token: cleo.token() })
      expect([filter, (body as { posts: unknown[] }).posts.length]).toEqual([filter, found])
    }
  }

  for (let round = 0; round < REPEATS; round++) {
    const json = { content: 'lost', channel: 'nowhere', org_id: spaceId }
    const lost = await call(server.url, 'POST', '/auth/messages', { token: cleo.token(), json })
    expect([lost.status, lost.text]).toEqual([422, expect.stringContaining('main, testing, dev')])
    const made = { name: `made-${round}`, org_id: spaceId }
    expect(
      (await call(server.url, 'POST', '/posts/channels', { token: cleo.token(), json: made })).status,
    ).toBe(201)
  }

  // indexing runs meanwhile, and filling may be reported late; a query that read all messages would read them
  // at least ten times
  expect((await rowsRead(server)) - before).toBeLessThan(5 * FILLED)
})

test('listing channels counts only messages since the last list, and stays correct among changes', async () => {
  await using server = await startServer({ own: true })
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const fill = (channel: string, from: number, count: number) =>
    server.query(
      `insert into messages (space_id, id, seq, author_id, channel, content, message_type, is_task, created_at)
       select $1, gen_random_uuid(), $5::int + n, $2, $3, 'filled ' || n, 'message', n % 10 = 0, now()
       from generate_series(1, $4::int) n`,
      [spaceId, ana.profile.id, channel, count, from],
    )
  const counts = async (person = bob) => {
    const { body } = await call(server.url, 'GET', `/posts/channels?org_id=${spaceId}`, {
      token: person.token(),
    })
    const { details } = body as { details: { name: string; post_count: number }[] }
    return Object.fromEntries(details.map(({ name, post_count }) => [name, post_count]))
  }
  await fill('main', 1_000, FILLED)
  await fill('dev', 20_000, 700)
  await server.query('update space_sequences set seq = 100000 where space_id = $1', [spaceId])
  await server.query('analyze')

  // concurrent lists count the same, and save it once
  const known = { main: FILLED * 0.9, dev: 630, testing: 0 }
  expect(await Promise.all([counts(), counts(ana), counts()])).toEqual([known, known, known])
  for (let round = 0; round < REPEATS; round++) expect(await counts()).toEqual(known)
  // those three read everything, the others only what is new
  expect(await rowsRead(server)).toBeLessThan(5 * FILLED)

  await bob.says('one more')
  await call(server.url, 'PATCH', `/posts/channels/dev?org_id=${spaceId}`, {
    token: ana.token(),
    json: { name: 'code', org_id: spaceId },
  })
  expect(await counts()).toEqual({ main: FILLED * 0.9 + 1, code: 630, testing: 0 })
})
