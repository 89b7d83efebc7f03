/** Creating, renaming and archiving channels (docs/rules/messages.md#channels). */
import { channelRoutes } from '@flockwork/contract/channels'
import { CHANNELS_PER_SPACE } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call, refusalOf } from '../../../../test/calls.ts'
import { lockRows } from '../../../../test/locks.ts'
import type { Person } from '../../../../test/people.ts'
import { startServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'

const create = ({ api }: Pick<Person, 'api'>, name: string, key?: string) =>
  api.call(channelRoutes.create, { body: { name }, key })
const update = ({ api }: Pick<Person, 'api'>, name: string, body: { name?: string; archived?: boolean }) =>
  api.call(channelRoutes.update, { params: { name }, body })
const namesOf = async ({ api }: Pick<Person, 'api'>) => (await api.call(channelRoutes.list, {})).channels

/** Bob created the space and is its admin; Cleo is a member; Ana, the administrator, isn't in it. */
async function talking() {
  const server = await startServer()
  await server.signUp('ana')
  const people = await server.peopleInOneSpace('bob', 'cleo')
  return { server, ...people, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('a member creates a channel, with an event for everyone, and can post there', async () => {
  await using talk = await talking()
  const { server, bob, cleo, spaceId } = talk
  await using stream = await openStream(server.url, { token: bob.token(), spaceId })
  await stream.next(({ event }) => event === 'bootstrap')

  const made = await create(cleo, 'field-notes', 'k')
  const repeat = await create(cleo, 'field-notes', 'k')

  expect(made).toEqual({ name: 'field-notes', post_count: 0, last_message_at: null, archived: false })
  expect(repeat).toEqual(made)
  const event = await stream.next(({ event }) => event === 'space_update')
  expect(event.data).toMatchObject({ action: 'channel', channel: { name: 'field-notes' } })
  expect(await namesOf(bob)).toEqual(['main', 'testing', 'dev', 'field-notes'])
  expect((await bob.says('seen two', { channel: 'field-notes' })).channel).toBe('field-notes')
})

test('invalid, taken and unknown names are refused', async () => {
  await using talk = await talking()
  const { bob } = talk
  for (const name of ['', 'A', 'two words', 'x'.repeat(33), '#dev', 'a/b', 'ü', 'status', 'chaos']) {
    expect([name, (await refusalOf(create(bob, name))).status]).toEqual([name, 422])
  }
  expect((await create(bob, 'x'.repeat(32))).name).toHaveLength(32)
  expect((await refusalOf(create(bob, 'dev'))).status).toBe(409)
})

test('the number of channels in a space is limited, also for concurrent calls', async () => {
  await using talk = await talking()
  const { server, bob, cleo, spaceId } = talk
  await server.query(
    `insert into channels (space_id, name, created_at)
     select $1, 'c' || n, now() from generate_series(1, $2::int - 4) n`,
    [spaceId, CHANNELS_PER_SPACE],
  )

  const made = await Promise.allSettled(['one', 'two', 'three'].map((name) => create(cleo, name)))

  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await namesOf(bob)).toHaveLength(CHANNELS_PER_SPACE)
  expect((await refusalOf(create(bob, 'dev'))).detail).toBe('There is a channel dev already')
  expect((await refusalOf(create(bob, 'four'))).status).toBe(409)
})

test('only admins of the space rename and archive', async () => {
  await using talk = await talking()
  const { server, bob, cleo, spaceId } = talk
  const message = await cleo.says('in dev', { channel: 'dev' })
  const { latest_timestamp: since } = await cleo.api.messages.history()
  const stranger = await server.signUp('stranger')

  expect((await refusalOf(update(cleo, 'dev', { name: 'code' }))).status).toBe(403)
  const foreign = await call(server.url, 'PATCH', '/posts/channels/dev', {
    token: stranger.token(),
    json: { name: 'code', org_id: spaceId },
  })
  expect(foreign.status).toBe(404)
  expect(await update(bob, 'dev', { name: 'code' })).toMatchObject({ name: 'code', post_count: 1 })
  expect((await cleo.reads(message.id)).channel).toBe('code')
  const page = await cleo.api.messages.history({ query: { since } })
  expect(page.updated).toMatchObject([{ id: message.id, channel: 'code' }])
  expect((await refusalOf(update(bob, 'code', { name: 'main' }))).status).toBe(409)
  expect((await refusalOf(update(bob, 'dev', { name: 'x' }))).status).toBe(404)

  expect(await update(bob, 'code', { archived: true })).toMatchObject({ archived: true })
  expect(await namesOf(cleo)).toEqual(['main', 'testing'])
  expect((await refusalOf(cleo.says('late', { channel: 'code' }))).status).toBe(422)
  expect((await cleo.api.messages.history({ query: { channel: 'code' } })).posts).toHaveLength(1)
  await update(bob, 'code', { archived: false })
  expect((await cleo.says('back', { channel: 'code' })).channel).toBe('code')
})

test('main cannot be renamed or archived, because it is the default channel', async () => {
  await using talk = await talking()
  const { bob } = talk
  expect((await refusalOf(update(bob, 'main', { archived: true }))).status).toBe(409)
  expect((await refusalOf(update(bob, 'main', { name: 'general' }))).status).toBe(409)
})

test('a new name is checked before the channel is locked, and only for those who may rename it', async () => {
  await using talk = await talking()
  const { server, bob, cleo, spaceId } = talk
  const name = ['glpat', 'k3x9q7w2m5n8p4r6t1vz'].join('-')
  await using lock = await lockRows(
    server,
    "select 1 from channels where space_id = $1 and name = 'dev' for update",
    [spaceId],
  )

  expect((await refusalOf(update(bob, 'dev', { name }))).body).toMatchObject({ error: 'guardrail_violation' })
  expect((await refusalOf(update(cleo, 'dev', { name }))).status).toBe(403)
  expect((await refusalOf(update(bob, 'nowhere', { name }))).status).toBe(404)
  expect((await refusalOf(update(bob, 'main', { name }))).status).toBe(409)
  await lock.release()
})

test('a message posted during a rename ends up under one of the two names, never lost', async () => {
  await using talk = await talking()
  const { bob, cleo } = talk
  const posts = Array.from({ length: 10 }, (_, index) => cleo.says(`m${index}`, { channel: 'dev' }))
  await update(bob, 'dev', { name: 'code' })
  const settled = await Promise.allSettled(posts)

  const stored = settled.filter(({ status }) => status === 'fulfilled').length
  const { details } = await bob.api.call(channelRoutes.list, {})
  expect(details.find(({ name }) => name === 'code')?.post_count).toBe(stored)
  expect(details.some(({ name }) => name === 'dev')).toBe(false)
})

test('reactions, edits and deletions succeed while their channel is renamed repeatedly', async () => {
  await using talk = await talking()
  const { server, bob, cleo } = talk
  const messages = await Promise.all(
    Array.from({ length: 30 }, (_, index) => cleo.says(`m${index}`, { channel: 'dev' })),
  )
  const renaming = (async () => {
    for (let round = 0; round < 6; round++) {
      const [from, to] = round % 2 === 0 ? ['dev', 'code'] : ['code', 'dev']
      await update(bob, from ?? '', { name: to ?? '' })
    }
  })()
  const change = (method: string, path: string, json?: object) =>
    call(server.url, method, path, { token: cleo.token(), ...(json && { json }) })
  const statuses = await Promise.all(
    messages.map(async ({ id }, index) => {
      const reacted = await change('POST', `/posts/${id}/react`, { emoji: '👍', add: true })
      const edited = await change('PUT', `/api/messages/${id}`, { content: `changed ${index}` })
      const deleted = index % 3 === 0 ? await change('DELETE', `/api/messages/${id}`) : edited
      return [reacted.status, edited.status, deleted.status]
    }),
  )
  await renaming

  expect(statuses).toEqual(messages.map(() => [200, 200, 200]))
})
