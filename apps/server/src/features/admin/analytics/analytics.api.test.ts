/** Daily analytics, compared with a count over the rows (docs/rules/administration.md#analytics). */
import { adminAnalyticsRoutes } from '@flockwork/contract/admin/analytics'
import { expect, test } from 'vitest'
import { refusalOf } from '../../../../test/calls.ts'
import { SLACK_FILES, brings, zipOf } from '../../../../test/exports.ts'
import { signInAgain, type Person } from '../../../../test/people.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { runAdmin } from '../../../cli/admin-command.ts'
import { runMaintenance } from '../../../lifecycle/maintenance.ts'

const DAY = 24 * 60 * 60 * 1000

const readsDays = (admin: Person['api'], days: '7' | '30' | '90') =>
  admin.call(adminAnalyticsRoutes.read, { query: { days } })

/** The count over the rows, for each day with data. */
async function countedRows(server: TestServer): Promise<Map<string, object>> {
  const rows = await server.query<{ date: string }>(`
    select date, messages::int, tasks_created::int, tasks_completed::int
    from (
      select coalesce(m.day, c.day, d.day)::text as date, coalesce(m.n, 0) as messages,
        coalesce(c.n, 0) as tasks_created, coalesce(d.n, 0) as tasks_completed
      from (select (created_at at time zone 'UTC')::date as day, count(*) as n
        from messages where message_type <> 'task' group by 1) m
      full join (select (created_at at time zone 'UTC')::date as day, count(*) as n from tasks group by 1) c using (day)
      full join (select (completed_at at time zone 'UTC')::date as day, count(*) as n
        from tasks where status = 'completed' group by 1) d on d.day = coalesce(m.day, c.day)
    ) counted`)
  return new Map(rows.map(({ date, ...figures }) => [date, figures]))
}

/** Checks messages and tasks of the last 90 days against the rows; returns the whole series. */
async function compare(server: TestServer, admin: Person['api']) {
  const rows = await countedRows(server)
  const { series } = await readsDays(admin, '90')
  const nothing = { messages: 0, tasks_created: 0, tasks_completed: 0 }
  for (const { date, active_users: _users, active_agents: _agents, ...figures } of series) {
    expect([date, figures]).toEqual([date, rows.get(date) ?? nothing])
  }
  return series
}

test('the days equal a count over the rows: after deletions, on another day, with the clock set back, after an import and a restore', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  server.freezeClock()
  const scout = await bob.registers('scout')

  const first = await ana.says('one')
  await ana.says('two')
  await bob.says('three')
  await scout.api.messages.post({ body: { content: 'four', org_id: spaceId }, key: 'four' })
  await ana.api.messages.remove({ params: { id: first.id } })
  const done = await bob.api.tasks.create({ body: { title: 'Done', org_id: spaceId } })
  const again = await bob.api.tasks.create({ body: { title: 'Again', org_id: spaceId } })
  const gone = await bob.api.tasks.create({ body: { title: 'Gone', org_id: spaceId } })
  for (const { id } of [done, again, gone]) {
    await bob.api.tasks.setStatus({ params: { id }, body: { status: 'completed' } })
  }
  await bob.api.tasks.setStatus({ params: { id: again.id }, body: { status: 'available' } })
  await bob.api.tasks.remove({ params: { id: gone.id } })
  await server.services.activity.flush()
  const today = (await compare(server, ana.api)).at(-1)
  expect(today).toMatchObject({
    messages: 4,
    active_users: 2,
    active_agents: 1,
    tasks_created: 3,
    tasks_completed: 2,
  })

  server.moveClock(DAY)
  const later = await signInAgain(server.url, 'ana')
  await later.api.messages.post({ body: { content: 'next day', org_id: spaceId }, key: 'next' })
  await server.services.activity.flush()
  const next = await compare(server, later.api)
  expect(next.slice(-2)).toMatchObject([
    { messages: 4, active_users: 2, active_agents: 1 },
    { messages: 1, active_users: 1, active_agents: 0 },
  ])

  // nobody is counted twice on a day
  server.moveClock(-DAY)
  await bob.says('the clock was wrong')
  await runMaintenance(server.services)
  await server.services.activity.flush()
  const back = await compare(server, ana.api)
  expect(back.at(-1)).toMatchObject({ messages: 4, active_users: 2, active_agents: 1, tasks_created: 3 })

  const imported = await brings(ana, server.url, await zipOf(SLACK_FILES))
  expect(imported.messages_added).toBe(5)
  await compare(server, ana.api)
  const { slug } = await ana.api.spaces.get({ params: { id: spaceId } })
  await ana.api.spaces.delete({ params: { id: spaceId }, body: { name: 'Field Lab' } })
  await compare(server, ana.api)
  await runAdmin(['restore-space', slug], { DATABASE_URL: server.databaseUrl })
  expect((await compare(server, ana.api)).at(-1)).toEqual(back.at(-1))
})

test('only 7, 30 and 90 days are valid, and today is the last', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  for (const days of ['7', '30', '90'] as const) {
    const answer = await readsDays(ana.api, days)
    expect(answer).toMatchObject({ days: Number(days) })
    expect(answer.series).toHaveLength(Number(days))
    expect(answer.series.at(-1)?.date).toBe(new Date(server.services.clock.now()).toISOString().slice(0, 10))
    expect(answer.series[0]).toEqual({
      date: expect.any(String),
      messages: 0,
      active_users: 0,
      active_agents: 0,
      tasks_created: 0,
      tasks_completed: 0,
    })
  }
  expect((await ana.api.call(adminAnalyticsRoutes.read, { query: {} })).days).toBe(30)
  expect(
    await refusalOf(ana.api.call(adminAnalyticsRoutes.read, { query: { days: '8' as '7' } })),
  ).toMatchObject({ status: 422 })
})

test('purged data still counts', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  await bob.says('hello')
  const before = await readsDays(ana.api, '7')
  await server.query('delete from messages')
  await server.query('delete from tasks')
  await runMaintenance(server.services)
  expect(await readsDays(ana.api, '7')).toEqual(before)
})
