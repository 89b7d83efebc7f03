/** The cause of a message (docs/rules/loops.md#why). */
import { CAUSE_STEPS_SHOWN } from '@flockwork/contract/limits'
import { loopRoutes } from '@flockwork/contract/loop-routes'
import { expect, test } from 'vitest'
import { refusalOf } from '../../../test/calls.ts'
import { connectAgent } from '../../../test/mcp.ts'
import { stored, type Person, type TestAgent } from '../../../test/people.ts'
import { startServer } from '../../../test/server.ts'

const causeOf = ({ api }: Pick<Person, 'api'>, id: string) => api.call(loopRoutes.cause, { params: { id } })

const says = async ({ api }: TestAgent, spaceId: string, content: string, parentId?: string) =>
  stored(await api.messages.post({ body: { content, org_id: spaceId, parent_id: parentId } }))

test('the chain leads from the person over each agent to the message, with how each was reached and what it used', async () => {
  await using server = await startServer()
  // the first account administers the instance
  await server.signUp('root')
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const bee = await bob.registers('bee')
  const asked = await ana.says('@scout look after the build')
  await using asScout = await connectAgent(server.url, scout.token)
  await asScout.call('messages', { action: 'check' })
  // not as a reply, but the cause is known anyway
  const sent = await asScout.call('messages', { action: 'send', content: '@bee please rerun it' })
  const passed = sent.facts['message_id'] as string
  await bee.api.messages.history({ query: { org_id: spaceId } })
  await server.services.receipts.flush()
  const last = await says(bee, spaceId, 'rerun', passed)

  const { steps, is_cut } = await causeOf(ana, last.id)
  expect(is_cut).toBe(false)
  expect(steps).toMatchObject([
    { message_id: asked.id, author: { handle: 'ana', type: 'user', owner: null }, via: null, hops: 0 },
    {
      message_id: passed,
      author: { handle: 'scout', type: 'agent', owner: 'ana', can_pause: true, is_paused: false },
      content: '@bee please rerun it',
      via: 'mention',
      through: 'mcp',
      hops: 1,
    },
    {
      message_id: last.id,
      author: { handle: 'bee', owner: 'bob', can_pause: false },
      via: 'mention',
      through: 'stream',
      hops: 2,
    },
  ])
  // a person's message starts its own chain
  expect((await causeOf(bob, asked.id)).steps).toMatchObject([{ message_id: asked.id, via: null }])

  // only the owner sees a credential's name; a deleted message is listed without its text
  await server.query(`update agent_tokens set name = 'build machine' where agent_id = $1`, [bee.id])
  await ana.api.messages.remove({ params: { id: asked.id }, query: {} })
  expect((await causeOf(ana, last.id)).steps.map(({ client }) => client)).toEqual([null, null, null])
  const { steps: theirs } = await causeOf(bob, last.id)
  expect(theirs[2]?.client).toBe('build machine')
  expect(theirs[0]).toMatchObject({ deleted: true, content: null })
})

test('an assignment by an agent is a step, and one by a person starts the chain', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const bee = await ana.registers('bee')
  const task = await ana.api.tasks.create({ body: { title: 'Dig', agent_id: scout.id, org_id: spaceId } })
  await scout.api.tasks.assign({ params: { id: task.id }, body: { agent_id: bee.id } })
  const last = await says(bee, spaceId, '@scout done')
  const { steps } = await causeOf(ana, last.id)
  expect(steps.map(({ author, via, content, hops }) => [author?.handle, via, content, hops])).toEqual([
    ['ana', null, 'Dig', 0],
    ['scout', 'assignment', 'Dig', 1],
    ['bee', 'assignment', '@scout done', 2],
  ])
})

test('strangers see nothing, steps in other spaces are hidden, and an administrator’s view is audited', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await ana.says('@scout in the one space')
  await scout.api.messages.history({ query: { org_id: spaceId } })
  await server.services.receipts.flush()
  const other = await ana.api.spaces.create({ body: { name: 'Other', visibility: 'invite_only' } })
  const invite = await ana.api.spaces.invite({ params: { id: other.id }, body: {} })
  const carl = await server.signUp('carl')
  await carl.joins(invite.invite_code)
  await ana.api.agents.update({ params: { id: scout.id }, body: { pinned_org_id: null } })
  const said = await says(scout, other.id, 'something')

  expect(await refusalOf(causeOf(bob, said.id))).toMatchObject({ status: 404 })
  const { steps } = await causeOf(carl, said.id)
  expect(steps[0]).toMatchObject({ message_id: null, space_id: null, author: null, content: null })
  expect(steps.at(-1)).toMatchObject({ message_id: said.id, author: { handle: 'scout', can_pause: false } })
  const looks = () =>
    server.query<{ n: number }>(`select count(*)::int as n from audit where action = 'message_cause_read'`)
  expect(await looks()).toEqual([{ n: 0 }])
  const { steps: all } = await causeOf(root, said.id)
  expect(all).toMatchObject([{ author: { handle: 'ana' } }, { author: { handle: 'scout', can_pause: true } }])
  expect(await looks()).toEqual([{ n: 1 }])
  // a member of the message's space, but not of the chain's first one
  await root.joins(invite.invite_code)
  expect((await causeOf(root, said.id)).steps[0]).toMatchObject({ content: '@scout in the one space' })
  expect(await looks()).toEqual([{ n: 2 }])
})

test('a long chain shows its last steps, and none of them as its start', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  let { id } = await ana.says('@scout count')
  for (let nth = 0; nth <= CAUSE_STEPS_SHOWN; nth++) ({ id } = await says(scout, spaceId, `${nth}`, id))
  const { steps, is_cut } = await causeOf(ana, id)
  expect([steps.length, is_cut]).toEqual([CAUSE_STEPS_SHOWN, true])
  expect(steps[0]).toMatchObject({ content: '1', via: 'answer' })
})
