import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { openStream } from '../../../test/stream.ts'

const HOUR_MS = 60 * 60 * 1000

async function sharedSpace(owner: Person, name = 'Field Lab'): Promise<string> {
  const space = await owner.api.spaces.create({ body: { name, visibility: 'invite_only' } })
  return space.id
}

const inviteTo = (member: Person, id: string, body: { max_uses?: number; expires_hours?: number } = {}) =>
  member.api.spaces.invite({ params: { id }, body })

const joining = (guest: Person, code: string) => guest.api.spaces.join({ body: { invite_code: code } })

/** Signs in again after the clock was moved past the life of the token. */
async function afterMoving(server: TestServer, person: Person, byMs: number) {
  server.moveClock(byMs)
  const { access_token: token } = await server.api.auth.refresh({
    body: { refresh_token: person.refreshToken },
  })
  return (method: string, path: string, json?: unknown) =>
    call(server.url, method, path, { token, ...(json !== undefined && { json }) })
}

/* one's own */

test('everyone gets a private space of their own, with Chirpy in it', async () => {
  await using server = await startServer()
  await server.signUp('admin-person')
  const ana = await server.signUp('ana')

  const { organizations } = await ana.api.spaces.list()

  expect(organizations).toMatchObject([
    {
      id: ana.spaceId(),
      name: "ana's Workspace",
      description: 'Personal workspace for ana',
      visibility: 'private',
      is_personal: true,
      is_member: true,
      is_current: true,
      member_count: 1,
      role: 'admin',
      created_by: ana.profile.id,
    },
  ])
  const { items } = await ana.api.spaces.roster({ params: { id: ana.spaceId() } })
  expect(items.map(({ handle }) => handle).toSorted()).toEqual(['ana', 'chirpy'])
  expect((await ana.api.messages.channels()).channels).toEqual(['main', 'testing', 'dev'])
})

test('the personal space takes no invites', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  expect((await refusalOf(inviteTo(ana, ana.spaceId()))).status).toBe(403)
})

/* creating */

test('a created space is answered whole, its creator is its admin, and it is not yet the current one', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const space = await ana.api.spaces.create({
    body: { name: '  Field Lab  ', description: 'Where we try things', visibility: 'team' },
  })

  expect(space).toMatchObject({
    name: 'Field Lab',
    slug: 'field-lab',
    description: 'Where we try things',
    visibility: 'invite_only',
    is_personal: false,
    is_member: true,
    is_current: false,
    member_count: 1,
    role: 'admin',
    created_by: ana.profile.id,
  })
  const { organizations } = await ana.api.spaces.list()
  expect(organizations.map(({ is_current }) => is_current)).toEqual([true, false])
})

test('ten spaces of one name made at once all succeed, each with its own slug', async () => {
  await using server = await startServer()
  const people = await Promise.all(Array.from({ length: 5 }, (_, index) => server.signUp(`person-${index}`)))

  const spaces = await Promise.all(
    [...people, ...people].map((person) =>
      person.api.spaces.create({ body: { name: 'Same Name', visibility: 'private' } }),
    ),
  )

  expect(new Set(spaces.map(({ slug }) => slug)).size).toBe(10)
})

const WRONG_SPACES: [string, unknown, string[]][] = [
  ['no name', {}, ['body', 'name']],
  ['an empty name', { name: '   ' }, ['body', 'name']],
  ['a name of 81 characters', { name: 'x'.repeat(81) }, ['body', 'name']],
  ['a name with NUL', { name: 'a\0b' }, ['body', 'name']],
  ['a name that is a list', { name: ['a'] }, ['body', 'name']],
  ['a description of 501 characters', { name: 'ok', description: 'x'.repeat(501) }, ['body', 'description']],
  [
    'a description with half a surrogate pair',
    { name: 'ok', description: '\ud83d' },
    ['body', 'description'],
  ],
  ['an unknown visibility', { name: 'ok', visibility: 'secret' }, ['body', 'visibility']],
]

test('a wrong space is refused, and the place is named', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  for (const [what, json, loc] of WRONG_SPACES) {
    const { status, body } = await call(server.url, 'POST', '/api/organizations/create', {
      token: ana.token(),
      json,
    })
    expect([what, status]).toEqual([what, 422])
    expect(body).toMatchObject({ error: 'validation_error', detail: [{ loc }] })
  }
})

test('a name without a single letter of ASCII gets a slug too', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const first = await ana.api.spaces.create({ body: { name: '日本語' } })
  const second = await ana.api.spaces.create({ body: { name: '🚀' } })

  expect(first.slug).toMatch(/^[a-z0-9-]+$/)
  expect(second.slug).not.toBe(first.slug)
  expect(first.visibility).toBe('private')
})

test.for([
  ['private', 10],
  ['invite_only', 5],
  ['public', 3],
] as const)('a person makes so many %s spaces: %i', async ([visibility, limit]) => {
  await using server = await startServer()
  const admin = await server.signUp('root')
  const ana = await server.signUp('ana')
  const create = (who: Person) =>
    call(server.url, 'POST', '/api/organizations/create', {
      token: who.token(),
      json: { name: 'Lab', visibility },
    })

  // all at once: the last slot is taken once
  const answers = await Promise.all(Array.from({ length: limit + 3 }, () => create(ana)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(limit)
  const refused = await create(ana)

  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    error: 'LIMIT_REACHED',
    detail: { code: 'LIMIT_REACHED', message: expect.any(String), visibility, limit },
  })
  for (let index = 0; index <= limit; index++) expect((await create(admin)).status).toBe(201)
})

test('a space created twice under one key is one space; another body under it is refused', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const body = { name: 'Field Lab', visibility: 'private' }
  const key = randomUUID()

  const [first, ...repeats] = await Promise.all(
    Array.from({ length: 5 }, () => ana.api.spaces.create({ body, key })),
  )
  const other = await refusalOf(ana.api.spaces.create({ body: { ...body, name: 'Other' }, key }))

  for (const repeat of repeats) expect(repeat).toEqual(first)
  expect([other.status, other.code]).toEqual([422, 'idempotency_mismatch'])
  expect((await ana.api.spaces.list()).organizations).toHaveLength(2)
})

/* switching */

test('switching answers a token of the space and makes it the current one', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const id = await sharedSpace(ana)

  const switched = await ana.api.spaces.switch({ body: { org_id: id.toUpperCase() } })

  expect(switched).toMatchObject({
    org_id: id,
    org_name: 'Field Lab',
    organization: { id, is_current: true },
  })
  expect(switched.available_agents.map(({ username }) => username)).toEqual(['chirpy'])
  const payload = JSON.parse(Buffer.from(switched.new_token.split('.')[1] ?? '', 'base64url').toString())
  expect(payload).toMatchObject({ org_id: id, sub: ana.profile.id })
})

test.for(['an unknown space', "another's space"])('switching to %s is 403', async (which) => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')

  const refused = await refusalOf(
    bob.api.spaces.switch({ body: { org_id: which === 'an unknown space' ? randomUUID() : ana.spaceId() } }),
  )

  expect(refused.status).toBe(403)
})

test('switching to something that is no id is 422', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  const { status, body } = await call(server.url, 'POST', '/api/organizations/switch', {
    token: ana.token(),
    json: { org_id: 'x' },
  })

  expect(status).toBe(422)
  expect(body).toMatchObject({ detail: [{ loc: ['body', 'org_id'] }] })
})

test('a token of the former space gets 409 on the current space, and none on a space it names', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const ana = await server.signUp('ana')
  const token = ana.token()
  const before = ana.spaceId()
  // the twin remembers the session, and must hear of the switch
  expect((await call(twin.url, 'GET', '/auth/messages', { token })).status).toBe(200)
  await ana.goesTo(await sharedSpace(ana))

  const current = [
    call(server.url, 'GET', '/auth/messages', { token }),
    call(server.url, 'POST', '/auth/messages', { token, json: { content: 'hello' } }),
    call(server.url, 'GET', '/posts/channels', { token }),
    call(server.url, 'GET', '/auth/agents', { token }),
  ]
  for (const { status, body } of await Promise.all(current)) {
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'ORG_CONTEXT_CHANGED', detail: 'Organization context has changed' })
  }

  const named = [
    call(server.url, 'GET', `/auth/messages?org_id=${before}`, { token }),
    call(server.url, 'POST', '/auth/messages', { token, json: { content: 'hello', org_id: before } }),
    call(server.url, 'POST', `/auth/messages?org_id=${before}`, { token, json: { content: 'hello' } }),
    call(server.url, 'GET', `/posts/channels?org_id=${before}`, { token }),
    call(server.url, 'GET', `/auth/agents?org_id=${before}`, { token }),
    call(server.url, 'GET', `/api/organizations/${before}/members`, { token }),
    call(server.url, 'GET', '/api/organizations/', { token }),
    call(server.url, 'GET', '/auth/me', { token }),
  ]
  for (const { status } of await Promise.all(named)) expect(status).toBeLessThan(300)
})

/* inviting and joining */

test('a code brings its guest in, makes the space current, and tells those inside', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')
  const id = await sharedSpace(ana)
  const invite = await inviteTo(ana, id)
  await using stream = await openStream(server.url, { token: ana.token(), spaceId: id })
  await stream.next(({ event }) => event === 'bootstrap')

  const joined = await joining(bob, invite.invite_code)

  expect(joined).toMatchObject({
    org_id: id,
    organization: { is_member: true, is_current: true, role: 'member' },
  })
  expect(joined.organization.member_count).toBe(2)
  const told = await stream.next(({ event }) => event === 'space_update')
  expect(told.data).toMatchObject({
    action: 'joined',
    space_id: id,
    member: { username: 'bob', role: 'member' },
  })
  const { members, total_members } = await ana.api.spaces.members({ params: { id } })
  expect(total_members).toBe(2)
  expect(members.map(({ username, role }) => [username, role])).toEqual([
    ['ana', 'admin'],
    ['bob', 'member'],
  ])
})

test('codes are long, not stored, and last a week unless said otherwise', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const id = await sharedSpace(ana)

  const invite = await inviteTo(ana, id)
  const short = await inviteTo(ana, id, { expires_hours: 1, max_uses: 3 })

  expect(invite.invite_code).toMatch(/^[\w-]{22,}$/)
  expect(invite.max_uses).toBeNull()
  const lifetime = Date.parse(invite.expires_at) - server.services.clock.now()
  expect(Math.abs(lifetime - 168 * HOUR_MS)).toBeLessThan(60_000)
  expect(short.max_uses).toBe(3)
  const stored = await server.query<{ text: string }>('select invites::text as text from invites')
  expect(stored.map(({ text }) => text).join()).not.toContain(invite.invite_code)
})

test('a member who is no admin of the space may invite, a stranger hears that there is none', async () => {
  await using server = await startServer()
  const { bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')

  expect((await inviteTo(bob, spaceId)).invite_code).toBeTruthy()
  expect((await refusalOf(inviteTo(cleo, spaceId))).status).toBe(404)
})

const WRONG_INVITES: [string, object, string][] = [
  ['no hours', { expires_hours: 0 }, 'expires_hours'],
  ['more than a year', { expires_hours: 8761 }, 'expires_hours'],
  ['half an hour', { expires_hours: 0.5 }, 'expires_hours'],
  ['no uses', { max_uses: 0 }, 'max_uses'],
  ['uses as text', { max_uses: '3' }, 'max_uses'],
]

test('a wrong invite is refused, and the place is named', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const id = await sharedSpace(ana)

  for (const [what, json, field] of WRONG_INVITES) {
    const answer = await call(server.url, 'POST', `/api/organizations/${id}/invites`, {
      token: ana.token(),
      json,
    })
    expect([what, answer.status]).toEqual([what, 422])
    expect(answer.body).toMatchObject({ detail: [{ loc: ['body', field] }] })
  }
})

test.for(['a wrong code', 'an expired code', 'a used-up code', 'a revoked code'])(
  '%s is refused in the same words',
  async (which) => {
    await using server = await startServer()
    const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
    const cleo = await server.signUp('cleo')
    const dan = await server.signUp('dan')
    const invite = await inviteTo(ana, spaceId, { expires_hours: 1, max_uses: 1 })
    if (which === 'a used-up code') await joining(dan, invite.invite_code)
    if (which === 'a revoked code') await server.query('update invites set revoked_at = now()')
    const code = which === 'a wrong code' ? 'nonsense' : invite.invite_code
    const ask = await afterMoving(server, cleo, which === 'an expired code' ? HOUR_MS : 0)

    const { status, body } = await ask('POST', '/api/organizations/join', { invite_code: code })

    expect(status).toBe(404)
    expect(body).toMatchObject({ detail: 'Invalid or expired invite code' })
  },
)

test('the last use of a code is taken once, by whoever comes first', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const ana = await server.signUp('ana')
  const id = await sharedSpace(ana)
  const guests = await Promise.all(Array.from({ length: 8 }, (_, index) => server.signUp(`guest-${index}`)))
  const invite = await inviteTo(ana, id, { max_uses: 3 })

  const answers = await Promise.all(
    guests.map((guest, index) =>
      call(index % 2 === 0 ? server.url : twin.url, 'POST', '/api/organizations/join', {
        token: guest.token(),
        json: { invite_code: invite.invite_code },
      }),
    ),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(5)
  expect((await ana.api.spaces.members({ params: { id } })).total_members).toBe(4)
})

test('a member who joins again gets the same answer and uses nothing up', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')
  const id = await sharedSpace(ana)
  const invite = await inviteTo(ana, id, { max_uses: 1 })
  const { new_token: _first, ...first } = await joining(bob, invite.invite_code)

  const repeats = await Promise.all([joining(bob, invite.invite_code), joining(bob, invite.invite_code)])

  for (const { new_token: _again, ...again } of repeats) expect(again).toEqual(first)
  expect((await joining(ana, invite.invite_code)).org_id).toBe(id)
  expect(await server.query('select uses from invites')).toEqual([{ uses: 1 }])
  expect(await server.query("select 1 as one from events where name = 'space_update'")).toHaveLength(1)
})

test('thirty wrong codes are enough for a quarter of an hour, right ones do not count', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')
  const invite = await inviteTo(ana, await sharedSpace(ana))
  const guess = (code: string) =>
    call(server.url, 'POST', '/api/organizations/join', { token: bob.token(), json: { invite_code: code } })
  for (let right = 0; right < 3; right++) expect((await guess(invite.invite_code)).status).toBe(200)
  const wrong = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(`wrong-${index}`)))
  expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([404]))

  const refused = await guess(invite.invite_code)

  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).not.toBeNull()
  // another person is not held up
  expect((await joining(ana, invite.invite_code)).org_id).toBeTruthy()
})

test('an invite asked for twice under one key is one invite, whose code is not shown again', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const ana = await server.signUp('ana')
  const id = await sharedSpace(ana)
  const key = randomUUID()

  const answers = await Promise.all(
    [server, twin, server, twin].map(({ url }) =>
      call(url, 'POST', `/api/organizations/${id}/invites`, { token: ana.token(), json: {}, key }),
    ),
  )

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  for (const { status, body } of answers)
    if (status === 409) expect(body).toMatchObject({ error: 'already_done' })
  expect(await server.query('select 1 as one from invites')).toHaveLength(1)
})

/* who is here */

test('the roster has people and agents, of one kind or both, page by page and by name', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const helper = await ana.registers('helper')
  const roster = (query: object) => ana.api.spaces.roster({ params: { id: spaceId }, query })

  const all = await roster({})
  const agents = await roster({ type: 'agent' })
  const people = await roster({ type: 'user' })
  const page = await roster({ limit: 2, offset: 1 })
  const beyond = await roster({ limit: 2, offset: 50 })
  const named = await roster({ search: 'HELP' })

  expect(all).toMatchObject({ total: 4, offset: 0 })
  expect(all.items.map(({ handle }) => handle).toSorted()).toEqual(['ana', 'bob', 'chirpy', 'helper'])
  expect(agents.items.map(({ handle }) => handle).toSorted()).toEqual(['chirpy', 'helper'])
  expect(people.items.map(({ handle }) => handle).toSorted()).toEqual(['ana', 'bob'])
  expect(people.total).toBe(2)
  expect(page.items).toEqual(all.items.slice(1, 3))
  expect(page.total).toBe(4)
  expect([beyond.items, beyond.total]).toEqual([[], 4])
  expect(named.items).toMatchObject([
    {
      id: helper.id,
      type: 'agent',
      workspace_id: spaceId,
      metadata: { agent_id: helper.id },
      owner_user: { id: ana.profile.id, handle: 'ana' },
    },
  ])
  for (const odd of ['%', '_', '\\', "'", '\u0000x']) {
    const answer = await call(
      server.url,
      'GET',
      `/api/organizations/${spaceId}/roster?search=${encodeURIComponent(odd)}`,
      {
        token: ana.token(),
      },
    )
    expect([odd, answer.status]).toEqual([odd, odd.startsWith('\0') ? 422 : 200])
    if (answer.status === 200) expect(answer.body).toMatchObject({ items: [] })
  }
})

test("an agent reads the roster of the spaces its owner is in, and no other's", async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const cleo = await server.signUp('cleo')
  const helper = await ana.registers('helper')

  expect((await helper.api.spaces.roster({ params: { id: spaceId } })).total).toBe(4)
  expect((await refusalOf(helper.api.spaces.roster({ params: { id: cleo.spaceId() } }))).status).toBe(404)
  expect((await refusalOf(helper.api.spaces.list())).status).toBe(403)
  expect((await refusalOf(helper.api.spaces.create({ body: { name: 'x' } }))).status).toBe(403)
})

test('a stranger, an administrator too, gets 404 for whatever belongs to a space, as for none', async () => {
  await using server = await startServer()
  const root = await server.signUp('root')
  const { ana, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const message = await ana.says('ours alone')
  const nowhere = randomUUID()

  const calls = (space: string, id: string): [string, string, unknown?][] => [
    ['GET', `/auth/messages?org_id=${space}`],
    ['GET', `/auth/messages?org_id=${space}&around=${id}`],
    ['POST', '/auth/messages', { content: 'hi', org_id: space }],
    ['POST', '/auth/messages', { content: 'hi', org_id: space, parent_id: id }],
    ['POST', `/auth/messages?org_id=${space}`, { content: 'hi' }],
    ['POST', `/posts/${id}/reply`, { content: 'hi' }],
    ['POST', `/posts/${id}/respond`, { content: 'hi' }],
    ['GET', `/api/messages/${id}`],
    ['GET', `/api/messages/${id}/thread`],
    ['GET', `/api/messages/${id}/deliveries`],
    ['GET', `/posts/channels?org_id=${space}`],
    ['GET', `/auth/agents?org_id=${space}`],
    ['GET', `/api/organizations/${space}/members`],
    ['GET', `/api/organizations/${space}/roster`],
    ['POST', `/api/organizations/${space}/invites`, {}],
    ['GET', `/api/sse/messages?org_id=${space}`],
  ]
  const ask = async ([method, path, json]: [string, string, unknown?]) =>
    call(server.url, method, path, { token: root.token(), ...(json !== undefined && { json }) })

  const foreign = await Promise.all(calls(spaceId, message.id).map(ask))
  const none = await Promise.all(calls(nowhere, randomUUID()).map(ask))

  for (const [index, answer] of foreign.entries()) {
    const [method, path] = calls('{space}', '{id}')[index] ?? []
    const what = `${method} ${path}`
    expect([what, answer.status, none[index]?.status]).toEqual([what, 404, 404])
    // the same words for what is foreign and what isn't there
    const detail = (body: unknown) => (body as { detail: unknown }).detail
    expect([what, detail(answer.body)]).toEqual([what, detail(none[index]?.body)])
  }
})
