/** Changing a space's name, description and visibility, and deleting it. */
import { DELETED_SPACE_RETENTION_MS, SPACE_SLOTS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../../test/calls.ts'
import { lockRows, untilWaiting } from '../../../test/locks.ts'
import type { Person } from '../../../test/people.ts'
import { startPair, startServer } from '../../../test/server.ts'
import { inviteTo, sharedSpace } from '../../../test/spaces.ts'
import { openStream, type StreamEvent } from '../../../test/stream.ts'
import { runMaintenance } from '../../lifecycle/maintenance.ts'

const isBootstrap = ({ event }: StreamEvent) => event === 'bootstrap'
const refused = async (work: Promise<unknown>) => {
  const { status, message } = await refusalOf(work)
  return [status, message]
}
const spacesOf = async (who: Person) => (await who.api.spaces.list()).organizations.map(({ id }) => id)

test('admins change name, description and visibility; every member gets the event, and the slug stays', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const params = { id: spaceId }
  const { slug } = await ana.api.spaces.get({ params })
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(isBootstrap)

  const changed = await ana.api.spaces.update({
    params,
    body: { name: ' Deep Lab ', description: 'Where it happens', visibility: 'public' },
  })

  const fields = { name: 'Deep Lab', description: 'Where it happens', visibility: 'public', slug }
  expect(changed).toMatchObject({ ...fields, is_current: true, role: 'admin' })
  const { data } = await stream.next(({ data: { action } }) => action === 'updated')
  expect(data['space']).toMatchObject({ ...fields, role: null, mine: null })
  expect(await bob.api.spaces.get({ params })).toMatchObject({ ...fields, role: 'member' })
  // absent fields are unchanged
  await ana.api.spaces.update({ params, body: { description: null } })
  expect(await bob.api.spaces.get({ params })).toMatchObject({ ...fields, description: null })
  const audited = await server.query(
    "select before, after from audit where action = 'space_changed' order by at, id",
  )
  expect(audited[0]).toMatchObject({ before: { visibility: 'invite_only' }, after: { name: 'Deep Lab' } })
})

test('only admins change a space, and of a personal space only the name', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')
  const change = (who: Person, id: string, body: object) =>
    refused(who.api.spaces.update({ params: { id }, body }))
  const personal = cleo.spaceId()

  expect((await change(bob, spaceId, { name: 'Mine' }))[0]).toBe(403)
  expect((await change(cleo, spaceId, { name: 'Mine' }))[0]).toBe(404)
  expect((await refused(cleo.api.spaces.get({ params: { id: spaceId } })))[0]).toBe(404)
  for (const body of [{ visibility: 'public' }, { description: 'x' }])
    expect((await change(cleo, personal, body))[0]).toBe(403)
  expect(await cleo.api.spaces.update({ params: { id: personal }, body: { name: 'Den' } })).toMatchObject({
    name: 'Den',
    is_personal: true,
  })
  for (const body of [{ name: '' }, { name: 'x'.repeat(81) }, { visibility: 'secret' }])
    expect((await change(ana, spaceId, body))[0]).toBe(422)
})

test('a space can turn private only with one person in it, and its invites end', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const { invite_code } = await inviteTo(ana, spaceId)
  const turn = () => ana.api.spaces.update({ params: { id: spaceId }, body: { visibility: 'private' } })

  expect(await refused(turn())).toEqual([409, expect.stringContaining('nobody else')])
  await ana.api.spaces.removeMember({ params: { id: spaceId, user_id: bob.profile.id } })
  await turn()
  expect(await refused(bob.api.spaces.join({ body: { invite_code } }))).toEqual([
    404,
    'Invalid or expired invite code',
  ])
  // they remain ended when it opens again
  await ana.api.spaces.update({ params: { id: spaceId }, body: { visibility: 'team' } })
  expect((await refused(bob.api.spaces.join({ body: { invite_code } })))[0]).toBe(404)
})

test("changing a space cannot bypass its creator's slots", async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  const own: string[] = []
  for (let count = 0; count <= SPACE_SLOTS.public; count++) {
    const { id } = await ana.api.spaces.create({ body: { name: `Lab ${count}`, visibility: 'private' } })
    own.push(id)
  }
  const open = (id: string) => ana.api.spaces.update({ params: { id }, body: { visibility: 'public' } })
  for (const id of own.slice(1)) await open(id)

  expect((await refusalOf(open(own[0] ?? ''))).body).toMatchObject({
    detail: { code: 'LIMIT_REACHED', visibility: 'public' },
  })
})

test('concurrent changes cannot bypass the slots either', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  const make = async (name: string, visibility: string) => {
    const { id } = await ana.api.spaces.create({ body: { name, visibility } })
    return id
  }
  const shared = await make('Shared', 'public')
  const other = await make('Other', 'team')
  for (let count = 1; count < SPACE_SLOTS.public; count++) await make(`Public ${count}`, 'public')

  // still seen as public while the other space takes its slot
  await using exchange = await lockRows(
    server,
    "update spaces set visibility = case id when $1 then 'invite_only' else 'public' end where id in ($1, $2)",
    [shared, other],
  )
  const keeping = refusalOf(
    ana.api.spaces.update({ params: { id: shared }, body: { visibility: 'public', name: 'Kept' } }),
  )
  await untilWaiting(server, 1)
  await exchange.release()

  expect((await keeping).body).toMatchObject({ detail: { code: 'LIMIT_REACHED', visibility: 'public' } })
  const { organizations } = await ana.api.spaces.list()
  expect(organizations.filter(({ visibility }) => visibility === 'public')).toHaveLength(SPACE_SLOTS.public)
})

test('a deleted space disappears at once for everyone, on every node, and its rows after 30 days', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await bob.registers('scout')
  const follower = await bob.registers('follower')
  await bob.api.agents.update({ params: { id: follower.id }, body: { follow_user: true } })
  await ana.says('@scout soon nobody reads this')
  const { invite_code } = await inviteTo(ana, spaceId)
  const streams = [
    await openStream(server.url, { token: ana.token(), spaceId }),
    await openStream(twin.url, { token: bob.token(), spaceId }),
    await openStream(twin.url, { token: scout.token, spaceId }),
  ]
  const personal = String(bob.profile.current_org_id)
  await using bobsOther = await openStream(server.url, { token: bob.token(), spaceId: personal })
  for (const stream of [...streams, bobsOther]) await stream.next(isBootstrap)
  const end = (who: Person, name: string) =>
    who.api.spaces.delete({ params: { id: spaceId }, body: { name } })

  await ana.api.spaces.changeRole({
    params: { id: spaceId, user_id: bob.profile.id },
    body: { role: 'admin' },
  })
  expect(await refused(end(bob, 'Field Lab'))).toEqual([403, expect.stringContaining('creator')])
  expect((await refused(end(ana, 'Another Lab')))[0]).toBe(422)
  await end(ana, 'Field Lab')

  await Promise.all(streams.map(({ ended }) => ended))
  for (const { events } of streams.slice(0, 2)) {
    expect(events.some(({ data }) => data['action'] === 'deleted')).toBe(true)
  }
  expect((await bobsOther.next(({ data }) => data['action'] === 'deleted')).data).toMatchObject({
    space_id: spaceId,
  })
  for (const { url } of [server, twin]) {
    for (const token of [ana.token(), bob.token(), scout.token]) {
      const { status } = await call(url, 'GET', `/auth/messages?org_id=${spaceId}`, { token })
      expect(status).toBe(404)
    }
    await eventually(
      () => call(url, 'GET', '/auth/messages', { token: bob.token() }),
      ({ body }) => (body as { code?: string }).code === 'ORG_CONTEXT_CHANGED',
    )
  }
  expect(await spacesOf(bob)).toEqual([personal])
  expect((await refused(bob.api.spaces.join({ body: { invite_code } })))[0]).toBe(404)
  const roster = await bob.api.spaces.roster({ params: { id: personal }, query: {} })
  expect(roster.items.map(({ handle }) => handle).toSorted()).toEqual(['bob', 'chirpy', 'follower', 'scout'])

  server.moveClock(DELETED_SPACE_RETENTION_MS)
  await runMaintenance(server.services)
  expect(await server.query('select 1 from messages where space_id = $1', [spaceId])).toEqual([])
  const [space] = await server.query('select name from spaces where id = $1', [spaceId])
  expect(space).toEqual({ name: 'Deleted workspace' })
})

test('neither a personal space nor one that the caller is not in can be deleted', async () => {
  await using server = await startServer()
  const [ana, bob] = [await server.signUp('ana'), await server.signUp('bob')]
  const end = (id: string, name: string) => refused(ana.api.spaces.delete({ params: { id }, body: { name } }))

  expect(await end(ana.spaceId(), "ana's Workspace")).toEqual([403, "A personal space can't be deleted"])
  expect((await end(await sharedSpace(bob), 'Field Lab'))[0]).toBe(404)
})
