/** The lock order of task changes: the space's sequence before its task counts. */
import type { Task } from '@flockwork/contract/tasks'
import { expect, test } from 'vitest'
import { lockSequence, untilWaiting } from '../../../../test/locks.ts'
import { startServer } from '../../../../test/server.ts'

const of = ({ id }: Pick<Task, 'id'>) => ({ params: { id } })

test('a change that waits for the sequence of its space holds no lock on the counts, which a new task needs', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const { tasks: api } = ana.api
  const [status, claimed, deleted, assigned] = [
    await api.create({ body: { title: 'Status' } }),
    await api.create({ body: { title: 'Claimed' } }),
    await api.create({ body: { title: 'Deleted' } }),
    await api.create({ body: { title: 'Assigned' } }),
  ]
  await using sequence = await lockSequence(server, spaceId)
  const changes = [
    api.setStatus({ ...of(status), body: { status: 'blocked' } }),
    api.claim(of(claimed)),
    api.remove(of(deleted)),
    api.assign({ ...of(assigned), body: { user_id: ana.profile.id } }),
  ]
  await untilWaiting(server, changes.length)

  expect(await server.query('select 1 from task_counts for update nowait')).not.toEqual([])

  await sequence.release()
  await Promise.all(changes)
  const { by_status: now } = await api.overview()
  expect(now).toMatchObject({ available: 0, blocked: 1, claimed: 1, assigned: 1 })
})
