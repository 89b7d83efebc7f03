/** A message doesn't show for ever as waiting if nothing is left to end its wait. */
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/calls.ts'
import { connectAgent } from '../../../../test/mcp.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'
import { executorOf } from '../../../platform/jobs.ts'

const pendingEnds = ({ query }: TestServer) =>
  query<{ data: object; seconds: number }>(
    `select data, extract(epoch from start_after - created_on)::int as seconds from pgboss.job
     where name = 'wait-ends' and state = 'created'`,
  )

/** As if five minutes had passed in the job queue, whose clock can't be moved. */
async function letWaitsEnd(server: TestServer): Promise<void> {
  const { db, messages } = server.services
  const due = (await pendingEnds(server)).map(({ data }) => ({ queue: 'wait-ends', data }))
  await db.transaction().execute((tx) => messages.jobs.addWithin(executorOf(tx), due))
}

test('a wait that its process never ended is over after five minutes, with an event', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using stream = await openStream(server.url, { token: ana.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')
  const asked = await ana.api.messages.post({ body: { content: 'anyone?', waiting_for_response: true } })
  await using agent = await connectAgent(server.url, scout.token)
  const wait = agent.waits({ action: 'send', content: 'may I?' })
  await wait.isWaiting
  const { posts } = await ana.api.messages.history({ query: { limit: 1 } })
  const id = posts[0]?.id ?? ''
  expect(await ana.reads(id)).toMatchObject({ waiting_for_response: true })
  // the person's wait has no call that could have died
  const [end, ...others] = await pendingEnds(server)
  expect([end?.seconds, others]).toEqual([expect.closeTo(300, -1), []])

  await letWaitsEnd(server)

  const isUpdate = ({ event, data }: { event: string; data: Record<string, unknown> }) =>
    event === 'message' && data['action'] === 'updated'
  expect((await stream.next(isUpdate)).data).toMatchObject({
    message: { id, waiting_for_response: false, waiting_since: null },
  })
  expect(await ana.reads(id)).toMatchObject({ waiting_for_response: false, waiting_since: null })
  expect(await ana.reads(asked.message?.id ?? '')).toMatchObject({ waiting_for_response: true })
  await ana.replies({ id }, 'yes')
  expect((await wait.answer).facts).toMatchObject({ status: 'answered', message_id: id })
})

test('the end of a wait is planned also for a message that is held, and changes nothing for one that was answered', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const bee = await ana.registers('bee')
  await ana.api.spaces.update({ params: { id: spaceId }, body: { max_hops: 1 } })
  const asked = await ana.says('@scout begin')
  await scout.api.messages.post({ body: { content: '@bee go on', org_id: spaceId, parent_id: asked.id } })
  await using agent = await connectAgent(server.url, bee.token)
  await agent.call('messages')
  const wait = agent.waits({ action: 'send', content: '@scout and back' })
  await wait.isWaiting
  const { posts } = await ana.api.messages.history({ query: { limit: 1 } })
  const held = posts[0]?.id ?? ''
  expect(await server.query("select message_id from deliveries where state = 'held'")).toEqual([
    { message_id: held },
  ])
  expect(await pendingEnds(server)).toHaveLength(1)

  await ana.replies({ id: held }, 'enough')
  await wait.answer
  const answered = await ana.reads(held)
  expect(answered).toMatchObject({ waiting_for_response: false })
  await letWaitsEnd(server)
  await eventually(
    () => server.query("select from pgboss.job where name = 'wait-ends' and state = 'completed'"),
    (done) => done.length === 1,
  )
  const updates = await server.query(
    `select from events where message_id = $1 and payload::json->>'action' = 'updated'`,
    [held],
  )
  expect(updates).toHaveLength(1)
})
