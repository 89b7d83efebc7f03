/** Public spaces and the slots for new spaces (docs/rules/spaces.md#visibility, docs/rules/spaces.md#creating). */
import { SPACE_SLOTS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { refusalOf } from '../../../test/calls.ts'
import { startServer } from '../../../test/server.ts'
import { openStream } from '../../../test/stream.ts'

test('everyone sees the list of public spaces, and nobody others in it', async () => {
  await using server = await startServer()
  const [ana, bob] = [await server.signUp('ana'), await server.signUp('bob')]
  const open = await ana.api.spaces.create({ body: { name: 'Open', visibility: 'public' } })
  await ana.api.spaces.create({ body: { name: 'Team', visibility: 'invite_only' } })
  await ana.api.spaces.create({ body: { name: 'Own', visibility: 'private' } })

  const listOf = async ({ api }: typeof ana) => (await api.spaces.listPublic()).organizations

  expect(await listOf(bob)).toMatchObject([
    { id: open.id, name: 'Open', is_member: false, is_current: false, role: null, member_count: 1 },
  ])
  expect(await listOf(ana)).toMatchObject([{ id: open.id, is_member: true, role: 'admin' }])
})

test('joining a public space makes it current, is broadcast, and is safe to repeat', async () => {
  await using server = await startServer()
  const [ana, bob] = [await server.signUp('ana'), await server.signUp('bob')]
  const space = await ana.api.spaces.create({ body: { name: 'Open', visibility: 'public' } })
  await using stream = await openStream(server.url, { token: ana.token(), spaceId: space.id })
  await stream.next(({ event }) => event === 'bootstrap')

  const joined = await bob.api.spaces.joinPublic({ body: { org_id: space.id } })

  expect(joined).toMatchObject({ org_id: space.id, org_name: 'Open', organization: { is_current: true } })
  const update = await stream.next(({ event }) => event === 'space_update')
  expect(update.data).toMatchObject({ action: 'joined', member: { username: 'bob' } })
  await bob.goesTo(space.id)
  expect((await bob.says('hello')).space_id).toBe(space.id)
  const again = await bob.api.spaces.joinPublic({ body: { org_id: space.id } })
  expect(again.organization.member_count).toBe(2)
  expect(stream.events.filter(({ event }) => event === 'space_update')).toHaveLength(1)
})

test('a space that is not public looks unknown, and nobody can join it', async () => {
  await using server = await startServer()
  const [ana, bob] = [await server.signUp('ana'), await server.signUp('bob')]
  const team = await ana.api.spaces.create({ body: { name: 'Team', visibility: 'invite_only' } })
  const nowhere = '5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f'

  for (const id of [team.id, ana.spaceId(), nowhere]) {
    const refusal = await refusalOf(bob.api.spaces.joinPublic({ body: { org_id: id } }))
    expect(refusal).toMatchObject({ status: 404, detail: 'No such space' })
  }
  expect((await refusalOf(bob.api.spaces.joinPublic({ body: { org_id: 'x' } }))).status).toBe(422)
})

test('the slots show how many are left; the personal space takes none', async () => {
  await using server = await startServer()
  const [admin, bob] = [await server.signUp('ana'), await server.signUp('bob')]

  expect(await bob.api.spaces.stats()).toEqual({
    is_admin: false,
    unlimited: false,
    limits: SPACE_SLOTS,
    used: { private: 0, invite_only: 0, public: 0 },
    remaining: SPACE_SLOTS,
  })
  for (let made = 1; made <= SPACE_SLOTS.public; made++) {
    await bob.api.spaces.create({ body: { name: `Open ${made}`, visibility: 'public' } })
    expect((await bob.api.spaces.stats()).remaining?.public).toBe(SPACE_SLOTS.public - made)
  }
  const beyond = await refusalOf(bob.api.spaces.create({ body: { name: 'Too many', visibility: 'public' } }))
  expect(beyond).toMatchObject({ status: 409, code: 'LIMIT_REACHED' })
  expect(await admin.api.spaces.stats()).toMatchObject({ unlimited: true, limits: null, remaining: null })
})
