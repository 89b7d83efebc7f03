/** A post's events are built twice: by the statement that stores them, and in memory for this node's readers. */
import { expect, test, vi } from 'vitest'
import type { StoredEvent } from '../../../platform/outbox.ts'
import { call, eventually } from '../../../../test/calls.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'

const BY_NUMBER = (a: StoredEvent, b: StoredEvent) => a.seq - b.seq

/** Collects the events that this server publishes to its readers. */
function listenTo({ services }: TestServer): StoredEvent[] {
  const offered: StoredEvent[] = []
  const offer = services.hub.offer.bind(services.hub)
  vi.spyOn(services.hub, 'offer').mockImplementation((events) => {
    offered.push(...events)
    offer(events)
  })
  return offered
}

function storedAfter(server: TestServer, spaceId: string, after: number): Promise<StoredEvent[]> {
  return server.query<StoredEvent>(
    `select space_id as "spaceId", seq, name, payload, audience, recipients, message_id as "messageId", created_at as at
     from events where space_id = $1 and seq > $2 order by seq`,
    [spaceId, after],
  )
}

test('the published events of posts equal the stored ones, byte for byte', async () => {
  await using server = await startServer({ own: true })
  const root = await server.signUp('root')
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const paused = await bob.registers('paused')
  const scout = await bob.registers('scout')
  await server.query(
    `update agents set disabled_by = '{owner:bob}', disabled_reason = 'On "holiday"' where account_id = $1`,
    [paused.id],
  )
  await root.api.agents.updateControl({
    params: { id: scout.id },
    body: { user_hourly_limit: 3, agent_hourly_limit: 100 },
  })
  const question = await ana.says('a question')
  const offered = listenTo(server)
  const post = (token: string, json: object, key?: string) =>
    call(server.url, 'POST', '/auth/messages', {
      token,
      json: { org_id: spaceId, ...json },
      ...(key !== undefined && { key }),
    })

  const answers = await Promise.all([
    post(ana.token(), { content: 'plain' }),
    post(ana.token(), { content: 'a "quote" \\ and\n\ttabs\u2028 \u007f ünï 🦉 <b>' }, 'é\'"\\{}'),
    post(ana.token(), { content: '@paused @bob @nobody @ana @cleo and #topic #more' }, 'mentions'),
    post(bob.token(), { content: '@scout @ana when?', waiting_for_response: true }, 'waits'),
    post(cleo.token(), { content: 'an answer', parent_id: question.id }, 'reply'),
    post(cleo.token(), { content: '@ana @scout another', parent_id: question.id }),
    post(scout.token, { content: '@bob done' }),
    ...[1, 2, 3, 4].map((n) => post(cleo.token(), { content: `@scout @bob limited ${n}` })),
    post(root.token(), { content: 'not a member' }),
  ])
  const waiting = answers[3]?.body as { message: { id: string } }
  // each answers a delivery to its author, the last one two of them
  await ana.replies(waiting.message, '@bob soon')
  const { message: now } = await scout.api.messages.reply({
    params: { id: waiting.message.id },
    body: { content: 'now' },
  })
  await bob.replies({ id: now?.id ?? '' }, 'thanks')

  const stored = await storedAfter(server, spaceId, question.seq)
  await eventually(
    () => Promise.resolve(offered.length),
    (count) => count >= stored.length,
  )
  expect(offered.toSorted(BY_NUMBER)).toEqual(stored)
  expect(offered).toEqual(offered.toSorted(BY_NUMBER))
  expect(countOf(stored)).toEqual({ message: 12, mention: 12, delivery: 4 })
  expect(answers.map(({ status }) => status).filter((status) => status !== 201)).toEqual([429, 429, 404])
  for (const { payload } of stored) expect(() => JSON.parse(payload)).not.toThrow()
})

function countOf(events: readonly StoredEvent[]): Record<string, number> {
  const byName = Map.groupBy(events, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, { length }]) => [name, length]))
}
