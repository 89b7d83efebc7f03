/** What happens to spaces, agents, messages and deliveries when an account is deleted. */
import { expect, test } from 'vitest'
import { deleteAccount } from '../../test/accounts.ts'
import { call, eventually, refusalOf } from '../../test/calls.ts'
import { PASSWORD } from '../../test/people.ts'
import { startPair, startServer } from '../../test/server.ts'
import { inviteTo } from '../../test/spaces.ts'
import { openStream } from '../../test/stream.ts'

test('its messages stay, by "Deleted user"', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('root', 'ana', 'bob')
  const said = await ana.says('this stays')
  const answer = await bob.replies(said, 'with its answers')

  await deleteAccount(server, ana.token(), PASSWORD)

  expect(await bob.reads(said.id)).toMatchObject({
    content: 'this stays',
    username: 'ana',
    display_name: 'Deleted user',
    avatar_url: null,
    reply_count: 1,
  })
  const { posts } = await bob.api.messages.history({ query: { org_id: bob.spaceId() } })
  expect(posts.map(({ id, display_name }) => [id, display_name])).toEqual([
    [said.id, 'Deleted user'],
    [answer.id, 'bob'],
  ])
})

test('a mention of it or of its agents no longer reaches anyone', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('root', 'ana', 'bob')
  const helper = await ana.registers('helper')
  const before = await bob.says('@ana @helper')
  expect(before.mentions.map(({ handle }) => handle)).toEqual(['ana', 'helper'])

  await deleteAccount(server, ana.token(), PASSWORD)

  const after = await bob.says(`@ana @${helper.username}`)
  expect(after.mentions).toEqual([])
  expect(after.mentions_unknown.map(({ handle }) => handle)).toEqual(['ana', 'helper'])
  expect(after.deliveries).toEqual([])
})

test('the remaining members get an event that it left, and no list shows it or its agents', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('root', 'ana', 'bob')
  await ana.registers('helper')
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  await deleteAccount(server, ana.token(), PASSWORD)

  const event = await stream.next(({ event }) => event === 'space_update')
  expect(event.data).toMatchObject({ action: 'left', member: { user_id: ana.profile.id, username: 'ana' } })
  const { items } = await bob.api.spaces.roster({ params: { id: spaceId }, query: {} })
  expect(items.map(({ handle }) => handle).toSorted()).toEqual(['bob', 'chirpy', 'root'])
  const { members } = await bob.api.spaces.members({ params: { id: spaceId } })
  expect(members.map(({ username }) => username)).toEqual(['root', 'bob'])
  const { agents } = await bob.api.agents.list({ query: { org_id: spaceId } })
  expect(agents.map(({ username }) => username)).toEqual(['chirpy'])
})

test('what is pending for it and its agents becomes undeliverable, and the authors get the events', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('root', 'ana', 'bob')
  await ana.registers('helper')
  const sent = await bob.says('@ana @helper @root')
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  await deleteAccount(server, ana.token(), PASSWORD)

  const first = await stream.next(({ event }) => event === 'delivery')
  const second = await stream.next(({ event }) => event === 'delivery')
  for (const { data } of [first, second]) {
    expect(data).toMatchObject({
      message_id: sent.id,
      delivery: { state: 'undeliverable', why: 'This account was deleted' },
    })
  }
  const { deliveries } = await bob.api.messages.deliveries({ params: { id: sent.id } })
  const states = Object.fromEntries(deliveries.map(({ recipient, state }) => [recipient.handle, state]))
  expect(states).toEqual({ ana: 'undeliverable', helper: 'undeliverable', root: 'stored' })
})

test('if it was the only admin, the longest-standing member becomes one, and everyone gets the event', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const { bob, cleo, ana, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  await using stream = await openStream(server.url, { token: cleo.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  await deleteAccount(server, ana.token(), PASSWORD)

  const event = await stream.next(({ data }) => data['action'] === 'role')
  expect(event.data).toMatchObject({ member: { user_id: bob.profile.id, role: 'admin' } })
  const { members } = await cleo.api.spaces.members({ params: { id: spaceId } })
  expect(members.map(({ username, role }) => [username, role])).toEqual([
    ['bob', 'admin'],
    ['cleo', 'member'],
  ])
})

test('if another admin remains, nobody is promoted', async () => {
  await using server = await startServer()
  const { root, ana, spaceId } = await server.peopleInOneSpace('root', 'ana', 'bob')

  await deleteAccount(server, ana.token(), PASSWORD)

  const { members } = await root.api.spaces.members({ params: { id: spaceId } })
  expect(members.map(({ username, role }) => [username, role])).toEqual([
    ['root', 'admin'],
    ['bob', 'member'],
  ])
})

test('a space without members is unreachable, even by an old invite', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const invite = await inviteTo(ana, spaceId)
  const personalId = ana.profile.current_org_id ?? ''

  await deleteAccount(server, ana.token(), PASSWORD)

  const joining = root.api.spaces.join({ body: { invite_code: invite.invite_code } })
  expect((await refusalOf(joining)).status).toBe(404)
  for (const id of [spaceId, personalId]) {
    const { status } = await call(server.url, 'GET', `/auth/messages?org_id=${id}`, { token: root.token() })
    expect(status).toBe(404)
  }
})

test('all members of shared spaces can delete their accounts at once', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  await server.signUp('root')
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  await ana.says('@bob @cleo')
  await bob.says('@ana @cleo')

  const answers = await Promise.all(
    [ana, bob, cleo].map((one, index) => deleteAccount(index === 0 ? server : twin, one.token(), PASSWORD)),
  )

  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  const [space] = await server.query('select deleted_at from spaces where id = $1', [spaceId])
  expect(space).toEqual({ deleted_at: expect.any(Date) })
})

test('a new name is shown to the others at once, in the feed and on the roster', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const said = await ana.says('who am I?')
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')
  const rename = (full_name: string | null) =>
    call(server.url, 'PATCH', '/auth/me', { token: ana.token(), json: { full_name } })

  const answer = await rename('  Ana Lovelace ')

  expect(answer.body).toMatchObject({ full_name: 'Ana Lovelace', username: 'ana' })
  const event = await stream.next(({ event }) => event === 'space_update')
  expect(event.data).toMatchObject({
    action: 'updated',
    member: { username: 'ana', full_name: 'Ana Lovelace' },
  })
  expect(await bob.reads(said.id)).toMatchObject({ display_name: 'Ana Lovelace' })
  expect(await ana.says('I know')).toMatchObject({ display_name: 'Ana Lovelace' })

  // without a name the username is shown
  for (const none of ['   ', null]) expect((await rename(none)).body).toMatchObject({ full_name: null })
  expect(await bob.reads(said.id)).toMatchObject({ display_name: 'ana' })
  expect((await rename('x'.repeat(121))).status).toBe(422)
  const nothing = await call(server.url, 'PATCH', '/auth/me', { token: ana.token(), json: {} })
  expect(nothing.status).toBe(422)
})

test('calls in flight when the account is deleted leave no space, membership or agent behind', async () => {
  await using server = await startServer()
  await server.signUp('root')
  const { bob } = await server.peopleInOneSpace('bob')
  const { invite_code } = await bob.api.spaces.invite({ params: { id: bob.spaceId() }, body: {} })
  const open = await bob.api.spaces.create({ body: { name: 'Open', visibility: 'public' } })
  const ana = await server.signUp('ana')
  const post = (path: string, json: object) => call(server.url, 'POST', path, { token: ana.token(), json })
  const { id } = ana.profile

  // the person's row is locked, so that all of them wait there
  const locking = await server.services.database.connect()
  await locking.query('begin')
  await locking.query('select 1 from people where account_id = $1 for update', [id])
  const deletion = call(server.url, 'DELETE', '/auth/me', {
    token: ana.token(),
    json: { password: PASSWORD },
  })
  const waiting = () =>
    server.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  await eventually(waiting, (rows) => rows.length === 1)
  const others = [
    post('/api/organizations/create', { name: 'Late', visibility: 'public' }),
    post('/api/organizations/join', { invite_code }),
    post('/api/organizations/join-public', { org_id: open.id }),
    post('/auth/agents/register', { agent_name: 'late-agent', agent_type: 'general' }),
  ]
  await eventually(waiting, (rows) => rows.length === 5)
  await locking.query('commit')
  await locking.end()

  expect((await deletion).status).toBe(204)
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect(
    await server.query(
      'select 1 from members m join spaces s on s.id = m.space_id where m.account_id = $1 and not s.is_personal',
      [id],
    ),
  ).toEqual([])
  const left = await server.query(
    'select name from spaces where created_by = $1 and deleted_at is null and not is_personal',
    [id],
  )
  expect(left).toEqual([])
  expect(await server.query('select 1 from agents where owner_id = $1', [id])).toEqual([])
})
