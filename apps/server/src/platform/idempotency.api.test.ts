import { randomUUID } from 'node:crypto'
import { channelRoutes } from '@flockwork/contract/channels'
import { expect, test } from 'vitest'
import { eventually, refusalOf } from '../../test/calls.ts'
import { startServer } from '../../test/server.ts'
import { AlreadyDone, Conflict, IdempotencyMismatch } from './errors.ts'
import { createRunOnce, type StoreKey, type KeyedWork } from './idempotency.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function running() {
  const server = await startServer()
  const { db, clock } = server.services
  const { profile } = await server.signUp('ana')
  // two nodes: what one has under way, the other doesn't know
  const sign = (text: string) => text
  const nodes = [createRunOnce({ db, clock, sign }), createRunOnce({ db, clock, sign })] as const
  let count = 0
  const keyed = (more: Partial<KeyedWork> = {}): KeyedWork => ({
    callerId: profile.id,
    key: 'k',
    bodyHash: 'body',
    storesAnswer: true,
    work: async (storeKey) => {
      const answer = await db.transaction().execute(async (tx) => {
        await storeKey(tx)
        return { done: randomUUID() }
      })
      count++
      return answer
    },
    ...more,
  })
  return {
    server,
    db,
    nodes,
    keyed,
    done: () => count,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('work under one key is done once, and its answer is given again', async () => {
  await using once = await running()
  const [node, other] = once.nodes

  const first = await node(once.keyed())
  const repeats = await Promise.all([node(once.keyed()), other(once.keyed())])

  expect(repeats).toEqual([first, first])
  expect(once.done()).toBe(1)
})

test('twenty at once on two nodes: one does it, all get its answer', async () => {
  await using once = await running()

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => once.nodes[index % 2 === 0 ? 0 : 1](once.keyed())),
  )

  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(once.done()).toBe(1)
})

test('work that never claims its key itself is answered once too', async () => {
  await using once = await running()
  let runs = 0
  const work = async () => {
    runs++
    return { done: 'anyway' }
  }

  const answers = await Promise.all(
    once.nodes.flatMap((node) => [node(once.keyed({ work })), node(once.keyed({ work }))]),
  )

  expect(answers).toEqual(Array.from({ length: 4 }, () => ({ done: 'anyway' })))
  const runsAtOnce = runs
  for (const node of once.nodes) expect(await node(once.keyed({ work }))).toEqual({ done: 'anyway' })
  expect(runs).toBe(runsAtOnce)
})

test('a repeat on the same node begins no work before the first has ended', async () => {
  await using once = await running()
  const [node] = once.nodes
  const first = Promise.withResolvers<void>()
  let runs = 0
  const work = async () => {
    runs++
    await first.promise
    return { done: runs }
  }

  const answer = node(once.keyed({ work }))
  await eventually(
    async () => runs,
    (count) => count === 1,
  )
  const repeat = node(once.keyed({ work }))
  // long enough for the repeat to look for an answer and begin
  for (let look = 0; look < 10; look++) await once.server.query('select')
  first.resolve()

  expect(await Promise.all([answer, repeat])).toEqual([{ done: 1 }, { done: 1 }])
  expect(runs).toBe(1)
})

test('other work under the key is refused, whichever node has it', async () => {
  await using once = await running()
  const [node, other] = once.nodes
  await node(once.keyed())

  for (const one of [node, other]) {
    await expect(one(once.keyed({ bodyHash: 'another' }))).rejects.toBeInstanceOf(IdempotencyMismatch)
  }
  expect(once.done()).toBe(1)
})

test('a failure is not stored: the next call may try', async () => {
  await using once = await running()
  const [node] = once.nodes
  const failing = async (storeKey: StoreKey): Promise<never> => {
    await once.db.transaction().execute(async (tx) => {
      await storeKey(tx)
      throw new Conflict('taken')
    })
    throw new Error('not reached')
  }

  const attempts = await Promise.allSettled(
    Array.from({ length: 3 }, () => node(once.keyed({ work: failing }))),
  )
  const answer = await node(once.keyed())

  expect(attempts.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(answer).toMatchObject({ done: expect.any(String) })
})

test('an answer with a secret is not stored: its repeat is already_done', async () => {
  await using once = await running()
  const [node, other] = once.nodes
  const secret = { storesAnswer: false }
  await node(once.keyed(secret))

  for (const one of [node, other]) await expect(one(once.keyed(secret))).rejects.toBeInstanceOf(AlreadyDone)
  expect(once.done()).toBe(1)
  expect(await once.server.query('select answer from idempotency')).toEqual([{ answer: null }])
})

test('after a day the key is free', async () => {
  await using once = await running()
  const [node] = once.nodes
  const first = await node(once.keyed())
  once.server.moveClock(DAY_MS + 1)

  const second = await node(once.keyed())
  const repeat = await node(once.keyed())

  expect(second).not.toEqual(first)
  expect(repeat).toEqual(second)
})

test('a repeat from another space is the same call, unless it acted in the one that was current', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const create = (body: { name: string; org_id?: string }) =>
    ana.api.call(channelRoutes.create, { body, key: `channel ${body.name}` })
  const home = ana.spaceId()
  const makeLab = () => ana.api.spaces.create({ body: { name: 'Lab', visibility: 'private' }, key: 'lab' })
  const lab = await makeLab()
  const named = await create({ name: 'named', org_id: home })
  await create({ name: 'unnamed' })
  await ana.goesTo(lab.id)

  expect(await makeLab()).toEqual(lab)
  expect(await create({ name: 'named', org_id: home })).toEqual(named)
  const other = await refusalOf(create({ name: 'unnamed' }))
  expect([other.status, other.code]).toEqual([422, 'idempotency_mismatch'])
})

test('registering an agent twice under one key is one agent, whose token is not shown again', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const register = () => ana.api.agents.register({ body: { agent_name: 'helper' }, key: 'k' })
  await register()

  const repeat = await refusalOf(register())

  expect([repeat.status, repeat.code]).toEqual([409, 'already_done'])
  expect(await server.query("select 1 as one from accounts where handle = 'helper'")).toHaveLength(1)
  expect(
    (await server.query<{ t: string }>('select idempotency::text as t from idempotency'))[0]?.t,
  ).not.toContain('fw_agt_')
})
