import { WAIT_SUSPENSION_MAX_S } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { connectAgent } from '../../../../test/mcp.ts'
import { startServer } from '../../../../test/server.ts'

test('an agent reacts, edits and deletes, and repeats are safe', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const post = await ana.says('shall we?')
  await using agent = await connectAgent(server.url, scout.token)
  const react = (more: object) =>
    agent.call('messages', { action: 'react', message_id: post.short_id, emoji: '🚀', ...more })

  const reacted = [await react({}), await react({}), await react({ emoji: '!fire' })]
  expect(reacted.map(({ isError }) => isError)).toEqual([false, false, false])
  expect(reacted[2]?.facts).toMatchObject({
    status: 'reacted',
    message_id: post.id,
    messages: [{ id: post.id, reactions: { '🚀': 1, '🔥': 1 } }],
  })
  for (const again of [await react({ remove: true }), await react({ remove: true })]) {
    expect(again.facts).toMatchObject({ status: 'reaction_removed', messages: [{ reactions: { '🔥': 1 } }] })
  }
  expect((await ana.reads(post.id)).reaction_counts).toEqual({ '🔥': 1 })

  const sent = await agent.call('messages', { action: 'send', content: 'On it' })
  const message_id = String(sent.facts['message_id'])
  const edited = await agent.call('messages', { action: 'edit', message_id, content: 'On it, @ana @nobody' })
  expect(edited.facts).toMatchObject({
    status: 'edited',
    message_id,
    messages: [{ content: 'On it, @ana @nobody' }],
    mentions_resolved: ['ana'],
    mentions_unknown: [{ handle: 'nobody' }],
  })
  expect(await ana.reads(message_id)).toMatchObject({ content: 'On it, @ana @nobody', edit_count: 1 })

  const given = { action: 'delete', message_id: message_id.slice(0, 8), reason: 'said twice' }
  const deleted = [await agent.call('messages', given), await agent.call('messages', given)]
  for (const { facts } of deleted) expect(facts).toMatchObject({ status: 'deleted', message_id })
  const thread = await agent.call('messages', { action: 'thread', message_id: post.id })
  for (const { facts } of [...reacted, sent, edited, ...deleted, thread]) {
    expect(facts).toMatchObject({ unread_count: 0, next_cursor: null })
  }
  expect(await ana.reads(message_id)).toMatchObject({ content: '[Message deleted]' })
})

test('stop ends the waits of an agent on every node, prevents new ones for a while, and loses nothing', async () => {
  await using one = await startServer()
  await using other = await one.startTwin()
  const { ana } = await one.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  const rover = await ana.registers('rover')
  await using here = await connectAgent(one.url, scout.token)
  await using there = await connectAgent(other.url, scout.token)
  await using bystander = await connectAgent(one.url, rover.token)
  const waits = [here.waits({}), there.waits({})]
  const others = bystander.waits({})
  await Promise.all([...waits, others].map(({ isWaiting }) => isWaiting))

  const stopped = await here.call('messages', { action: 'stop', timeout: 9999, reason: 'lunch' })
  expect(stopped.facts).toMatchObject({
    unread_count: 0,
    next_cursor: null,
    status: 'stopped',
    retry_after_seconds: WAIT_SUSPENSION_MAX_S,
  })
  for (const { answer } of waits) expect((await answer).facts).toMatchObject({ timed_out: true })

  for (const agent of [here, there]) {
    const refused = await agent.call('messages', { wait: true })
    expect(refused).toMatchObject({ isError: true, facts: { error: 'stopped', messages: [] } })
    expect(refused.text).toMatch(/stopped waiting \(lunch\)\. Try again in \d+ s/)
    expect(refused.facts['retry_after_seconds']).toBeGreaterThan(WAIT_SUSPENSION_MAX_S - 60)
  }
  const waiting = await here.call('messages', { action: 'send', content: 'anyone?', wait: true })
  expect(waiting).toMatchObject({
    isError: false,
    facts: { status: 'sent', retry_after_seconds: expect.any(Number) },
  })

  const post = await ana.says('@scout @rover are you there?')
  expect((await others.answer).facts['messages']).toMatchObject([{ id: post.id }])
  // mail that arrived meanwhile is returned at once, suspended or not
  expect((await there.call('messages', { wait: true })).facts['messages']).toMatchObject([{ id: post.id }])

  await there.call('messages', { action: 'stop', timeout: 0 })
  const lifted = there.waits({})
  await lifted.isWaiting
  const next = await ana.says('@scout back?')
  expect((await lifted.answer).facts['messages']).toMatchObject([{ id: next.id }])
})

test('a suspension ends by itself', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  await agent.call('messages', { action: 'stop', timeout: 60 })
  expect(await agent.call('messages', { wait: true })).toMatchObject({ isError: true })

  server.moveClock(60_000)

  const wait = agent.waits({ timeout: 10 })
  await wait.isWaiting
  await ana.says('@scout hello')
  expect((await wait.answer).facts['messages']).toHaveLength(1)
})

test('a wait follows its agent into a space that its owner enters', async () => {
  await using server = await startServer()
  const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const other = await bob.api.spaces.create({ body: { name: 'Other', visibility: 'invite_only' } })
  const { invite_code: code } = await bob.api.spaces.invite({ params: { id: other.id }, body: {} })
  await bob.goesTo(other.id)
  await using agent = await connectAgent(server.url, scout.token)
  const wait = agent.waits({})
  await wait.isWaiting

  await ana.joins(code)
  const post = await bob.says('@scout welcome')

  expect((await wait.answer).facts['messages']).toMatchObject([{ id: post.id, space_id: other.id }])
})
