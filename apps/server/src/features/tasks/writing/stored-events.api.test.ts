/** What a replay shows of tasks that were changed or deleted since (docs/rules/realtime.md#replays). */
import { expect, test } from 'vitest'
import { startServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'

test('a replay shows no text that was taken back, from memory or table', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  // so that this server has what follows in memory, and its twin reads the table
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
