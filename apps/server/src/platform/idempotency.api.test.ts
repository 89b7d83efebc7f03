import { randomUUID } from 'node:crypto'
import { channelRoutes } from '@flockwork/contract/channels'
import { expect, test } from 'vitest'
import { call, eventually, refusalOf } from '../../test/calls.ts'
import { startServer } from '../../test/server.ts'
import { AlreadyDone, Conflict, IdempotencyMismatch, NotFound } from './errors.ts'
import { createRunOnce, type KeyedWork, type Once } from './idempotency.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function running() {
  const server = await startServer()
  const { db, clock } = server.services
  const { profile } = await server.signUp('ana')
  // two nodes, which don't know each other's calls in flight
  const sign = (text: string) => text
  const nodes = [createRunOnce({ db, clock, sign }), createRunOnce({ db, clock, sign })] as const
  let count = 0
  const keyed = (more: Partial<KeyedWork> = {}): KeyedWork => ({
    callerId: profile.id,
    key: 'k',
    bodyHash: 'body',
    storesAnswer: true,
    shape: (answer) => answer,
    work: (once) =>
      once(async () => {
        count++
        return { done: randomUUID() }
      }),
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

test('work under one key is done once, and a repeat gets the same answer', async () => {
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

test('a write that changes something outside of its transaction is reported as a bug', async () => {
  await using once = await running()
  const [node] = once.nodes

  const around = node(once.keyed({ work: async () => ({ done: 'anyway' }) }))
  const twice = node(
    once.keyed({ work: async (run) => [await run(async () => 1), await run(async () => 2)] }),
  )

  await expect(around).rejects.toThrow('must run in `once`')
  await expect(twice).rejects.toThrow('one transaction')
})

test('a node that stops right after the commit leaves the answer for the repeat', async () => {
  await using once = await running()
  const [node, other] = once.nodes
  const stopping = async (run: Once<unknown>): Promise<never> => {
    await run(async () => ({ done: 'first' }))
    throw new Error('stopped')
  }

  await expect(node(once.keyed({ work: stopping }))).rejects.toThrow('stopped')

  expect(await other(once.keyed())).toEqual({ done: 'first' })
  expect(once.done()).toBe(0)
})

test('a repeat on the same node waits for the first call to end', async () => {
  await using once = await running()
  const [node] = once.nodes
  const first = Promise.withResolvers<void>()
  let runs = 0
  const work = (run: Once<unknown>) =>
    run(async () => {
      runs++
      await first.promise
      return { done: runs }
    })

  const answer = node(once.keyed({ work }))
  await eventually(
    async () => runs,
    (count) => count === 1,
  )
  const repeat = node(once.keyed({ work }))
  // long enough for the repeat to look for an answer and start
  for (let look = 0; look < 10; look++) await once.server.query('select')
  first.resolve()

  expect(await Promise.all([answer, repeat])).toEqual([{ done: 1 }, { done: 1 }])
  expect(runs).toBe(1)
})

test('other work under the same key is refused, on either node', async () => {
  await using once = await running()
  const [node, other] = once.nodes
  await node(once.keyed())

  for (const one of [node, other]) {
    await expect(one(once.keyed({ bodyHash: 'another' }))).rejects.toBeInstanceOf(IdempotencyMismatch)
  }
  expect(once.done()).toBe(1)
})

test('a repeat that is refused because another node has done the call meanwhile gets the answer', async () => {
  await using once = await running()
  const [node, other] = once.nodes
  const first: unknown[] = []
  const afterTheOther = async (): Promise<never> => {
    first.push(await other(once.keyed()))
    throw new NotFound('left already')
  }

  const repeat = await node(once.keyed({ work: afterTheOther }))

  expect([repeat]).toEqual(first)
  expect(once.done()).toBe(1)
})

test('a failure is not stored: the next call may retry', async () => {
  await using once = await running()
  const [node] = once.nodes
  const failing = (run: Once<unknown>) =>
    run(async () => {
      throw new Conflict('taken')
    })

  const attempts = await Promise.allSettled(
    Array.from({ length: 3 }, () => node(once.keyed({ work: failing }))),
  )
  const answer = await node(once.keyed())

  expect(attempts.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(answer).toMatchObject({ done: expect.any(String) })
})

test('an answer with a secret is not stored: a repeat gets already_done', async () => {
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

test('a toggled reaction twice at once under one key is one reaction, on two nodes too', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const ana = await server.signUp('ana')
  const message = await ana.says('hello')
  const react = (url: string, key: string, emoji: string) =>
    call(url, 'POST', `/posts/${message.id}/react`, { token: ana.token(), key, json: { emoji } })

  for (const [index, emoji] of ['🔥', '🚀', '🎉', '👍'].entries()) {
    const urls = [server.url, index % 2 === 0 ? server.url : twin.url]
    const answers = await Promise.all(urls.map((url) => react(url, `key ${index}`, emoji)))
    const repeat = await react(twin.url, `key ${index}`, emoji)

    expect([...answers, repeat].map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set([...answers, repeat].map(({ text }) => text)).size).toBe(1)
    expect((await ana.reads(message.id)).reaction_counts[emoji]).toBe(1)
  }
})

test('a key covers a change that a repeat would refuse: a renamed channel, an edit, a deletion, a removed agent', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const helper = await ana.registers('helper')
  const message = await ana.says('hello')
  const writes = [
    ['PUT', `/api/messages/${message.id}`, { content: 'hello you' }],
    ['DELETE', `/api/messages/${message.id}`, undefined],
    ['PATCH', '/posts/channels/dev', { name: 'build' }],
    ['PATCH', `/auth/agents/${helper.id}/control`, { disabled: true }],
    ['DELETE', `/auth/agents/${helper.id}`, undefined],
    ['POST', `/api/organizations/${ana.spaceId()}/seen`, { message_id: message.id }],
    ['POST', '/api/inbox/read', { ids: [] }],
  ] as const

  for (const [method, path, json] of writes) {
    const write = () =>
      call(server.url, method, path, { token: ana.token(), key: path + method, ...(json && { json }) })
    const answers = await Promise.all([write(), write()])
    const repeat = await write()

    expect([path, answers[0]?.status]).toEqual([
      path,
      json === undefined && path.includes('agents') ? 204 : 200,
    ])
    for (const answer of [...answers, repeat]) {
      expect([path, answer.status, answer.text]).toEqual([path, answers[0]?.status, answers[0]?.text])
    }
  }
  expect(
    await server.query('select key from idempotency where answer is null and message_id is null'),
  ).toEqual([])
})
