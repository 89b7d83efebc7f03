/** Chains of agents across several spaces, and their held messages (docs/rules/loops.md). */
import { loopRoutes } from '@flockwork/contract/loop-routes'
import { DELETED_SPACE_RETENTION_MS } from '@flockwork/contract/limits'
import { inboxRoutes } from '@flockwork/contract/inbox'
import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { stored, type Person, type TestAgent } from '../../../test/people.ts'
import { startServer, type TestServer } from '../../../test/server.ts'
import { purgeDeletedSpaces } from '../../lifecycle/purge-spaces.ts'

const says = async ({ api }: TestAgent, spaceId: string, content: string, parentId?: string) =>
  stored(await api.messages.post({ body: { content, org_id: spaceId, parent_id: parentId } }))

const stateOf = ({ deliveries = [] }: Message) => deliveries.map(({ state }) => state).join()

const decides = ({ api }: Person, { id }: Pick<Message, 'id'>, decision: 'continue' | 'stop') =>
  api.call(loopRoutes.decide, { params: { id }, body: { decision } })

const takes = async (server: TestServer, { api }: TestAgent) => {
  const { items } = await api.call(inboxRoutes.list, { query: { state: 'unread' } })
  await server.services.receipts.flush()
  return items.map(({ message }) => message?.content)
}

/** Ana's two agents in two spaces with different bounds, held in both. */
async function heldInTwoSpaces(server: TestServer) {
  const { ana, spaceId: here } = await server.peopleInOneSpace('ana', 'bob')
  const { id: there } = await ana.api.spaces.create({ body: { name: 'There', visibility: 'invite_only' } })
  const scout = await ana.registers('scout')
  const bee = await ana.registers('bee')
  for (const { id } of [scout, bee]) {
    await ana.api.agents.update({ params: { id }, body: { pinned_org_id: null } })
  }
  const bound = (id: string, max_hops: number, max_chain: number) =>
    ana.api.spaces.update({ params: { id }, body: { max_hops, max_chain } })
  await bound(here, 1, 50)
  await bound(there, 1, 2)
  const asked = await ana.says('@scout begin')
  const first = await says(scout, here, '@bee go on', asked.id)
  const held = await says(bee, here, '@scout here', first.id)
  await takes(server, bee)
  const heldThere = await says(bee, there, '@scout there')
  expect([stateOf(held), stateOf(heldThere)]).toEqual([expect.stringContaining('held'), 'held'])
  expect(heldThere.hold).toMatchObject({ chain_id: asked.id, max_hops: 1, max_chain: 2 })
  return { ana, scout, bee, here, there, first, held, heldThere }
}

test('Continue extends a chain in its space only, and does not change the bounds elsewhere', async () => {
  await using server = await startServer()
  const { ana, bee, there, here, held, first, heldThere } = await heldInTwoSpaces(server)
  await decides(ana, held, 'continue')
  expect(stateOf(await says(bee, there, '@scout there again'))).toBe('held')
  expect((await ana.reads(heldThere.id)).hold).toMatchObject({
    state: 'held',
    waiting: 2,
    max_hops: 1,
    max_chain: 2,
  })
  expect(stateOf(await says(bee, here, '@scout here again', first.id))).toContain('stored')
  // nor does a tight space restrict a generous one
  await decides(ana, heldThere, 'continue')
  for (let nth = 0; nth < 4; nth++) {
    expect(stateOf(await says(bee, here, '@scout once more', first.id))).toContain('stored')
  }
})

test('Stop ends a chain in every space, and nothing held in another is delivered afterwards', async () => {
  await using server = await startServer()
  const { ana, scout, held, heldThere } = await heldInTwoSpaces(server)
  await takes(server, scout)
  await decides(ana, held, 'stop')
  const shown = await ana.reads(heldThere.id)
  expect(shown.hold).toMatchObject({ state: 'stopped', by: 'ana' })
  expect(await decides(ana, heldThere, 'continue')).toMatchObject({ hold: { state: 'stopped' } })
  expect(await takes(server, scout)).toEqual([])
})

test('a deleted message is no longer held, and the other held messages can still be decided', async () => {
  await using server = await startServer()
  const { ana, scout, bee, here, first, held } = await heldInTwoSpaces(server)
  const second = await says(bee, here, '@scout second', first.id)
  await says(bee, here, '@scout third', first.id)
  expect((await ana.reads(held.id)).hold).toMatchObject({ waiting: 3 })
  await bee.api.messages.remove({ params: { id: second.id } })
  expect((await ana.reads(held.id)).hold).toMatchObject({ waiting: 2 })
  await bee.api.messages.remove({ params: { id: held.id } })
  expect((await ana.reads(held.id)).hold).toMatchObject({ state: 'held', waiting: 1 })
  await takes(server, scout)
  await decides(ana, held, 'continue')
  expect(await takes(server, scout)).toEqual(['@scout third'])
})

test.each([
  { decision: 'continue', arrives: ['@scout there'], becomes: 'continued' },
  { decision: 'stop', arrives: [], becomes: 'stopped' },
] as const)(
  'after the space in which a chain began was purged, $decision still works in another',
  async ({ decision, arrives, becomes }) => {
    await using server = await startServer()
    const { ana, scout, here, heldThere } = await heldInTwoSpaces(server)
    await takes(server, scout)
    const { name } = await ana.api.spaces.get({ params: { id: here } })
    await ana.api.spaces.delete({ params: { id: here }, body: { name } })
    const { db, clock } = server.services
    await purgeDeletedSpaces({
      db,
      clock: { ...clock, now: () => clock.now() + DELETED_SPACE_RETENTION_MS + 1000 },
    })

    const { hold } = await decides(ana, heldThere, decision)

    expect(hold).toMatchObject({ state: becomes, by: 'ana' })
    expect(await takes(server, scout)).toEqual(arrives)
    expect(await server.query(`select from deliveries where state = 'held'`)).toEqual([])
  },
)
