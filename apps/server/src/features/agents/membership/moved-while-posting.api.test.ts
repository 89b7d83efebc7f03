/**
 * A following agent's post during its owner's switch lands in one of the two spaces (docs/rules/agents.md#placement).
 */
import { FOLLOW_PLACEHOLDER } from '@flockwork/contract/agents'
import { expect, test } from 'vitest'
import { call } from '../../../../test/calls.ts'
import { lockSequence, untilWaiting } from '../../../../test/locks.ts'
import { connectAgent } from '../../../../test/mcp.ts'
import { startServer, type TestServer } from '../../../../test/server.ts'
import type { Person } from '../../../../test/people.ts'

/** An agent that follows Ana, who is in the first of two spaces. */
async function following(server: TestServer) {
  const { ana, spaceId: first } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const placed = { pinned_org_id: FOLLOW_PLACEHOLDER, org_id: FOLLOW_PLACEHOLDER }
  await ana.api.agents.update({ params: { id: scout.id }, body: placed })
  const { id: second } = await ana.api.spaces.create({ body: { name: 'Second', visibility: 'invite_only' } })
  return { ana, scout, first, second }
}

/**
 * Switches between reading the agent's space and committing the post: the switch waits for the first space's sequence,
 * and the post behind it.
 */
async function postDuringSwitch<T>(
  server: TestServer,
  { ana, from, to }: { readonly ana: Person; readonly from: string; readonly to: string },
  post: () => Promise<T>,
): Promise<T> {
  await using lock = await lockSequence(server, from)
  const switching = ana.goesTo(to)
  await untilWaiting(server, 1)
  const posting = post()
  await untilWaiting(server, 2)
  await lock.release()
  await switching
  return await posting
}

test('over REST', async () => {
  await using server = await startServer()
  const { ana, scout, first, second } = await following(server)
  const post = (content: string) => () =>
    call(server.url, 'POST', '/auth/messages', { token: scout.token, key: content, json: { content } })

  const there = await postDuringSwitch(server, { ana, from: first, to: second }, post('going along'))
  expect([there.status, there.body]).toMatchObject([201, { message: { space_id: second } }])
  // unknown names are looked up in the space, too
  const back = await postDuringSwitch(server, { ana, from: second, to: first }, post('and back, @nobody'))
  expect([back.status, back.body]).toMatchObject([201, { message: { space_id: first } }])
  expect(await server.query('select content from messages order by created_at')).toEqual([
    { content: 'going along' },
    { content: 'and back, @nobody' },
  ])
})

test('over MCP', async () => {
  await using server = await startServer()
  const { ana, scout, first, second } = await following(server)
  await using agent = await connectAgent(server.url, scout.token)

  const sent = await postDuringSwitch(server, { ana, from: first, to: second }, () =>
    agent.call('messages', { action: 'send', content: 'going along' }),
  )

  expect([sent.isError, sent.text]).toEqual([false, expect.any(String)])
  expect(await server.query('select space_id from messages')).toEqual([{ space_id: second }])
})

test('a post that names the space that it just left is refused, like any to a space that it is not in', async () => {
  await using server = await startServer()
  const { ana, scout, first, second } = await following(server)

  const refused = await postDuringSwitch(server, { ana, from: first, to: second }, () =>
    call(server.url, 'POST', '/auth/messages', {
      token: scout.token,
      json: { content: 'here', org_id: first },
    }),
  )

  expect(refused.status).toBe(404)
})
