/** Activity and unread counts in the calls about spaces; random histories are in activity-history.api.test.ts. */
import { inboxRoutes } from '@flockwork/contract/inbox'
import { reactionRoutes } from '@flockwork/contract/reactions'
import { expect, test } from 'vitest'
import type { Person } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { inviteTo } from '../../../test/spaces.ts'
import { runMaintenance } from '../../lifecycle/maintenance.ts'

const MINUTE = 60_000

async function sees(person: Person, spaceId: string) {
  const { organizations } = await person.api.spaces.list()
  const space = organizations.find(({ id }) => id === spaceId)
  if (space?.activity == null || space.mine === null) throw new Error('The space is not listed')
  return { activity: space.activity, mine: space.mine }
}

const readsUpTo = (person: Person, spaceId: string, messageId: string) =>
  person.api.call(inboxRoutes.seen, { params: { id: spaceId }, body: { message_id: messageId } })

test('every answer about a space has its activity, and for members their unread counts', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await ana.says('hello @bob')
  const { activity, mine } = await sees(bob, spaceId)

  expect(activity).toMatchObject({ messages_5m: 1, messages_total: 1, active_users_30m: 1, state: 'fresh' })
  expect(mine).toMatchObject({ unread: 1, mentions_24h: 1, messages_since_last_seen: 1 })
  expect(await bob.api.spaces.get({ params: { id: spaceId } })).toMatchObject({ activity, mine })
  const switched = await bob.api.spaces.switch({ body: { org_id: spaceId } })
  expect(switched.organization).toMatchObject({ activity, mine })
  const renamed = await ana.api.spaces.update({ params: { id: spaceId }, body: { name: 'Renamed' } })
  expect(renamed.activity).toEqual(activity)

  const made = await ana.api.spaces.create({ body: { name: 'Open', visibility: 'public' } })
  expect(made).toMatchObject({
    activity: { messages_total: 0, agent_count: 1, new_members_7d: 1, last_activity_at: null },
    mine: { unread: 0, mentions_24h: 0, messages_since_last_seen: 0 },
  })
  const { organizations } = await bob.api.spaces.listPublic()
  expect(organizations).toMatchObject([{ id: made.id, activity: { new_members_7d: 1 }, mine: null }])
  const joined = await bob.api.spaces.joinPublic({ body: { org_id: made.id } })
  expect(joined.organization).toMatchObject({ activity: { new_members_7d: 2 }, mine: { unread: 0 } })
})

test('posts, reactions and reading on make a person active for half an hour; agents and tasks do not count', async () => {
  await using server = await startServer()
  server.freezeClock()
  const { ana, bob, cleo, dan, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo', 'dan')
  const scout = await ana.registers('scout')
  const active = async () => (await sees(ana, spaceId)).activity.active_users_30m
  await scout.api.messages.post({ body: { content: 'a report', org_id: spaceId }, key: 'one' })
  await dan.api.tasks.create({ body: { title: 'Look at it', org_id: spaceId } })
  expect(await active()).toBe(0)

  const said = await ana.says('hello')
  expect(await active()).toBe(1)
  await ana.says('again')
  expect(await active()).toBe(1)
  await bob.api.call(reactionRoutes.react, { params: { id: said.id }, body: { emoji: '👍' } })
  await readsUpTo(cleo, spaceId, said.id)
  expect(await active()).toBe(3)
  // without a change there is no activity
  await readsUpTo(dan, spaceId, said.id)
  await readsUpTo(cleo, spaceId, said.id)
  expect(await active()).toBe(4)

  // within the token's lifetime
  server.moveClock(10 * MINUTE)
  await ana.says('still here')
  await server.query("update space_actors set minute = minute - interval '15 minutes'")
  expect(await active()).toBe(4)
  await server.query(
    "update space_actors set minute = minute - interval '6 minutes' where account_id <> $1",
    [ana.profile.id],
  )
  expect(await active()).toBe(1)
  await runMaintenance(server.services)
  expect(await active()).toBe(1)
  await bob.says('back again')
  expect(await active()).toBe(2)
})

test('messages from before a member joined are not unread', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await ana.says('before')
  const cleo = await server.signUp('cleo')
  const invite = await inviteTo(ana, spaceId)
  const joined = await cleo.api.spaces.join({ body: { invite_code: invite.invite_code } })
  expect(joined.organization.mine).toMatchObject({ unread: 0, messages_since_last_seen: 0 })

  const { seq } = await ana.says('after')
  const { mine } = await sees(cleo, spaceId)
  expect(mine).toMatchObject({ unread: 1, messages_since_last_seen: 1 })
  // clients order it among events by this
  expect(mine.as_of).toBeGreaterThanOrEqual(seq)
  expect(mine.seen_up_to).toBeLessThan(seq)
})

test('a deleted message still counts as posted, but not as unread', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const first = await ana.says('@bob one')
  await ana.says('@bob two')
  await bob.says('mine')
  expect((await sees(bob, spaceId)).mine).toMatchObject({
    unread: 2,
    mentions_24h: 2,
    messages_since_last_seen: 3,
  })

  await ana.api.messages.remove({ params: { id: first.id } })

  const { activity, mine } = await sees(bob, spaceId)
  expect(mine).toMatchObject({ unread: 1, mentions_24h: 1, messages_since_last_seen: 2 })
  expect(activity.messages_total).toBe(3)
})

test('unread counts are exact beyond ten thousand, and the same in the list and after reading', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const first = await ana.says('first')
  await fill(server, spaceId, ana.profile.id, 12_000)
  await ana.says('last')

  expect((await sees(bob, spaceId)).mine.unread).toBe(12_002)
  expect(await readsUpTo(bob, spaceId, first.id)).toMatchObject({ unread: 12_001 })
  expect((await sees(bob, spaceId)).mine.unread).toBe(12_001)
})

test('messages that were not stored by posting count after a recount', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await ana.says('@bob hello')
  await ana.api.tasks.create({ body: { title: 'Open', org_id: spaceId } })
  await bob.says('yesterday')
  await server.query(
    "update messages set created_at = created_at - interval '1 day' where content = '@bob hello'",
  )
  await server.query(
    "update messages set created_at = created_at - interval '3 days' where message_type = 'task'",
  )
  const { activity: before, mine } = await sees(bob, spaceId)

  await server.query(
    `update space_sequences set messages = 0, posted_at = null, streak_since = null, acted_at = null, open_tasks = 0`,
  )
  await server.query("delete from space_tallies where kind <> 'active'")
  await server.query('update messages set messages_so_far = 0')
  await server.query('select recount_activity($1)', [spaceId])

  const { activity, ...after } = await sees(bob, spaceId)
  expect(after.mine).toEqual(mine)
  expect(activity).toEqual({
    ...before,
    messages_24h: 1,
    streak_days_active: 2,
    last_activity_at: expect.any(String),
  })
})

/** Inserts numbered messages, as posting leaves them. */
async function fill(server: TestServer, spaceId: string, authorId: string, count: number): Promise<void> {
  await server.query(
    `with head as (
       update space_sequences set seq = seq + $3, messages = messages + $3 where space_id = $1
       returning seq - $3 as seq, messages - $3 as messages
     )
     insert into messages (space_id, id, seq, author_id, channel, content, message_type, messages_so_far, created_at)
     select $1, gen_random_uuid(), head.seq + n, $2, 'main', 'filled', 'message', head.messages + n, $4
     from head, generate_series(1, $3::int) n`,
    [spaceId, authorId, count, new Date(server.services.clock.now())],
  )
}
