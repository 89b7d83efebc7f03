/** Replays of tasks that were changed or deleted since (docs/rules/realtime.md#replays). */
import { expect, test } from 'vitest'
import { startServer } from '../../../../test/server.ts'
import { reportStatistics } from '../../../../test/statistics.ts'
import { openStream } from '../../../../test/stream.ts'

test('a replay from memory or the table shows no text that was removed', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  // so that this server has the following events in memory, and its twin reads the table
  await using watching = await openStream(server.url, { token: bob.token(), spaceId })
  const bootstrap = await watching.next(({ event }) => event === 'bootstrap')
  const changed = await ana.api.tasks.create({ body: { title: 'Rotate', description: 'the key hunter2' } })
  const deleted = await ana.api.tasks.create({
    body: { title: 'Secret plan', description: 'hunter3', requirements: { skills: ['spying'] } },
  })
  await bob.api.tasks.claim({ params: { id: changed.id } })
  await ana.api.tasks.update({ params: { id: changed.id }, body: { description: 'the key' } })
  await ana.api.tasks.remove({ params: { id: deleted.id } })
  await watching.next(({ event, data }) => event === 'task_update' && data['action'] === 'deleted')

  for (const { url } of [server, twin]) {
    await using resumed = await openStream(url, {
      token: bob.token(),
      spaceId,
      lastEventId: bootstrap.id ?? '',
    })
    await resumed.next(({ event, data }) => event === 'task_update' && data['action'] === 'deleted')
    const replayed = resumed.events.filter(({ event }) => event === 'task_update')
    expect(replayed.map(({ data }) => data['action'])).toEqual([
      'created',
      'created',
      'claimed',
      'updated',
      'deleted',
    ])
    expect(JSON.stringify(resumed.events)).not.toMatch(/hunter|Secret plan|spying/)
    expect(replayed[0]?.data['task']).toMatchObject({
      status: 'available',
      title: 'Rotate',
      description: 'the key',
    })
  }
})

test('a task changed thousands of times costs no more to change, and a replay shows its current form', async () => {
  await using server = await startServer({ own: true })
  await using twin = await server.startTwin()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const task = await ana.api.tasks.create({ body: { title: 'Rotate', description: 'the key hunter2' } })
  await using watching = await openStream(server.url, { token: bob.token(), spaceId })
  const bootstrap = await watching.next(({ event }) => event === 'bootstrap')
  const edit = (description: string) =>
    ana.api.tasks.update({ params: { id: task.id }, body: { description } })
  await edit('hunter3')
  await server.query(
    `insert into events (space_id, seq, name, payload, audience, recipients, message_id, created_at)
     select space_id, seq + n, name, payload, audience, recipients, message_id, created_at
     from (select * from events where name = 'task_update' order by seq desc limit 1) last, generate_series(1, 3000) n`,
  )
  await server.query('update space_sequences set seq = seq + 3000 where space_id = $1', [spaceId])
  await edit('hunter4')
  const rowsChanged = async () => {
    await reportStatistics(server)
    const [row] = await server.query<{ count: number }>(
      "select n_tup_upd::int as count from pg_stat_user_tables where relname = 'events'",
    )
    return row?.count ?? Number.NaN
  }
  const before = await rowsChanged()

  await edit('the key')

  expect((await rowsChanged()) - before).toBeLessThan(250)
  await using resumed = await openStream(twin.url, {
    token: bob.token(),
    spaceId,
    lastEventId: bootstrap.id ?? '',
  })
  const last = await ana.says('done')
  await resumed.next(({ event, data }) => event === 'message' && data['action'] === 'created')
  const replayed = resumed.events.filter(({ event }) => event === 'task_update')
  expect(replayed.length).toBeLessThan(250)
  expect(replayed.at(-1)?.data['task']).toMatchObject({ description: 'the key' })
  expect(JSON.stringify(resumed.events)).not.toContain('hunter')
  expect(last.content).toBe('done')
})
