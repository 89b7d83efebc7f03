/**
 * Random histories of an agent whose answers get lost: nothing addressed to it is lost
 * (docs/rules/deliveries.md#handed-over).
 */
import { expect, test } from 'vitest'
import { callWithoutReading } from '../../../../test/cut-off.ts'
import { connectAgent, postRpc, toolCall } from '../../../../test/mcp.ts'
import { randomFrom } from '../../../../test/random.ts'
import { startServer } from '../../../../test/server.ts'

const STEPS = 30
/** Beyond this a client counts as one that resets every connection. */
const DEATHS_IN_A_ROW = 4

test.for([1, 2, 3, 4, 5, 6])(
  'in history %i every message is read, and none is seen that was not',
  async (seed) => {
    await using server = await startServer()
    const { ana } = await server.peopleInOneSpace('ana')
    const { token, id: scoutId } = await ana.registers('scout')
    await using one = await connectAgent(server.url, token)
    await using two = await connectAgent(server.url, token)
    const random = randomFrom(seed)
    const posts: string[] = []
    const read = new Set<string>()
    let deaths = 0

    const post = async () => void posts.push((await ana.says(`@scout ${posts.length}`)).id)
    const take = ({ facts }: { facts: Readonly<Record<string, unknown>> }) => {
      for (const { id } of facts['messages'] as { id: string }[]) read.add(id)
      deaths = 0
    }
    const handedOver = async () => {
      const [row] = await server.query<{ count: number }>(
        'select coalesce(sum(cardinality(handed_to) + lost), 0)::int as count from deliveries where recipient_id = $1',
        [scoutId],
      )
      return row?.count ?? 0
    }
    const pendingUnhanded = async () => {
      const [row] = await server.query<{ count: number }>(
        `select count(*)::int as count from deliveries
       where recipient_id = $1 and state in ('stored', 'delivered') and handed_to = '{}'`,
        [scoutId],
      )
      return row?.count ?? 0
    }
    const seenUnread = async () => {
      const seen = await server.query<{ message_id: string }>(
        "select message_id from deliveries where recipient_id = $1 and state in ('seen', 'answered')",
        [scoutId],
      )
      return seen.filter(({ message_id: id }) => !read.has(id))
    }
    /** Crashes after the answer was written, if there is any mail. */
    const dieOver = async (given: Record<string, unknown>, meanwhile: () => Promise<void>) => {
      if (++deaths > DEATHS_IN_A_ROW) return take(await one.call('messages'))
      const before = await handedOver()
      const willCarry = given['wait'] === true || (await pendingUnhanded()) > 0
      const carried = await callWithoutReading(server.url, toolCall('messages', given), token)
      await meanwhile()
      if (willCarry) await expect.poll(handedOver).toBeGreaterThan(before)
      await carried.die()
    }
    const known = () => [...read][Math.floor(random() * read.size)]

    const steps: (() => Promise<unknown>)[] = [
      post,
      post,
      async () => take(await one.call('messages', { limit: 2 })),
      async () => take(await two.call('messages')),
      async () => take(await two.call('messages', { mark_read: false })),
      () => dieOver({}, async () => {}),
      () => dieOver({ limit: 1 }, async () => {}),
      () => dieOver({ wait: true, timeout: 5 }, post),
      async () => {
        const dying = await callWithoutReading(server.url, toolCall('messages', { wait: true }), token)
        await dying.die()
      },
      async () => {
        const waits = [one.waits({ timeout: 10 }), two.waits({ timeout: 10 })]
        // a wait that finds mail at once doesn't sleep
        await Promise.all(
          waits.map(({ isWaiting, answer }) => Promise.race([isWaiting.catch(() => {}), answer])),
        )
        await post()
        for (const { answer } of waits) take(await answer)
      },
      async () => {
        // no client reads the answer of a call that it cancelled
        await postRpc(server.url, toolCall('messages', {}, `c-${posts.length}`), { token })
        const params = { requestId: `c-${posts.length}` }
        await postRpc(server.url, { jsonrpc: '2.0', method: 'notifications/cancelled', params }, { token })
      },
      async () => {
        const id = known()
        if (id !== undefined) await one.call('messages', { mark_read: false, ack: [id] })
      },
      async () => {
        const id = known()
        if (id !== undefined) await one.call('messages', { action: 'react', emoji: '👍', message_id: id })
      },
    ]

    for (let step = 0; step < STEPS; step++) {
      const number = Math.floor(random() * steps.length)
      await steps[number]?.()
      // a loss is noticed a moment later
      await expect.poll(seenUnread, { message: `after step ${step}, number ${number}` }).toEqual([])
    }

    for (let round = 0; round < 3; round++) take(await one.call('messages', { limit: 100 }))
    expect([...read].toSorted()).toEqual(posts.toSorted())
    expect(await pendingUnhanded()).toBe(0)
  },
)
