/** Old unacknowledged deliveries cost a run and the sweep nothing. */
import { expect, test } from 'vitest'
import { eventually } from '../../../test/calls.ts'
import { startServer } from '../../../test/server.ts'
import { reportStatistics } from '../../../test/statistics.ts'
import { calling, webhookOf } from '../../../test/webhooks.ts'
import * as calls from './calls-repository.ts'
import * as repository from './repository.ts'
import { pruneWebhooks } from './settings.ts'

const LONG_AGO = '2020-01-01'

test('what was delivered before the webhook was set gets no call; undelivered messages get one, however old', async () => {
  await using its = await calling()
  const { server, ana, bob, scout } = its
  const { db, clock } = server.services
  await server.query('update agent_webhooks set held_until = $1', [new Date(clock.now() + 600_000)])
  for (const text of ['given long ago', 'stored long ago', 'given now']) await bob.says(`@scout ${text}`)
  await server.query('delete from webhook_calls')
  const ids = await server.query<{ id: string }>('select id from deliveries order by created_at, id')
  const [givenLongAgo, storedLongAgo, givenNow] = ids.map(({ id }) => id)
  await server.query("update deliveries set state = 'delivered' where id = any($1)", [
    [givenLongAgo, givenNow],
  ])
  await server.query('update deliveries set created_at = $1 where id = any($2)', [
    LONG_AGO,
    [givenLongAgo, storedLongAgo],
  ])
  const now = new Date(clock.now())
  const since = new Date(clock.now() - 60_000)
  expect(await calls.insertCalls(db, scout.id, { now, since, limit: 100 })).toBe(2)
  const { calls: written } = await webhookOf(ana, scout)
  expect(written.map(({ id }) => id)).toEqual([givenNow, storedLongAgo])
})

test('a run does not read the thousands of delivered but unacknowledged messages', async () => {
  await using server = await startServer({ own: true })
  const { db, clock } = server.services
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await bob.says('@scout look')
  await server.query(
    `insert into deliveries (id, space_id, message_id, author_id, recipient_id, root_id, reason, state, seq, at, created_at)
     select gen_random_uuid(), space_id, message_id, author_id, recipient_id, root_id, reason, 'delivered', seq, at, $1
     from deliveries, generate_series(1, 5000)`,
    [LONG_AGO],
  )
  await server.query('vacuum analyze deliveries')
  const rowsRead = async () => {
    await reportStatistics(server)
    const [row] = await server.query<{ count: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_user_tables where relname = 'deliveries'`,
    )
    return row?.count ?? Number.NaN
  }
  const before = await rowsRead()
  const now = new Date(clock.now())
  const since = new Date(clock.now() - 60_000)
  expect(await calls.insertCalls(db, scout.id, { now, since, limit: 100 })).toBe(1)
  expect((await rowsRead()) - before).toBeLessThan(100)
})

test('calls for ended deliveries are pruned in time; unread ones remain pending', async () => {
  await using its = await calling()
  const { server, bob } = its
  await server.query("update agent_webhooks set held_until = now() + interval '1 day'")
  for (const text of ['is over', 'waits']) await bob.says(`@scout ${text}`)
  const [over, unread] = await server.query<{ id: string }>(
    'select id from deliveries order by created_at, id',
  )
  await server.query(
    `insert into webhook_calls (delivery_id, agent_id, space_id, reason, state, due_at, created_at)
     select id, recipient_id, space_id, reason, 'waiting', now(), $1 from deliveries`,
    [LONG_AGO],
  )
  await server.query("update deliveries set state = 'expired' where id = $1", [over?.id])

  await pruneWebhooks(server.services)

  expect(await server.query('select delivery_id from webhook_calls')).toEqual([{ delivery_id: unread?.id }])
})

test('the sweep starts with the longest overdue', async () => {
  await using its = await calling()
  const { server, ana, bob } = its
  const { db, clock } = server.services
  const second = await ana.registers('second')
  await server.query(
    `insert into agent_webhooks (agent_id, url, secret, is_on, on_since, created_at)
     select $1, url, secret, is_on, on_since, created_at from agent_webhooks`,
    [second.id],
  )
  await server.query('update agent_webhooks set is_on = false')
  await bob.says('@scout @second look')
  const overdueFirst = async (agentId: string) => {
    await server.query(
      `update agent_webhooks set is_on = true, lease = null, leased_until = null,
         wakes_at = case when agent_id = $1 then $2::timestamptz else $3::timestamptz end`,
      [agentId, new Date(clock.now() - 60_000), new Date(clock.now() - 1000)],
    )
    return repository.listOverdue(db, new Date(clock.now()), 1)
  }
  await eventually(
    () =>
      server.query(
        "select from pgboss.job where name = 'webhooks' and state in ('created', 'active', 'retry')",
      ),
    (open) => open.length === 0,
  )
  const agents = await server.query<{ id: string }>(
    'select agent_id as id from agent_webhooks order by agent_id',
  )
  for (const { id } of agents) expect(await overdueFirst(id)).toEqual([id])
})
