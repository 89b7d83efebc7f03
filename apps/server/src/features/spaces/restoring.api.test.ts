/** Restoring a deleted space by the operator's command (docs/rules/spaces.md#restoring). */
import { DELETED_SPACE_RETENTION_MS } from '@flockwork/contract/limits'
import { inboxRoutes } from '@flockwork/contract/inbox'
import { expect, test } from 'vitest'
import { auditedActions, deleteAccount } from '../../../test/accounts.ts'
import { eventually, refusalOf } from '../../../test/calls.ts'
import { PASSWORD, type Person } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { inviteTo } from '../../../test/spaces.ts'
import { openStream } from '../../../test/stream.ts'
import { runAdmin } from '../../cli/admin-command.ts'
import { runMaintenance } from '../../lifecycle/maintenance.ts'

const admin = (server: TestServer, ...args: string[]) => runAdmin(args, { DATABASE_URL: server.databaseUrl })
const end = (who: Person, id: string, name = 'Field Lab') =>
  who.api.spaces.delete({ params: { id }, body: { name } })

test('everyone is a member again as before, with their agents; invites remain ended', async () => {
  await using server = await startServer()
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const params = { id: spaceId }
  const { slug } = await ana.api.spaces.get({ params })
  await bob.registers('scout')
  const pinned = await cleo.registers('lint')
  await cleo.api.agents.update({ params: { id: pinned.id }, body: { pinned_org_id: spaceId } })
  const follower = await bob.registers('follower')
  await bob.api.agents.update({ params: { id: follower.id }, body: { follow_user: true } })
  await ana.api.spaces.changeRole({ params: { ...params, user_id: bob.profile.id }, body: { role: 'admin' } })
  const { invite_code } = await inviteTo(ana, spaceId)
  const message = await ana.says('still here')
  await cleo.api.call(inboxRoutes.seen, { params, body: { message_id: message.id } })
  const members = async (who: Person) =>
    (await who.api.spaces.members({ params, query: {} })).members.map(({ username, role, joined_at }) => [
      username,
      role,
      joined_at,
    ])
  const before = await members(ana)
  const seen = await server.query(
    'select last_seen_seq from members where account_id = $1 and space_id = $2',
    [cleo.profile.id, spaceId],
  )
  await end(ana, spaceId)
  await using stream = await openStream(server.url, {
    token: bob.token(),
    spaceId: String(bob.profile.current_org_id),
  })
  await stream.next(({ event }) => event === 'bootstrap')

  const listed = await admin(server, 'restore-space')
  expect(listed.out).toContain(`${slug}  Field Lab (deleted `)
  expect(listed.out).toContain('made by ana, 3 in it')
  const restored = await admin(server, 'restore-space', slug)

  expect(restored).toEqual({
    code: 0,
    out: `Field Lab (${slug}) is there again, with 3 people in it.\n`,
    err: '',
  })
  const update = await stream.next(({ data }) => data['action'] === 'restored')
  expect(update.data).toMatchObject({ space_id: spaceId })
  expect(await members(bob)).toEqual(before)
  const roster = await bob.api.spaces.roster({ params, query: {} })
  // a following agent is in its owner's current space
  expect(roster.items.map(({ handle }) => handle).toSorted()).toEqual([
    'ana',
    'bob',
    'chirpy',
    'cleo',
    'lint',
    'scout',
  ])
  expect(
    await server.query('select last_seen_seq from members where account_id = $1 and space_id = $2', [
      cleo.profile.id,
      spaceId,
    ]),
  ).toEqual(seen)
  expect(await ana.api.spaces.get({ params })).toMatchObject({
    member_count: 3,
    role: 'admin',
    is_current: false,
  })
  expect(await ana.reads(message.id)).toMatchObject({ content: 'still here' })
  const dan = await server.signUp('dan')
  expect((await refusalOf(dan.api.spaces.join({ body: { invite_code } }))).status).toBe(404)
  expect(await auditedActions(server)).toContain('space_restored')
  expect(await server.query('select 1 from deleted_space_members')).toEqual([])

  await ana.goesTo(spaceId)
  await ana.says('and it goes on')
  expect((await admin(server, 'restore-space', slug)).err).toBe("Field Lab isn't deleted\n")
  expect((await admin(server, 'restore-space')).out).toBe('No space was deleted in the last 30 days.\n')
})

test('deleted accounts stay out; if no admin is left, the first of the others becomes one', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  await end(ana, spaceId)
  await deleteAccount(server, ana.token(), PASSWORD)
  expect(
    await server.query('select 1 from deleted_space_members where account_id = $1', [ana.profile.id]),
  ).toEqual([])

  const { out } = await admin(server, 'restore-space', spaceId)

  expect(out).toContain('with 2 people in it')
  const { members } = await bob.api.spaces.members({ params: { id: spaceId }, query: {} })
  expect(members.map(({ username, role }) => [username, role])).toEqual([
    ['bob', 'admin'],
    ['cleo', 'member'],
  ])
})

test('a space that its last person left is restored with that person, even beyond their limit of spaces', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const ana = await server.signUp('ana')
  const make = (name: string) => ana.api.spaces.create({ body: { name, visibility: 'public' } })
  const { id } = await make('Lab')
  await ana.api.spaces.leave({ params: { id } })
  for (const name of ['One', 'Two', 'Three']) await make(name)

  expect((await admin(server, 'restore-space', id)).code).toBe(0)

  expect((await ana.api.spaces.stats()).remaining).toMatchObject({ public: 0 })
  expect((await refusalOf(make('Five'))).status).toBe(409)
  expect(await ana.api.spaces.get({ params: { id } })).toMatchObject({ role: 'admin', member_count: 1 })
})

test('an unknown space, a personal one, one without any former member left, and one past its 30 days are refused', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')
  const alone = await cleo.api.spaces.create({ body: { name: 'Alone', visibility: 'private' } })
  const personal = cleo.spaceId()
  await end(cleo, alone.id, 'Alone')
  await deleteAccount(server, cleo.token(), PASSWORD)
  await end(ana, spaceId)
  const refusal = async (given: string) => {
    const { code, out, err } = await admin(server, 'restore-space', given)
    return [code, out, err.trim()]
  }

  expect(await refusal('nowhere')).toEqual([1, '', 'There is no space with the slug or id nowhere'])
  expect(await refusal(personal)).toEqual([1, '', expect.stringContaining('personal')])
  expect(await refusal(alone.id)).toEqual([1, '', 'Nobody who was in this space has an account any more'])
  expect((await admin(server, 'restore-space')).out).not.toContain('Alone')

  await server.query('update spaces set deleted_at = $2 where id = $1', [
    spaceId,
    new Date(server.services.clock.now() - DELETED_SPACE_RETENTION_MS),
  ])
  expect(await refusal(spaceId)).toEqual([1, '', expect.stringContaining('30 days')])
  await runMaintenance(server.services)
  expect(await refusal(spaceId)).toEqual([1, '', expect.stringContaining('30 days')])
  expect(await server.query('select 1 from deleted_space_members where space_id = $1', [spaceId])).toEqual([])
  await eventually(
    () => bob.api.spaces.list(),
    ({ organizations }) => organizations.length === 1,
  )
})

test('of two concurrent restorations one succeeds', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await end(ana, spaceId)

  const runs = await Promise.all([1, 2].map(() => admin(server, 'restore-space', spaceId)))

  expect(runs.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(await ana.api.spaces.get({ params: { id: spaceId } })).toMatchObject({ member_count: 2 })
})
