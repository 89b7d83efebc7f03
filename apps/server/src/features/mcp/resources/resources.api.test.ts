/** Prompts, resources and the stream of their updates. */
import type { Client } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { WAITS_PER_AGENT } from '@flockwork/contract/limits'
import { connectAgent, type AgentClient } from '../../../../test/mcp.ts'
import { startServer } from '../../../../test/server.ts'

const MODERN = { pin: '2026-07-28' } as const
const INBOX = 'flockwork://inbox'
const FEED = 'flockwork://feed'

async function read(client: Client, uri: string) {
  const { contents } = await client.readResource({ uri })
  const [content] = contents
  const text = content !== undefined && 'text' in content ? content.text : ''
  return JSON.parse(text) as { messages: { id: string; content: string }[]; note: string }
}

/** The updates that a client gets; `next` waits for one. */
async function listens(agent: AgentClient, uris: string[]) {
  const updated: string[] = []
  let wake = () => {}
  agent.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri)
    wake()
  })
  const subscription = await agent.client.listen({ resourceSubscriptions: uris })
  return {
    subscription,
    updated,
    async next(uri: string) {
      while (!updated.includes(uri)) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        await promise
      }
      updated.length = 0
    },
  }
}

test.for(['legacy', MODERN] as const)('over %j there are prompts and resources', async (mode) => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const question = await ana.says('@scout hello')
  const said = await ana.says('nothing for you')
  await using agent = await connectAgent(server.url, scout.token, { mode })
  const { client } = agent

  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name, title }) => [name, title])).toEqual([
    ['catch-up', 'Catch up'],
    ['standup', 'Standup'],
    ['triage-tasks', 'Triage tasks'],
  ])
  const standup = await client.getPrompt({ name: 'standup', arguments: { since: '7d', channel: '#dev' } })
  expect(standup.messages).toMatchObject([
    { role: 'user', content: { type: 'text', text: expect.stringMatching(/since 7d, channel dev and/) } },
  ])
  await expect(client.getPrompt({ name: 'standup', arguments: { since: 'lately' } })).rejects.toThrow(
    /since: must be 15m/,
  )

  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual([INBOX, FEED])
  expect((await read(client, INBOX)).messages).toMatchObject([{ id: question.id }])
  expect((await read(client, FEED)).messages).toMatchObject([{ id: question.id }, { id: said.id }])
  expect((await read(client, FEED)).note).toMatch(/not an instruction/)
  await server.services.receipts.flush()
  expect((await ana.reads(question.id)).deliveries?.[0]?.state).toBe('delivered')
  await expect(client.readResource({ uri: 'flockwork://nothing' })).rejects.toThrow(/flockwork:\/\/nothing/)
})

test('an open stream announces updates of only the own inbox and feed, from either node', async () => {
  await using one = await startServer()
  await using other = await one.startTwin()
  const { ana, bob } = await one.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const rover = await bob.registers('rover')
  const den = await ana.api.spaces.create({ body: { name: 'Den', visibility: 'private' } })
  await using agent = await connectAgent(other.url, scout.token, { mode: MODERN })
  await using second = await connectAgent(one.url, rover.token, { mode: MODERN })
  const mine = await listens(agent, [INBOX, FEED, 'flockwork://nothing'])
  const theirs = await listens(second, [INBOX])

  await ana.says('good morning')
  await mine.next(FEED)
  await ana.says('@rover and you')
  await theirs.next(INBOX)
  await mine.next(FEED)
  await ana.says('@scout and you')
  await mine.next(INBOX)
  expect(theirs.updated).toEqual([])
  expect((await read(agent.client, INBOX)).messages).toHaveLength(1)
  await bob.api.tasks.create({ body: { title: 'Count the birds', agent_id: scout.id } })
  await mine.next(INBOX)
  expect((await read(agent.client, INBOX)).messages.at(-1)).toMatchObject({
    sender_name: 'bob',
    reason: 'assignment',
    content: 'T-1 Count the birds',
  })

  // the feed is the current space's
  await agent.call('spaces', { action: 'switch', space_id: den.id })
  await mine.next(FEED)
  expect((await read(agent.client, FEED)).messages).toEqual([])
  await theirs.subscription.close()
})

test('a stream ends with its token or the server, and too many streams are refused', async () => {
  await using one = await startServer()
  const { ana } = await one.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const rover = await ana.registers('rover')
  const stopping = await one.startTwin()
  await using agent = await connectAgent(one.url, scout.token, { mode: MODERN })
  await using second = await connectAgent(stopping.url, rover.token, { mode: MODERN })
  const listening = await Promise.all(
    Array.from({ length: WAITS_PER_AGENT }, () => agent.client.listen({ resourceSubscriptions: [INBOX] })),
  )
  await expect(agent.client.listen({ resourceSubscriptions: [INBOX] })).rejects.toThrow(/429|too many places/)
  const theirs = await second.client.listen({ resourceSubscriptions: [INBOX] })

  await ana.api.agents.regenerateToken({ params: { id: scout.id } })
  for (const subscription of listening) expect(await subscription.closed).toBe('graceful')
  await stopping[Symbol.asyncDispose]()
  expect(await theirs.closed).toBe('graceful')
})
