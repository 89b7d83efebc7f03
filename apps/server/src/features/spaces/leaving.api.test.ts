/** A person who leaves or is removed is out at once, with their agents, and everyone's devices show it. */
import { expect, test } from 'vitest'
import { auditedActions } from '../../../test/accounts.ts'
import { call, refusalOf } from '../../../test/calls.ts'
import { postRpc, toolCall } from '../../../test/mcp.ts'
import type { Person } from '../../../test/people.ts'
import { callTwice } from '../../../test/repeats.ts'
import { startPair, startServer, type TestServer } from '../../../test/server.ts'
import { inviteTo, sharedSpace } from '../../../test/spaces.ts'
import { openStream, type StreamEvent } from '../../../test/stream.ts'
import { deleteSpace } from './changing.ts'
import { leaveSpace } from './leaving.ts'

const isBootstrap = ({ event }: StreamEvent) => event === 'bootstrap'
const isUpdate = (action: string) => (event: StreamEvent) =>
  event.event === 'space_update' && event.data['action'] === action

const handlesIn = async (reader: Person, id: string) => {
  const { items } = await reader.api.spaces.roster({ params: { id }, query: {} })
  return items.map(({ handle }) => handle).toSorted()
}

test('leaving ends streams on every node; all members and the person’s other devices get the event', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await bob.registers('scout')
  await using anas = await openStream(twin.url, { token: ana.token(), spaceId })
  const bobs = await openStream(twin.url, { token: bob.token(), spaceId })
  const personal = String(bob.profile.current_org_id)
  await using bobsOther = await openStream(twin.url, { token: bob.token(), spaceId: personal })
  const scouts = await openStream(twin.url, { token: scout.token, spaceId })
  for (const stream of [anas, bobs, bobsOther, scouts]) await stream.next(isBootstrap)

  await bob.api.spaces.leave({ params: { id: spaceId } })

  expect((await anas.next(isUpdate('left'))).data).toMatchObject({
    space_id: spaceId,
    member: { user_id: bob.profile.id, username: 'bob' },
  })
  expect((await anas.next(isUpdate('left'))).data).toMatchObject({ agent: { handle: 'scout' } })
  await Promise.all([bobs.ended, scouts.ended])
  expect(bobs.events.some(isUpdate('left'))).toBe(true)
  expect((await bobsOther.next(isUpdate('left'))).data).toMatchObject({ space_id: spaceId })
  expect(bobsOther.events.filter(isUpdate('left'))).toHaveLength(1)

  for (const token of [bob.token(), scout.token]) {
    const { status } = await call(twin.url, 'GET', `/auth/messages?org_id=${spaceId}`, { token })
    expect(status).toBe(404)
  }
  expect((await bob.api.auth.me()).current_org_id).toBe(personal)
  expect(await handlesIn(ana, spaceId)).toEqual(['ana', 'chirpy'])
  expect(await auditedActions(server)).toContain('space_left')
})

test('pending deliveries of an agent that is in another space when its owner leaves become undeliverable, too', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await bob.registers('scout')
  const sent = await ana.says('@scout look')
  const { id: elsewhere } = await bob.api.spaces.create({
    body: { name: 'Elsewhere', visibility: 'invite_only' },
  })
  await bob.api.agents.update({ params: scout, body: { pinned_org_id: elsewhere } })

  await bob.api.spaces.leave({ params: { id: spaceId } })

  const { deliveries } = await ana.api.messages.deliveries({ params: { id: sent.id } })
  expect(deliveries).toMatchObject([{ state: 'undeliverable', why: 'No longer in this space' }])
})

test('a removed person is out with their agents, whose waits end, and can return by an invite', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await bob.registers('scout')
  const sent = await ana.says('@bob @scout one thing')
  await using anas = await openStream(server.url, { token: ana.token(), spaceId })
  const bobs = await openStream(server.url, { token: bob.token(), spaceId })
  for (const stream of [anas, bobs]) await stream.next(isBootstrap)

  await ana.api.spaces.removeMember({ params: { id: spaceId, user_id: bob.profile.id } })

  await bobs.ended
  expect(bobs.events.some(isUpdate('removed'))).toBe(true)
  expect((await anas.next(isUpdate('removed'))).data).toMatchObject({ member: { username: 'bob' } })
  const { deliveries } = await ana.api.messages.deliveries({ params: { id: sent.id } })
  expect(deliveries.map(({ state, why }) => [state, why])).toEqual([
    ['undeliverable', 'No longer in this space'],
    ['undeliverable', 'No longer in this space'],
  ])
  const check = await postRpc(server.url, toolCall('messages', { space_id: spaceId }), { token: scout.token })
  expect(JSON.stringify(check.messages)).not.toContain('one thing')
  expect((await ana.says('@bob @scout hello?')).mentions_unknown.map(({ handle }) => handle)).toEqual([
    'bob',
    'scout',
  ])
  expect(await auditedActions(server)).toContain('member_removed')

  await bob.joins((await inviteTo(ana, spaceId)).invite_code)
  expect(await handlesIn(ana, spaceId)).toEqual(['ana', 'bob', 'chirpy', 'scout'])
})

test('a following agent moves along, and a free one acts in its owner’s current space', async () => {
  await using server = await startServer()
  const { bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const follower = await bob.registers('follower')
  await bob.api.agents.update({ params: { id: follower.id }, body: { follow_user: true } })
  const free = await bob.registers('roamer')
  const personal = String(bob.profile.current_org_id)

  await bob.api.spaces.leave({ params: { id: spaceId } })

  const { agents } = await bob.api.agents.list({ query: { org_id: personal } })
  const own = agents.filter(({ is_own_agent: isOwn }) => isOwn)
  expect(
    own
      .filter(({ space }) => space?.id === personal)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([follower.id, free.id].toSorted())
})

const refused = async (work: Promise<unknown>) => {
  const { status, message } = await refusalOf(work)
  return [status, message]
}

test('the last admin cannot leave while others are in the space; when the last person leaves it is deleted', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const params = { id: spaceId }
  const demotion = () =>
    ana.api.spaces.changeRole({ params: { ...params, user_id: ana.profile.id }, body: { role: 'member' } })
  const last = [409, expect.stringContaining('last admin')]

  expect(await refused(ana.api.spaces.leave({ params }))).toEqual(last)
  expect(await refused(demotion())).toEqual(last)
  expect(
    await refused(ana.api.spaces.removeMember({ params: { ...params, user_id: ana.profile.id } })),
  ).toEqual(last)
  await ana.api.spaces.changeRole({ params: { ...params, user_id: bob.profile.id }, body: { role: 'admin' } })
  await ana.api.spaces.leave({ params })
  await bob.api.spaces.leave({ params })

  const [space] = await server.query('select deleted_at from spaces where id = $1', [spaceId])
  expect(space).toEqual({ deleted_at: expect.any(Date) })
  expect(await server.query('select 1 from members where space_id = $1', [spaceId])).toEqual([])
})

test('of two admins who leave concurrently, one stays', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const params = { id: spaceId }
  await ana.api.spaces.changeRole({ params: { ...params, user_id: bob.profile.id }, body: { role: 'admin' } })

  const leave = (url: string, { token }: Person) =>
    call(url, 'POST', `/api/organizations/${spaceId}/leave`, { token: token() })
  const answers = await Promise.all([leave(server.url, ana), leave(twin.url, bob)])

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
})

test('a changed role takes effect at once, is audited, and all members get the event', async () => {
  await using server = await startServer()
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  await using stream = await openStream(server.url, { token: cleo.token(), spaceId })
  await stream.next(isBootstrap)
  const roleOfCleo = (who: Person, role: 'admin' | 'member') =>
    who.api.spaces.changeRole({ params: { id: spaceId, user_id: cleo.profile.id }, body: { role } })
  expect(await refused(roleOfCleo(bob, 'admin'))).toEqual([403, expect.stringContaining('Only admins')])

  expect(await roleOfCleo(ana, 'admin')).toMatchObject({ username: 'cleo', role: 'admin' })
  // a repeat changes nothing
  expect(await roleOfCleo(ana, 'admin')).toMatchObject({ role: 'admin' })

  expect((await stream.next(isUpdate('role'))).data).toMatchObject({ member: { role: 'admin' } })
  const { id } = bob.profile
  await cleo.api.spaces.removeMember({ params: { id: spaceId, user_id: id } })
  const audited = await server.query(
    "select actor_id, target_id, before, after, space_id from audit where action = 'space_role_changed'",
  )
  expect(audited).toEqual([
    {
      actor_id: ana.profile.id,
      target_id: cleo.profile.id,
      before: { role: 'member' },
      after: { role: 'admin' },
      space_id: spaceId,
    },
  ])
})

async function refusals(server: TestServer) {
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')
  const scout = await bob.registers('scout')
  return { ana, bob, cleo, scout, spaceId, personal: String(bob.profile.current_org_id) }
}

test('ordinary members, strangers and the owner of a personal space are refused', async () => {
  await using server = await startServer()
  const { ana, bob, cleo, scout, spaceId, personal } = await refusals(server)
  const remove = (who: Person, user: string) =>
    refused(who.api.spaces.removeMember({ params: { id: spaceId, user_id: user } }))

  expect(await remove(bob, ana.profile.id)).toEqual([403, expect.stringContaining('Only admins')])
  expect((await remove(cleo, bob.profile.id))[0]).toBe(404)
  // agents and Chirpy aren't people of the space
  expect(await remove(ana, scout.id)).toEqual([404, 'No such member'])
  expect(await remove(ana, cleo.profile.id)).toEqual([404, 'No such member'])
  expect((await refused(cleo.api.spaces.leave({ params: { id: spaceId } })))[0]).toBe(404)
  expect((await refused(bob.api.spaces.leave({ params: { id: personal } })))[0]).toBe(403)
  await call(server.url, 'POST', `/api/organizations/${spaceId}/leave`, { token: scout.token })
  expect(await handlesIn(ana, spaceId)).toEqual(['ana', 'bob', 'chirpy', 'scout'])
})

test('switching to a space while being removed from it does not make it current', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await sharedSpace(bob)

  const [, switched] = await Promise.allSettled([
    ana.api.spaces.removeMember({ params: { id: spaceId, user_id: bob.profile.id } }),
    bob.api.spaces.switch({ body: { org_id: spaceId } }),
  ])

  expect(['fulfilled', 'rejected']).toContain(switched.status)
  expect((await bob.api.auth.me()).current_org_id).not.toBe(spaceId)
})

test('leaving and deleting with one key happen once, and concurrent calls on two nodes both succeed', async () => {
  await using pair = await startPair()
  const { bob, spaceId } = await pair.server.peopleInOneSpace('ana', 'bob')
  const lab = await bob.api.spaces.create({ body: { name: 'Lab', visibility: 'private' } })

  const left = await callTwice(pair, bob, 'leave', ({ services }, actor, once) =>
    leaveSpace(services.spaces, actor, spaceId, once),
  )
  const deleted = await callTwice(pair, bob, 'delete', ({ services }, actor, once) =>
    deleteSpace(services.spaces, actor, { spaceId: lab.id, name: lab.name }, once),
  )

  expect([left, deleted]).toEqual([
    [null, null],
    [null, null],
  ])
})
