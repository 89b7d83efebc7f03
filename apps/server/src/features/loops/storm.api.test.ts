/** Fifty agents that always mention two others: the total is what the formula says (docs/rules/loops.md#total). */
import { loopRoutes } from '@flockwork/contract/loop-routes'
import { mostMessages } from '@flockwork/contract/policy/loops'
import { expect, test } from 'vitest'
import type { InboxItem } from '@flockwork/contract/inbox'
import { call, eventually } from '../../../test/calls.ts'
import type { Person, TestAgent } from '../../../test/people.ts'
import { startPair, type Pair } from '../../../test/server.ts'

const AGENTS = 50

/**
 * Agents on two nodes answer whatever reaches them once, with a message that mentions two others, until nothing reaches
 * any of them; resolves with the number of messages.
 */
async function untilQuiet(pair: Pair, agents: readonly TestAgent[], spaceId: string): Promise<number> {
  const servers = [pair.server, pair.twin]
  const unread = `select distinct recipient_id as id from deliveries where state in ('stored', 'delivered')`
  let total = 0
  for (;;) {
    const woken = new Set((await pair.server.query<{ id: string }>(unread)).map(({ id }) => id))
    const made = await Promise.all(
      agents.map(async (agent, index) => {
        if (!woken.has(agent.id)) return 0
        const { url } = servers[index % 2] ?? pair.server
        const { token } = agent
        const { body } = await call(url, 'GET', '/api/inbox?state=unread&limit=100', { token })
        const { items } = body as { items: InboxItem[] }
        const content = `@agent-${(index + 1) % AGENTS} and @agent-${(index * 7 + 3) % AGENTS}, go on`
        for (const { message } of items) {
          // some reply, some post separately
          const parent_id = index % 3 === 0 ? undefined : message?.id
          const json = { content, org_id: spaceId, parent_id }
          expect((await call(url, 'POST', '/auth/messages', { token, json })).status).toBe(201)
        }
        await call(url, 'POST', '/api/inbox/read', { token, json: { ids: items.map(({ id }) => id) } })
        return items.length
      }),
    )
    const sum = made.reduce((all, one) => all + one, 0)
    if (sum === 0) return total
    total += sum
  }
}

async function fiftyAgents(ana: Person): Promise<TestAgent[]> {
  // an administrator may have more than 25
  const agents: TestAgent[] = []
  for (let index = 0; index < AGENTS; index++) agents.push(await ana.registers(`agent-${index}`))
  return agents
}

test('fifty agents on two nodes that always mention two others write as many messages as the formula says', async () => {
  await using pair = await startPair()
  const { server } = pair
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const agents = await fiftyAgents(ana)
  const bounds = { max_hops: 100, max_chain: 20 }
  await ana.api.spaces.update({ params: { id: spaceId }, body: bounds })
  const begun = await ana.says('@agent-0 begin')

  // every third agent posts separately and reaches two; the others reply, and so may reach a third
  const total = await untilQuiet(pair, agents, spaceId)
  const counts = () =>
    server.query<{ said: number; reaching: number; woken: number; chains: number }>(
      `select count(*)::int as said, count(distinct chain_id)::int as chains,
         (select count(distinct d.message_id)::int from deliveries d join accounts a on a.id = d.recipient_id
          where a.kind = 'agent' and d.state <> 'held' and d.message_id <> $1) as reaching,
         (select count(*)::int from deliveries d join accounts a on a.id = d.recipient_id
          where a.kind = 'agent' and d.state <> 'held') as woken
       from messages where author_id = any($2)`,
      [begun.id, agents.map(({ id }) => id)],
    )
  const [first] = await counts()
  // each delivery led to one message, and exactly as many messages as allowed reached agents
  expect(first).toEqual({ said: total, chains: 1, reaching: bounds.max_chain, woken: total })
  expect(total).toBeGreaterThanOrEqual(mostMessages({ began: 1, each: 2 }, bounds))
  expect(total).toBeLessThanOrEqual(mostMessages({ began: 1, each: 3 }, bounds))
  const [held] = await server.query<{ message_id: string; waiting: number; holds: number }>(
    `select message_id, waiting, (select count(*)::int from agent_holds) as holds from agent_holds`,
  )
  expect(held).toMatchObject({ holds: 1, waiting: total - bounds.max_chain })

  // another twenty, once, however many people press and how often
  const [card = ''] = [held?.message_id]
  const decide = () =>
    ana.api.call(loopRoutes.decide, { params: { id: card }, body: { decision: 'continue' } })
  await Promise.all([decide(), decide()])
  const more = await untilQuiet(pair, agents, spaceId)
  const [after] = await counts()
  expect(after).toMatchObject({ said: total + more, chains: 1 })
  // the held messages reached agents, and then twenty more
  expect(after?.reaching).toBe(bounds.max_chain + (total - bounds.max_chain) + bounds.max_chain)
  expect(after?.woken).toBe(total + more)
  await eventually(
    async () => (await ana.reads(card)).hold?.state,
    (state) => state === 'continued',
  )
})
