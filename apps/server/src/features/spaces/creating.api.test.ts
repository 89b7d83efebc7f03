import { randomUUID } from 'node:crypto'
import { channelRoutes } from '@flockwork/contract/channels'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { startServer } from '../../../test/server.ts'
import { inviteTo } from '../../../test/spaces.ts'

test('everyone gets a private personal space, with Chirpy in it', async () => {
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
  expect((await ana.api.call(channelRoutes.list, {})).channels).toEqual(['main', 'testing', 'dev'])
})

test('the personal space takes no invites', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')

  expect((await refusalOf(inviteTo(ana, ana.spaceId()))).status).toBe(403)
})

test('a created space is returned completely, its creator is admin, and it is not yet the current one', async () => {
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

test('ten concurrent spaces of one name all succeed, each with its own slug', async () => {
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

test('an invalid space is refused, and the field is named', async () => {
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

test('a name without any ASCII letter gets a slug, too', async () => {
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

  // concurrently: the last slot is taken once
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

test('a space created twice with one key is one space; another body with it is refused', async () => {
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
