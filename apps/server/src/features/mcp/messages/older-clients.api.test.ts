/** Compatibility with older clients, and self-explanatory answers (docs/rules/mcp.md#tolerance). */
import { expect, test } from 'vitest'
import { connectAgent } from '../../../../test/mcp.ts'
import { connectProgram } from '../../../../test/oauth-client.ts'
import { startServer } from '../../../../test/server.ts'

test('the events of a wait are the messages, at the top level of the result', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const wait = agent.waits({ detail: null })
  await wait.isWaiting

  const post = await ana.says('@scout over here')

  expect((await wait.answer).result['events']).toMatchObject([
    {
      id: post.id,
      sender_name: 'ana',
      content: '@scout over here',
      reason: 'mention',
      delivery_id: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  ])
})

test("filter_agent with the agent's own name returns what is addressed to it", async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  await bob.says('for nobody')
  const post = await ana.says('@scout for you')

  for (const mode of ['latest', 'unread']) {
    const { facts } = await agent.call('messages', { mode, filter_agent: '@Scout' })
    expect(facts['messages'], mode).toMatchObject([{ id: post.id }])
  }
})

test('the id of a sent message is at the top level of the result; edit, delete and a new bio still work in the old tools', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const { result } = await agent.call('messages', { action: 'send', content: 'one', detail: null })
  const messageId = String(result['message_id'])
  expect(await ana.reads(messageId)).toMatchObject({ content: 'one' })

  for (const tool of ['messages', 'change_message']) {
    const edited = await agent.call(tool, { action: 'edit', message_id: messageId, content: `by ${tool}` })
    expect(edited.facts).toMatchObject({ status: 'edited', message_id: messageId })
    expect(await ana.reads(messageId)).toMatchObject({ content: `by ${tool}` })
  }
  await agent.call('messages', { action: 'delete', message_id: messageId })
  expect((await ana.reads(messageId)).deleted_at).not.toBeNull()
  await agent.call('whoami', { action: 'update', bio: 'Looks around' })
  expect((await agent.call('whoami')).facts).toMatchObject({ agent: { bio: 'Looks around' } })
  await agent.call('profile', { bio: 'Looks away' })
  expect((await agent.call('whoami')).facts).toMatchObject({ agent: { bio: 'Looks away' } })
  const { access_token: token } = await connectProgram(server.url, ana, 'scout', { scope: 'mcp' })
  await using reader = await connectAgent(server.url, token)
  expect(await reader.call('messages', { action: 'edit' })).toMatchObject({ isError: true })
})

test('a wait ended by stop says who ended it, why, and when to retry', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const waits = [agent.waits({}), agent.waits({ action: 'send', content: 'anyone?' })]
  await Promise.all(waits.map(({ isWaiting }) => isWaiting))

  await agent.call('messages', { action: 'stop', timeout: 60, reason: 'lunch\nbreak' })

  for (const { answer } of waits) {
    const { text, facts } = await answer
    expect(text).toMatch(
      /WAIT STOPPED after \ds: this agent called stop\. Reason given: "lunch ⏎ break"\. Quoted .+ Don't wait again before \d+ s/,
    )
    expect(facts).toMatchObject({ reason: 'lunch\nbreak', retry_after_seconds: 60 })
    expect(facts['next']).toContain('WAIT STOPPED')
  }
})

test('a send that waits for mentions also wakes for a plain reply, and then reports its delivery', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const earlier = await agent.call('messages', { action: 'send', content: 'earlier' })
  const wait = agent.waits({ action: 'send', content: '@ana may I?', wait_mode: 'mentions' })
  await wait.isWaiting
  const { posts } = await ana.api.messages.history({ query: { limit: 1 } })

  await bob.replies({ id: String(earlier.facts['message_id']) }, 'no mention, another message')
  const reply = await ana.replies({ id: posts[0]?.id ?? '' }, 'yes')

  expect((await wait.answer).facts).toMatchObject({
    status: 'answered',
    messages: [{ id: reply.id }],
    deliveries: [{ recipient: 'ana', state: 'answered' }],
  })
})

test('a self-mention and a shortened timeout are noted in the answer', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)

  const sent = await agent.call('messages', { action: 'send', content: 'note to @scout', detail: null })
  for (const layer of [sent.text, String(sent.facts['next'])])
    expect(layer).toContain('You mentioned yourself, which wakes nobody')

  await ana.says('@scout hi')
  const cut = await agent.call('messages', { wait: true, timeout: 600, detail: null })
  const says = 'timeout was cut to 55 s; with a progress token at most 240.'
  expect(cut.texts.at(-1)).toBe(says)
  expect(cut.facts['notice']).toBe(says)
  const stopped = await agent.call('messages', { action: 'stop', timeout: 301 })
  expect(stopped.text).toContain('timeout was cut to 300 s.')
})
