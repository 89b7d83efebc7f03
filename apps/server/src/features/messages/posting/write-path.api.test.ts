/** Storing posts never scans a table sequentially, however full it is. */
import { expect, test } from 'vitest'
import { call, eventually } from '../../../../test/calls.ts'
import type { Person } from '../../../../test/people.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { reportStatistics } from '../../../../test/statistics.ts'

const WATCHED = ['messages', 'deliveries', 'idempotency', 'events', 'reply_counts', 'space_sequences']
const FILLED = 5000

async function scansOf(server: TestServer): Promise<Record<string, number>> {
  const rows = await server.query<{ relname: string; seq_scan: number }>(
    'select relname, seq_scan from pg_stat_user_tables where relname = any($1)',
    [WATCHED],
  )
  return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, seq_scan]))
}

const REPORTED_WITHIN_MS = 20_000
/** PostgreSQL reports a connection's statistics with its next statement, once a second, or after 10 s of idling. */
const REPORTS_EVERY_MS = 1000

/** The scans until this many messages were written: a connection reports scans and rows together. */
async function scansAfter(
  server: TestServer,
  messages: number,
  who: Person,
): Promise<Record<string, number>> {
  const written = async () => {
    await new Promise((resolve) => void setTimeout(resolve, REPORTS_EVERY_MS))
    await who.says('meanwhile')
    const [row] = await server.query<{ n: number }>(
      `select n_tup_ins as n from pg_stat_user_tables where relname = 'messages'`,
    )
    return row?.n ?? 0
  }
  await eventually(written, (count) => count >= messages, REPORTED_WITHIN_MS)
  await reportStatistics(server)
  return scansOf(server)
}

test('two hundred posts, replies and mentions in a full database scan no table sequentially', async () => {
  await using server = await startServer({ own: true })
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await server.query(
    `with filled as (
       insert into messages (space_id, id, seq, author_id, channel, content, message_type, created_at)
       select $1, gen_random_uuid(), 1000000 + n, $2, 'main', 'filled ' || n, 'message', now()
       from generate_series(1, $4::int) n returning space_id, id, seq
     ), addressed as (
       insert into deliveries (id, space_id, message_id, author_id, recipient_id, root_id, reason, state, seq, at, created_at)
       select gen_random_uuid(), space_id, id, $2, $3, id, 'mention', 'stored', seq, now(), now() from filled
     )
     insert into idempotency (caller_id, key, body_hash, space_id, message_id, seq, created_at)
     select $2, 'filled-' || seq, 'x', space_id, id, seq, now() from filled`,
    [spaceId, ana.profile.id, bob.profile.id, FILLED],
  )
  await server.query('update space_sequences set seq = 2000000 where space_id = $1', [spaceId])
  await server.query('analyze')
  const root = await ana.says('root')
  const before = await scansAfter(server, FILLED + 1, ana)

  for (let round = 0; round < 10; round++) {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call(server.url, 'POST', '/auth/messages', {
          token: (index % 2 === 0 ? ana : bob).token(),
          key: `${round}-${index}`,
          json: {
            content: `@bob @ana ${round} ${index}`,
            org_id: spaceId,
            ...(index % 4 === 0 && { parent_id: root.id }),
          },
        }),
      ),
    )
  }
  await server.services.receipts.flush()

  const after = await scansAfter(server, FILLED + 201, ana)
  // space_sequences has one row per space: scanning it is right while it is this small
  for (const table of WATCHED.filter((name) => name !== 'space_sequences')) {
    expect([table, after[table]]).toEqual([table, before[table]])
  }
  const [count] = await server.query<{ count: number }>(
    "select count(*) from messages where content <> 'meanwhile'",
  )
  expect(count?.count).toBe(FILLED + 201)
})
