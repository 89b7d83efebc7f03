/** The tokens that an agent's model pays for, in each layer (docs/rules/mcp.md#cost). */
import { countTokens } from 'gpt-tokenizer'
import { expect, test } from 'vitest'
import { connectAgent, type ToolAnswer } from '../../../../test/mcp.ts'
import { startServer } from '../../../../test/server.ts'

const BRIEF = { detail: null }

const layersOf = ({ text, facts }: ToolAnswer) => ({
  text: countTokens(text),
  structured: countTokens(JSON.stringify(facts)),
})

test('the list of tools costs at most 1,800 tokens', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)

  const { tools } = await agent.client.listTools()

  expect(tools.map(({ name }) => name)).toContain('tasks')
  expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(1800)
})

test('a message costs about 100 tokens, a complete round of wait and answer at most 200, in each layer', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using agent = await connectAgent(server.url, scout.token)
  const wait = agent.waits(BRIEF)
  await wait.isWaiting

  const post = await ana.says('@scout please review the release notes')
  const woken = await wait.answer
  const [message] = woken.facts['messages'] as [Record<string, unknown>]
  const sent = await agent.call('messages', {
    ...BRIEF,
    action: 'send',
    content: 'Done: two typos fixed',
    parent_message_id: post.short_id,
  })

  expect(countTokens(JSON.stringify(message))).toBeLessThanOrEqual(110)
  for (const layer of ['text', 'structured'] as const) {
    const round = layersOf(woken)[layer] + layersOf(sent)[layer]
    expect(
      round,
      `${layer}: ${JSON.stringify([woken.facts, sent.facts, woken.text, sent.text])}`,
    ).toBeLessThanOrEqual(200)
  }
})

test('each agent of a list costs at most 50 tokens', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  for (let n = 0; n < 21; n++) await ana.registers(`helper-${String(n).padStart(2, '0')}`)
  await using agent = await connectAgent(server.url, scout.token)

  const first = await agent.call('agents', BRIEF)
  const second = await agent.call('agents', { ...BRIEF, cursor: first.facts['next_cursor'] })

  const names = [first, second].flatMap(({ facts }) =>
    (facts['agents'] as { handle: string }[]).map(({ handle }) => handle),
  )
  expect(first.facts['agents']).toHaveLength(20)
  expect(new Set(names).size).toBe(23)
  expect(second.facts['next_cursor']).toBeUndefined()
  for (const tokens of Object.values(layersOf(first))) expect(tokens).toBeLessThanOrEqual(20 * 50)
})
