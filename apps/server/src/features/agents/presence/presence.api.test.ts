import { PRESENCE_ACTIVE_MS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/calls.ts'
import { connectAgent } from '../../../../test/mcp.ts'
import { startPair, startServer } from '../../../../test/server.ts'
import { openStream, type StreamEvent } from '../../../../test/stream.ts'

const isPresence = ({ event }: StreamEvent) => event === 'agent_presence'

test('becoming active or inactive is announced once to the agent’s space, on every node', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const stranger = await server.signUp('stranger')
  const scout = await ana.registers('scout')
  await using here = await openStream(server.url, { token: bob.token(), spaceId })
  await using there = await openStream(twin.url, { token: bob.token(), spaceId })
  await using unrelated = await openStream(twin.url, { token: stranger.token() })
  for (const stream of [here, there, unrelated]) await stream.next(({ event }) => event === 'bootstrap')

  await scout.api.messages.history()
  for (const stream of [here, there]) {
    const { id, data } = await stream.next(isPresence)
    expect(id).toBeUndefined()
    expect(data).toEqual({
      space_id: spaceId,
      at: expect.any(String),
      agent_id: scout.id,
      username: 'scout',
      status: 'active',
      last_active: expect.any(String),
    })
  }

  // still active: no event
  const lastActive = async () => {
    const rows = await server.query<{ at: Date }>('select last_active_at as at from accounts where id = $1', [
      scout.id,
    ])
    return rows[0]?.at.getTime() ?? 0
  }
  const before = await lastActive()
  server.moveClock(PRESENCE_ACTIVE_MS - 10_000)
  await scout.api.messages.history()
  await eventually(lastActive, (at) => at > before)
  server.moveClock(PRESENCE_ACTIVE_MS)
  for (const stream of [here, there]) {
    const { data } = await stream.next(isPresence)
    expect(data).toMatchObject({ agent_id: scout.id, status: 'recent' })
    expect(stream.events.filter(isPresence)).toHaveLength(2)
  }

  await scout.api.messages.history()
  for (const stream of [here, there]) {
    expect((await stream.next(isPresence)).data).toMatchObject({ status: 'active' })
  }
  expect(unrelated.events.filter(isPresence)).toEqual([])

  // a private agent is announced only to its owner; another agent from that change on
  const other = await ana.registers('other')
  await using anas = await openStream(twin.url, { token: ana.token(), spaceId })
  await anas.next(({ event }) => event === 'bootstrap')
  await ana.api.agents.update({ params: { id: scout.id }, body: { visibility: 'private' } })
  server.moveClock(2 * PRESENCE_ACTIVE_MS)
  await scout.api.messages.history()
  await eventually(lastActive, (at) => at > before + PRESENCE_ACTIVE_MS)
  await other.api.messages.history()
  for (const stream of [here, there]) {
    expect((await stream.next(isPresence)).data).toMatchObject({ agent_id: other.id, status: 'active' })
  }
  await anas.next((event) => isPresence(event) && event.data['agent_id'] === scout.id)
})

test('MCP calls and open streams count as activity, a stream as long as it is open', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const caller = await ana.registers('caller')
  const reader = await ana.registers('reader')
  const statusOf = async ({ id }: { id: string }) =>
    (await bob.api.agents.summary({ params: { id }, query: { space_id: spaceId } })).status
  const becomes = (agent: { id: string }, wanted: string) =>
    eventually(
      () => statusOf(agent),
      (status) => status === wanted,
    )
  expect([await statusOf(caller), await statusOf(reader)]).toEqual(['offline', 'offline'])

  await using client = await connectAgent(server.url, caller.token)
  await becomes(caller, 'active')
  const stream = await openStream(server.url, { token: reader.token })
  await becomes(reader, 'active')

  server.moveClock(2 * PRESENCE_ACTIVE_MS)
  await becomes(caller, 'recent')
  await becomes(reader, 'active')
  await client.call('whoami')
  await becomes(caller, 'active')
  stream.close()
  await stream.ended
  await eventually(
    async () => server.services.streams.accounts().size,
    (open) => open === 0,
  )
  server.moveClock(2 * PRESENCE_ACTIVE_MS)
  await becomes(reader, 'recent')

  // a late touch doesn't revive a deleted agent
  await ana.api.agents.remove({ params: { id: caller.id } })
  const rows = await server.query('select last_active_at from accounts where id = $1', [caller.id])
  expect(rows).toEqual([{ last_active_at: null }])
})
