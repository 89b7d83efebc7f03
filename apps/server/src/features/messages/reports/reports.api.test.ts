/** `!flag`: reports to the admins of a space (docs/rules/messages.md#reports). */
import type { Message } from '@flockwork/contract/messages'
import { reactionRoutes } from '@flockwork/contract/reactions'
import { reportRoutes as routes } from '@flockwork/contract/reports'
import { expect, test } from 'vitest'
import { deleteAccount } from '../../../../test/accounts.ts'
import { lockRows, untilWaiting } from '../../../../test/locks.ts'
import { PASSWORD, type Person, type TestAgent } from '../../../../test/people.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import { openStream } from '../../../../test/stream.ts'

const FLAG = '🚩'

const flag = ({ api }: Pick<Person | TestAgent, 'api'>, { id }: Pick<Message, 'id'>) =>
  api.call(reactionRoutes.react, { params: { id }, body: { emoji: FLAG } })

const list = ({ api }: Pick<Person, 'api'>, id: string, state: 'open' | 'closed' = 'open') =>
  api.call(routes.list, { params: { id }, query: { state } })

const resolve = (
  { api }: Pick<Person, 'api'>,
  spaceId: string,
  reportId: string,
  action: 'keep' | 'delete',
) => api.call(routes.resolve, { params: { id: spaceId, report_id: reportId }, body: { action } })

const auditOf = (server: TestServer) =>
  server.query<{ action: string; after: object | null }>(
    "select action, after from audit where target_type in ('report', 'message') order by number",
  )

/** Ana is admin of the space and administrator of the instance. */
async function reporting() {
  const server = await startServer()
  const people = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const message = await people.bob.says('buy cheap boats')
  return { server, message, ...people, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('a flag reaches only the admins, counts once per account, and appears nowhere else', async () => {
  await using talk = await reporting()
  const { server, message, ana, bob, cleo, spaceId } = talk
  const scout = await cleo.registers('scout')
  await using adminsStream = await openStream(server.url, { token: ana.token(), spaceId })
  await using authorsStream = await openStream(server.url, { token: bob.token(), spaceId })
  await adminsStream.next(({ event }) => event === 'bootstrap')
  await authorsStream.next(({ event }) => event === 'bootstrap')

  expect(await flag(cleo, message)).toEqual({ reaction_counts: {}, user_reactions: {} })
  await flag(cleo, message)
  await scout.api.messages.reply({ params: { id: message.id }, body: { content: '!flag' } })

  const told = await adminsStream.next(({ event }) => event === 'space_update')
  expect(told.data).toMatchObject({ action: 'reports', open_reports: 1 })
  const { reports, open_count: open } = await list(ana, spaceId)
  expect(open).toBe(1)
  expect(reports).toMatchObject([
    {
      state: 'open',
      flag_count: 2,
      message: { id: message.id, content: 'buy cheap boats', author: { username: 'bob' } },
      flags: [
        { username: 'cleo', type: 'user' },
        { username: 'scout', type: 'agent' },
      ],
    },
  ])
  expect(await ana.api.call(routes.counts, {})).toEqual({ counts: [{ org_id: spaceId, open: 1 }] })
  expect(await bob.api.call(routes.counts, {})).toEqual({ counts: [] })

  // for everyone else the message is unchanged, and there is no event
  expect(await bob.reads(message.id)).toMatchObject({ reaction_counts: {}, reply_count: 0 })
  const next = await cleo.says('something else')
  const seen = await authorsStream.next(({ event }) => event === 'message' || event === 'space_update')
  expect(seen.data).toMatchObject({ action: 'created', message: { id: next.id } })
  await expect(flag(bob, message)).rejects.toMatchObject({ status: 409 })
  for (const stranger of [bob, cleo]) {
    await expect(list(stranger, spaceId)).rejects.toMatchObject({ status: 403 })
    await expect(resolve(stranger, spaceId, reports[0]?.id ?? '', 'keep')).rejects.toMatchObject({
      status: 403,
    })
  }
  const outside = await server.signUp('dora')
  await expect(list(outside, spaceId)).rejects.toMatchObject({ status: 404 })
  await expect(outside.api.call(routes.all, { query: {} })).rejects.toMatchObject({ status: 403 })
  expect(await ana.api.call(routes.all, { query: {} })).toMatchObject({ open_count: 1 })
})

test('keep closes a report and a later flag opens a new one; delete deletes the message; each once, and audited', async () => {
  await using talk = await reporting()
  const { server, message, ana, bob, cleo, spaceId } = talk
  const openId = async () => (await list(ana, spaceId)).reports[0]?.id ?? ''
  await flag(cleo, message)
  const first = await openId()

  for (let time = 0; time < 2; time++) {
    expect(await resolve(ana, spaceId, first, 'keep')).toEqual({ id: first, state: 'kept' })
  }
  await expect(resolve(ana, spaceId, first, 'delete')).rejects.toMatchObject({ status: 409 })
  expect(await list(ana, spaceId)).toMatchObject({ reports: [], open_count: 0 })

  await flag(cleo, message)
  const second = await openId()
  expect(second).not.toBe(first)
  for (let time = 0; time < 2; time++) {
    expect(await resolve(ana, spaceId, second, 'delete')).toEqual({ id: second, state: 'deleted' })
  }
  await expect(resolve(ana, spaceId, second, 'keep')).rejects.toMatchObject({ status: 409 })
  expect(await bob.reads(message.id)).toMatchObject({ content: '[Message deleted]' })
  await expect(flag(cleo, message)).rejects.toMatchObject({ status: 409 })
  expect((await list(ana, spaceId, 'closed')).reports).toMatchObject([
    { id: second, state: 'deleted', closed_by: 'ana' },
    { id: first, state: 'kept', closed_by: 'ana' },
  ])
  expect(await auditOf(server)).toMatchObject([
    { action: 'report_kept', after: { message_id: message.id, flags: 1 } },
    { action: 'message_deleted', after: { reason: 'Reported' } },
    { action: 'report_deleted', after: { message_id: message.id, flags: 1 } },
  ])
})

test('if two admins keep and delete concurrently the first succeeds', async () => {
  await using talk = await reporting()
  const { server, message, ana, cleo, spaceId } = talk
  await flag(cleo, message)
  const id = (await list(ana, spaceId)).reports[0]?.id ?? ''
  await using lock = await lockRows(server, 'select 1 from messages where id = $1 for update', [message.id])
  const keeping = Promise.allSettled([resolve(ana, spaceId, id, 'keep')])
  await untilWaiting(server, 1)
  const deleting = Promise.allSettled([resolve(ana, spaceId, id, 'delete')])
  await untilWaiting(server, 2)
  await lock.release()

  expect(await keeping).toMatchObject([{ value: { state: 'kept' } }])
  expect(await deleting).toMatchObject([{ reason: { status: 409 } }])
  expect(await talk.bob.reads(message.id)).toMatchObject({ content: 'buy cheap boats' })
})

test('deleting the message closes its report; flags by former members and deleted accounts still count', async () => {
  await using talk = await reporting()
  const { message, ana, bob, cleo, server, spaceId } = talk
  const other = await bob.says('and oars')
  await flag(cleo, message)
  await flag(cleo, other)
  await flag(ana, other)
  await deleteAccount(server, cleo.token(), PASSWORD)

  await bob.api.messages.remove({ params: { id: message.id }, query: {} })

  const { reports } = await list(ana, spaceId)
  expect(reports).toMatchObject([
    { flag_count: 2, flags: [{ username: null }, { username: 'ana' }], message: { id: other.id } },
  ])
  expect((await list(ana, spaceId, 'closed')).reports).toMatchObject([
    { state: 'deleted', closed_by: 'bob', message: { id: message.id } },
  ])
})

test('an admin who wrote the message, or owns its agent, does not see who flagged it', async () => {
  await using talk = await reporting()
  const { server, ana, bob, spaceId } = talk
  const said = await ana.says('mine')
  const helper = await ana.registers('helper')
  const { message: posted } = await helper.api.messages.post({
    body: { content: 'of my agent', org_id: spaceId },
  })
  await flag(bob, said)
  await flag(bob, posted ?? said)

  expect((await list(ana, spaceId)).reports).toMatchObject([
    { flag_count: 1, flags: [] },
    { flag_count: 1, flags: [] },
  ])
  const first = await ana.api.call(routes.list, { params: { id: spaceId }, query: { limit: '1' } })
  const second = await ana.api.call(routes.list, {
    params: { id: spaceId },
    query: { limit: '1', cursor: first.next_cursor ?? '' },
  })
  expect(second).toMatchObject({ reports: [{ message: { id: said.id } }], next_cursor: null })
  for (const cursor of ['x', `1.${'-'.repeat(36)}`]) {
    await expect(
      ana.api.call(routes.list, { params: { id: spaceId }, query: { cursor } }),
    ).rejects.toMatchObject({ status: 422 })
  }
  // reports of a deleted space aren't listed or counted
  await server.query('update spaces set deleted_at = now() where id = $1', [spaceId])
  expect(await ana.api.call(routes.all, { query: {} })).toMatchObject({ reports: [], open_count: 0 })
})
