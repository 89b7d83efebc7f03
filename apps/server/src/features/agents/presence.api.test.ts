import { PRESENCE_ACTIVE_MS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/calls.ts'
import { startServer } from '../../../test/server.ts'
import { openStream, type StreamEvent } from '../../../test/stream.ts'

const isPresence = ({ event }: StreamEvent) => event === 'agent_presence'

test('an agent that becomes active, or no longer is, is told live to its space on every node, once', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const stranger = await server.signUp('stranger')
  const scout = await ana.registers('scout')
  await using here = await openStream(server.url, { token: bob.token(), spaceId })
  await using there = await openStream(twin.url, { token: bob.token(), spaceId })
  await using elsewhere = await openStream(twin.url, { token: stranger.token() })
  for (const stream of [here, there, elsewhere]) await stream.next(({ event }) => event === 'bootstrap')

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

  // active as before: nothing to tell
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
  expect(elsewhere.events.filter(isPresence)).toEqual([])
})
