import { expect, test } from 'vitest'
import { eventually } from '../../test/calls.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { publishOnCommit, startBus, type BusMessage, type EphemeralEvent } from './bus.ts'

const SPACE = '00000000-0000-4000-8000-000000000001'

const listeningPids = async (server: TestServer) =>
  (
    await server.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and (query like 'listen _events%' or query = 'select 1')",
    )
  ).map(({ pid }) => pid)

/** Two nodes' buses on one database, and the errors of both. */
async function twoNodes(server: TestServer) {
  const errors: unknown[] = []
  const deps = { database: server.services.database, onError: (error: unknown) => errors.push(error) }
  const [here, there] = [await startBus(deps), await startBus(deps)]
  return {
    here,
    there,
    errors,
    async [Symbol.asyncDispose]() {
      await Promise.all([here.stop(), there.stop()])
    },
  }
}

/** Resolves once `expected` messages were received, with all that were. */
const all = <T>(received: readonly T[], expected: number) =>
  eventually(
    async () => [...received],
    ({ length }) => length >= expected,
  )

test('a message reaches its own node at once and every other node by notification', async () => {
  await using server = await startServer()
  await using nodes = await twoNodes(server)
  const { here, there } = nodes
  const receivedHere: string[] = []
  const receivedThere: string[] = []
  here.subscribe('account_changed', ({ accountId }) => receivedHere.push(accountId))
  const unsubscribe = there.subscribe('account_changed', ({ accountId }) => receivedThere.push(accountId))

  const published = here.publish({ kind: 'account_changed', accountId: '1' })
  expect(receivedHere).toEqual(['1'])
  await published
  await all(receivedThere, 1)
  unsubscribe()
  await here.publish({ kind: 'account_changed', accountId: '2' })

  // its own notification arrives as well
  expect((await all(receivedHere, 4)).toSorted()).toEqual(['1', '1', '2', '2'])
  expect(receivedThere).toEqual(['1'])
})

test('a subscriber gets only the kinds that it subscribed to', async () => {
  await using server = await startServer()
  await using nodes = await twoNodes(server)
  const received: BusMessage[] = []
  nodes.there.subscribe(['session_ended', 'grant_ended', 'waits_suspended'], (message) =>
    received.push(message),
  )
  const suspended = { from: 'here', agentId: 'scout', until: 1, reason: undefined }

  await nodes.here.publish([
    { kind: 'account_changed', accountId: '1' },
    { kind: 'session_ended', sessionId: '2' },
    { kind: 'signing_keys_changed' },
    { kind: 'breaker_tripped', agentId: '3', until: 1 },
    { kind: 'grant_ended', grantId: '4' },
    { kind: 'waits_suspended', ...suspended },
  ])

  expect(await all(received, 3)).toEqual([
    { kind: 'session_ended', sessionId: '2' },
    { kind: 'grant_ended', grantId: '4' },
    { kind: 'waits_suspended', ...suspended },
  ])
})

test('messages too long for one notification are split, and arrive complete and in order', async () => {
  await using server = await startServer()
  await using nodes = await twoNodes(server)
  const received: EphemeralEvent[] = []
  nodes.here.subscribe('ephemeral', ({ event }) => received.push(event))
  const events = Array.from({ length: 200 }, (_, index): EphemeralEvent => {
    const username = `agent-ü${index}`
    const data = { space_id: SPACE, at: '2026-01-01T00:00:00Z', agent_id: SPACE, username } as const
    return { name: 'agent_presence', data: { ...data, status: 'active', last_active: null } }
  })

  await nodes.here.publish(events.map((event) => ({ kind: 'ephemeral', event })))

  // each once: an ephemeral event arrives only by notification, on its own node as well
  await all(received, events.length)
  await nodes.here.publish([])
  expect(received).toEqual(events)
})

test('the wake-ups that SQL writes name spaces, or all of them', async () => {
  await using server = await startServer()
  await using nodes = await twoNodes(server)
  const received: BusMessage[] = []
  nodes.there.subscribe(['wake', 'wake_all'], (message) => received.push(message))

  await server.query("select pg_notify('events', $1), pg_notify('events', '*')", [`${SPACE}:7,${SPACE}:8`])

  expect(await all(received, 3)).toEqual([
    { kind: 'wake', spaceId: SPACE, seq: 7 },
    { kind: 'wake', spaceId: SPACE, seq: 8 },
    { kind: 'wake_all' },
  ])
})

test('a message published in a transaction is sent at its commit, or not at all', async () => {
  await using server = await startServer()
  await using nodes = await twoNodes(server)
  const { db } = server.services
  const received: string[] = []
  nodes.there.subscribe('account_changed', ({ accountId }) => received.push(accountId))
  const publish = (accountId: string, isRolledBack: boolean) =>
    db.transaction().execute(async (tx) => {
      await publishOnCommit(tx, { kind: 'account_changed', accountId })
      if (isRolledBack) throw new Error('Rolled back')
    })

  await expect(publish('lost', true)).rejects.toThrow('Rolled back')
  await publish('stored', false)

  expect(await all(received, 1)).toEqual(['stored'])
})

test('a listener that throws, or a stray payload on the channel, stops nobody else', async () => {
  await using server = await startServer()
  await using nodes = await twoNodes(server)
  const received: string[] = []
  nodes.there.subscribe('session_ended', () => {
    throw new Error('A bug')
  })
  nodes.there.subscribe('session_ended', ({ sessionId }) => received.push(sessionId))

  await server.query(`select pg_notify('messages', 'hello'), pg_notify('messages', '[{"kind":"newer"}]')`)
  await nodes.here.publish({ kind: 'session_ended', sessionId: '1' })

  expect(await all(received, 1)).toEqual(['1'])
  expect(nodes.errors.map(String)).toEqual(
    expect.arrayContaining(['Error: A bug', expect.stringMatching(/SyntaxError/)]),
  )
})

test('a lost connection is reopened, announced and receives again, and none is leaked', async () => {
  await using server = await startServer({ own: true })
  const bus = await startBus({ database: server.services.database, onError: () => {} })
  const received: BusMessage[] = []
  bus.subscribe(['wake', 'reconnected'], (message) => received.push(message))
  const reconnects = () => received.filter(({ kind }) => kind === 'reconnected').length
  const wakesTo = (seq: number) => received.filter((one) => one.kind === 'wake' && one.seq === seq).length

  for (let round = 1; round <= 3; round++) {
    const before = await listeningPids(server)
    expect(before).toHaveLength(2)
    await server.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [before])
    await eventually(
      () => listeningPids(server),
      (pids) => pids.length === 2 && pids.every((pid) => !before.includes(pid)),
    )
    await eventually(
      async () => reconnects(),
      (count) => count === round,
    )
    await server.query("select pg_notify('events', $1)", [`${SPACE}:${round}`])
    await eventually(
      async () => wakesTo(round),
      (count) => count > 0,
    )
  }
  expect(wakesTo(3)).toBe(1)

  await bus.stop()
  await eventually(
    () => listeningPids(server),
    (pids) => pids.length === 1,
  )
})
