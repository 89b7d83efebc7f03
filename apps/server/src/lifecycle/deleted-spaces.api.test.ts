/** What the server does by itself leaves a deleted space alone (docs/rules/spaces.md#deleting). */
import { inboxRoutes } from '@flockwork/contract/inbox'
import { expect, test } from 'vitest'
import { startServer, type TestServer } from '../../test/server.ts'
import { openStream } from '../../test/stream.ts'
import { runAdmin } from '../cli/admin-command.ts'
import { runTaskUpkeep, noticeJob } from '../features/tasks/index.ts'
import { runMaintenance } from './maintenance.ts'

const keepUp = async ({ services }: TestServer) => {
  await runMaintenance(services)
  await runTaskUpkeep({ ...services, noticeJob }, services.help.guideId)
}

test('nothing in a deleted space ends by itself; once it is restored, what waits is taken or ends, and its author learns of it', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await bob.registers('scout')
  await bob.api.agents.update({ params: { id: scout.id }, body: { pinned_org_id: spaceId } })
  const young = await ana.says('@scout soon')
  const old = await ana.says('@bob late')
  const claimed = await ana.api.tasks.create({
    body: { title: 'Claimed', agent_id: scout.id },
  })
  const due = await ana.api.tasks.create({
    body: { title: 'Due', deadline: new Date(server.services.clock.now() + 60_000).toISOString() },
  })
  await scout.api.tasks.claim({ params: { id: claimed.id } })
  await ana.api.spaces.delete({ params: { id: spaceId }, body: { name: 'Field Lab' } })
  await server.query(
    `update deliveries set created_at = created_at - interval '8 days' where message_id = $1`,
    [old.id],
  )
  await server.query(`update tasks set worked_at = worked_at - interval '1 day' where id = $1`, [claimed.id])
  const rows = async () => ({
    deliveries: await server.query('select id, state from deliveries order by id'),
    tasks: await server.query('select id, status, claimant_id, version from tasks order by id'),
    events: await server.query('select seq from events where space_id = $1', [spaceId]),
  })
  const before = await rows()
  server.moveClock(120_000)
  await keepUp(server)
  expect(await rows()).toEqual(before)

  await runAdmin(['restore-space', spaceId], { DATABASE_URL: server.databaseUrl })
  await ana.goesTo(spaceId)
  await using stream = await openStream(server.url, { token: ana.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')
  await keepUp(server)

  const { data } = await stream.next(({ event }) => event === 'delivery')
  expect(data).toMatchObject({ message_id: old.id, delivery: { state: 'expired' } })
  const { items } = await scout.api.call(inboxRoutes.list, { query: { state: 'unread' } })
  expect(items.map(({ message }) => message?.id)).toContain(young.id)
  const statusOf = async ({ id }: { id: string }) => (await ana.api.tasks.get({ params: { id } })).status
  expect([await statusOf(claimed), await statusOf(due)]).toEqual(['available', 'expired'])
})
