/** What a change of an old message reads while its space waits, however much happened since. */
import { expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { reportStatistics } from '../../../../test/statistics.ts'

const LATER = 20_000
/** After five runs of a statement PostgreSQL may plan it for any value. */
const REPEATS = 15

async function eventsRead(server: TestServer): Promise<number> {
  await reportStatistics(server)
  const [row] = await server.query<{ read: number }>(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
     from pg_stat_user_tables where relname = 'events'`,
  )
  return row?.read ?? 0
}

test('deleting an old message reads the events about it and its replies, not all that came since', async () => {
  await using server = await startServer({ own: true })
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const old = []
  for (let nth = 0; nth < 2 * REPEATS; nth++) {
    const message = await ana.says(`@bob ${nth}`)
    await bob.replies(message, 'yes')
    old.push(message)
  }
  await server.query(
    `insert into events (space_id, seq, name, payload, message_id, created_at)
     select $1, 100000 + n, 'message', '{"action":"created","message":{}}', gen_random_uuid(), now()
     from generate_series(1, $2::int) n`,
    [spaceId, LATER],
  )
  await server.query('update space_sequences set seq = 200000 where space_id = $1', [spaceId])
  await server.query('analyze')
  const readBy: number[] = []
  for (const half of [old.slice(0, REPEATS), old.slice(REPEATS)]) {
    const before = await eventsRead(server)
    for (const { id } of half) await ana.api.messages.remove({ params: { id }, query: {} })
    readBy.push((await eventsRead(server)) - before)
  }

  // the nodes read the later events, too, but only once
  expect(Math.min(...readBy)).toBeLessThan(LATER / 10)
  const texts = await server.query<{ payload: string }>(
    `select payload from events where message_id = any($1) or name = 'message' and payload like '%"yes"%'`,
    [old.map(({ id }) => id)],
  )
  expect(texts.length).toBeGreaterThanOrEqual(8 * REPEATS)
  for (const { payload } of texts) expect(payload).not.toMatch(/@bob \d/)
})
