import { importRoutes } from '@flockwork/contract/imports'
import { expect, test } from 'vitest'
import { deleteAccount } from '../../../../test/accounts.ts'
import { eventually, refusalOf } from '../../../../test/calls.ts'
import { SLACK_FILES, brings, zipOf } from '../../../../test/exports.ts'
import { PASSWORD, type Person } from '../../../../test/people.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { inviteTo } from '../../../../test/spaces.ts'
import { openStream } from '../../../../test/stream.ts'

async function imported(server: TestServer): Promise<{ ana: Person; spaceId: string }> {
  const ana = await server.signUp('ana')
  const { space } = await brings(ana, server.url, await zipOf(SLACK_FILES))
  const spaceId = space?.id ?? ''
  await ana.goesTo(spaceId)
  return { ana, spaceId }
}

async function peopleOf(ana: Person, spaceId: string) {
  const { people } = await ana.api.call(importRoutes.people, { params: { id: spaceId }, query: {} })
  return Object.fromEntries(people.map((one) => [one.handle, one]))
}

async function claimInvite(ana: Person, spaceId: string, handle: string): Promise<string> {
  const { [handle]: person } = await peopleOf(ana, spaceId)
  const params = { id: spaceId, person_id: person?.id ?? '' }
  return (await ana.api.call(importRoutes.invite, { params, body: {} })).invite_code
}

const authors = async (reader: Person, spaceId: string) =>
  (await reader.api.messages.history({ query: { org_id: spaceId } })).posts.map(({ username }) => username)

const BEFORE = ['mateo', 'priya', 'priya', 'deploys', 'gone']

/** Sets a person's e-mail address, verified or not. */
function setEmail(server: TestServer, person: Person, email: string, isVerified: boolean) {
  return server.query('update people set email = $1, email_verified = $2 where account_id = $3', [
    email,
    isVerified,
    person.profile.id,
  ])
}

test('admins of the space see the imported people, without their e-mail addresses', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await imported(server)
  const bob = await server.signUp('bob')
  const list = (one: Person) =>
    one.api.call(importRoutes.people, { params: { id: spaceId }, query: { limit: 3 } })
  expect((await refusalOf(list(bob))).status).toBe(404)
  await bob.joins((await inviteTo(ana, spaceId)).invite_code)
  expect((await refusalOf(list(bob))).status).toBe(403)

  const first = await list(ana)
  expect(first.people).toEqual([
    {
      id: expect.any(String),
      handle: 'deploys',
      display_name: 'Deploys',
      is_bot: true,
      messages: 1,
      has_email: false,
      claimed_by: null,
    },
    {
      id: expect.any(String),
      handle: 'gone',
      display_name: 'Gone Girl',
      is_bot: false,
      messages: 1,
      has_email: false,
      claimed_by: null,
    },
    {
      id: expect.any(String),
      handle: 'mateo',
      display_name: 'Mateo',
      is_bot: false,
      messages: 1,
      has_email: true,
      claimed_by: null,
    },
  ])
  expect(first).toMatchObject({ total: 4, next_cursor: 'mateo' })
  const query = { limit: 3, cursor: first.next_cursor ?? '' }
  const second = await ana.api.call(importRoutes.people, { params: { id: spaceId }, query })
  expect(second.people.map(({ handle }) => handle)).toEqual(['priya'])
  expect(JSON.stringify([first, second])).not.toContain('@old.example')
})

test('deleting an account removes the person from what they claimed', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await imported(server)
  const nora = await server.signUp('nora')
  await nora.joins(await claimInvite(ana, spaceId, 'priya'))

  await deleteAccount(server, nora.token(), PASSWORD)

  const people = await server.query(
    'select a.display_name as account, p.display_name, p.email from imported_people p join accounts a on a.id = p.account_id where claimed_by = $1',
    [nora.profile.id],
  )
  expect(people).toEqual([{ account: 'Deleted user', display_name: 'Deleted user', email: null }])
})

test('joining by the invite for an imported person takes over their messages, visibly for everyone', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await imported(server)
  const code = await claimInvite(ana, spaceId, 'priya')
  const nora = await server.signUp('nora')
  await using stream = await openStream(server.url, { token: ana.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')
  const before = await ana.api.messages.history({ query: { org_id: spaceId } })

  await nora.joins(code)

  await eventually(
    () => authors(ana, spaceId),
    (all) => all[1] === 'nora',
  )
  const claimed = await stream.next(({ data }) => data['action'] === 'claimed')
  expect(claimed.data).toMatchObject({ member: { username: 'nora' } })
  await eventually(
    () =>
      server.query(
        'select account_id from imported_people where claimed_by = $1 and rewritten_at is not null',
        [nora.profile.id],
      ),
    (rows) => rows.length === 1,
  )
  const { posts } = await ana.api.messages.history({ query: { org_id: spaceId } })
  expect(posts).toMatchObject([
    {
      username: 'mateo',
      content: 'Shall we **deploy**, @priya? #release',
      mentions: [{ id: nora.profile.id, handle: 'priya' }],
      repliers: [{ id: nora.profile.id }],
      reaction_counts: { '👍': 2 },
    },
    { username: 'nora', author_id: nora.profile.id, metadata: { imported: 'slack' } },
    { username: 'nora' },
    { username: 'deploys' },
    { username: 'gone' },
  ])
  const mine = await nora.api.messages.get({ params: { id: posts[0]?.id ?? '' } })
  expect(mine.message.user_reactions).toEqual({ '👍': true })
  // polling returns the changes
  const { updated } = await ana.api.messages.history({
    query: { org_id: spaceId, since: before.latest_timestamp },
  })
  expect(updated.filter(({ username }) => username === 'nora')).toHaveLength(2)
  expect((await peopleOf(ana, spaceId))['priya']).toMatchObject({
    messages: 0,
    has_email: false,
    claimed_by: { handle: 'nora' },
  })
  expect(await server.query('select id from deliveries where space_id = $1', [spaceId])).toEqual([])
})

test('joining with the verified address of an imported person claims them, case-insensitively', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await imported(server)
  const nora = await server.signUp('nora')
  await setEmail(server, nora, 'Mateo@Old.example', true)

  await nora.joins((await inviteTo(ana, spaceId)).invite_code)

  await eventually(
    () => authors(ana, spaceId),
    (all) => all[0] === 'nora',
  )
  expect((await authors(ana, spaceId)).slice(1)).toEqual(BEFORE.slice(1))
})

test('the importing person claims themself by their own verified address', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  await setEmail(server, ana, 'priya@old.example', true)
  const { space } = await brings(ana, server.url, await zipOf(SLACK_FILES))
  await eventually(
    () => authors(ana, space?.id ?? ''),
    (all) => all[1] === 'ana' && all[2] === 'ana',
  )
})

test('nobody can claim a person by a name, by an unverified address, or from another space', async () => {
  await using server = await startServer()
  const mateo = await server.signUp('mateo')
  const { ana, spaceId } = await imported(server)
  const unverified = await server.signUp('sly-one')
  await setEmail(server, unverified, 'mateo@old.example', false)
  const elsewhere = await server.signUp('far-one')
  await setEmail(server, elsewhere, 'priya@old.example', true)
  const { invite_code: code } = await inviteTo(ana, spaceId)

  await mateo.joins(code)
  await unverified.joins(code)
  const space = await elsewhere.api.spaces.create({ body: { name: 'Mine', visibility: 'invite_only' } })
  await elsewhere.goesTo(space.id)

  expect(await server.query('select account_id from imported_people where claimed_by is not null')).toEqual(
    [],
  )
  expect(await authors(ana, spaceId)).toEqual(['mateo2', 'priya', 'priya', 'deploys', 'gone'])
})

test('an invite for an imported person works once', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await imported(server)
  const code = await claimInvite(ana, spaceId, 'mateo')
  const nora = await server.signUp('nora')
  const eve = await server.signUp('eve')
  await nora.joins(code)

  expect((await refusalOf(eve.joins(code))).status).toBe(404)
  expect((await refusalOf(claimInvite(ana, spaceId, 'mateo'))).status).toBe(409)
  const rows = await server.query('select claimed_by from imported_people where claimed_by is not null')
  expect(rows).toEqual([{ claimed_by: nora.profile.id }])
})

test('with two invites for one person, of two concurrent joins one claims, and both join', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await imported(server)
  const codes = [await claimInvite(ana, spaceId, 'mateo'), await claimInvite(ana, spaceId, 'mateo')]
  const people = [await server.signUp('nora'), await server.signUp('eve')]

  await Promise.all(people.map((one, index) => one.joins(codes[index] ?? '')))

  const rows = await server.query<{ claimed_by: string }>(
    'select claimed_by from imported_people where claimed_by is not null',
  )
  expect(rows).toHaveLength(1)
  const winner = people.find(({ profile }) => profile.id === rows[0]?.claimed_by)
  await eventually(
    () => authors(ana, spaceId),
    (all) => all[0] === winner?.username,
  )
  expect((await ana.api.spaces.members({ params: { id: spaceId } })).total_members).toBe(3)
})

test('a member, including its creator, claims nothing by such an invite and does not use it up', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await imported(server)
  const eve = await server.signUp('eve')
  await eve.joins((await inviteTo(ana, spaceId)).invite_code)
  const code = await claimInvite(ana, spaceId, 'mateo')

  await eve.joins(code)
  await ana.joins(code)
  expect(await server.query('select account_id from imported_people where claimed_by is not null')).toEqual(
    [],
  )

  const nora = await server.signUp('nora')
  await nora.joins(code)
  await eventually(
    () => authors(ana, spaceId),
    (all) => all[0] === 'nora',
  )
})

test('only admins create such invites, for people of their own space, and not for bots', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await imported(server)
  const bob = await server.signUp('bob')
  await bob.joins((await inviteTo(ana, spaceId)).invite_code)
  const other = await bob.api.spaces.create({ body: { name: 'Own', visibility: 'invite_only' } })
  const { mateo, deploys } = await peopleOf(ana, spaceId)
  const invite = (one: Person, id: string, personId: string) =>
    refusalOf(one.api.call(importRoutes.invite, { params: { id, person_id: personId }, body: {} }))

  expect((await invite(bob, spaceId, mateo?.id ?? '')).status).toBe(403)
  expect((await invite(bob, other.id, mateo?.id ?? '')).status).toBe(404)
  expect((await invite(ana, spaceId, ana.profile.id)).status).toBe(404)
  expect((await invite(ana, spaceId, deploys?.id ?? '')).status).toBe(409)
})

test('messages of a later import belong to the claimant at once', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await imported(server)
  const nora = await server.signUp('nora')
  await nora.joins(await claimInvite(ana, spaceId, 'mateo'))
  await eventually(
    () => authors(ana, spaceId),
    (all) => all[0] === 'nora',
  )
  const more = [{ type: 'message', user: 'U1', ts: '1709400000.0001', text: 'one more' }]

  const later = await brings(
    ana,
    server.url,
    await zipOf({ ...SLACK_FILES, 'general/2024-03-02.json': more }),
  )

  expect(later).toMatchObject({ messages_added: 1, space: { id: spaceId } })
  expect((await authors(ana, spaceId)).at(-1)).toBe('nora')
})
