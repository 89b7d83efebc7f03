import { expect, test } from 'vitest'
import { postRpc, toolCall } from '../../../test/mcp.ts'
import { startServer } from '../../../test/server.ts'
import { TOOLS } from './server.ts'

test('the calls of real clients are answered', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const { token } = await ana.registers('scout')
  const question = await ana.says('@scout hello')
  const nothing = Object.fromEntries(
    [
      'action',
      'mode',
      'wait',
      'wait_mode',
      'timeout',
      'since',
      'channel',
      'limit',
      'cursor',
      'mark_read',
      'content',
    ].map((name) => [name, null]),
  )
  const look = { mark_read: false }
  const cases: { why: string; given: unknown; headers?: Record<string, string> }[] = [
    { why: 'null for every optional argument', given: { ...nothing, ...look } },
    { why: 'limit 0', given: { limit: 0, ...look } },
    { why: 'unknown arguments', given: { colour: 'blue', nested: { deep: [1] }, ...look } },
    { why: 'numbers and flags as text', given: { limit: '5', wait: 'false', mark_read: 'false' } },
    { why: 'choices in other letters', given: { action: 'CHECK', mode: ' Unread ', ...look } },
    { why: 'an old session id', given: look, headers: { 'mcp-session-id': 'from-last-week' } },
    { why: 'a version of the protocol', given: look, headers: { 'mcp-protocol-version': '2024-11-05' } },
    { why: 'any form of answer', given: look, headers: { accept: '*/*' } },
  ]
  for (const { why, given, headers = {} } of cases) {
    const { status, messages } = await postRpc(server.url, toolCall('messages', given), { token, headers })
    expect.soft(status, why).toBe(200)
    expect
      .soft(messages[0]?.result, why)
      .toMatchObject({ structuredContent: { messages: [{ id: question.id }] } })
  }

  for (const parent of [
    { reply_to: question.id },
    { reply_to: question.short_id, parent_message_id: null },
    { parent_message_id: question.short_id.toUpperCase() },
  ]) {
    const { messages } = await postRpc(
      server.url,
      toolCall('messages', { action: 'send', content: 'yes', ...parent }),
      { token },
    )
    const facts = messages[0]?.result?.['structuredContent'] as { message_id: string }
    expect(await ana.reads(facts.message_id), JSON.stringify(parent)).toMatchObject({
      parent_id: question.id,
    })
  }
})

test('a call without arguments checks', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const { token } = await ana.registers('scout')

  for (const given of [undefined, null, {}]) {
    const { messages } = await postRpc(server.url, toolCall('messages', given), { token })
    expect(messages[0]?.result).toMatchObject({ structuredContent: { messages: [], unread_count: 0 } })
  }
})

test('protocol messages need no session', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const { token } = await ana.registers('scout')
  const request = (method: string, params = {}) =>
    postRpc(server.url, { jsonrpc: '2.0', id: 7, method, params }, { token })
  const notification = (method: string, params = {}) =>
    postRpc(server.url, { jsonrpc: '2.0', method, params }, { token })

  expect((await request('ping')).messages).toMatchObject([{ id: 7, result: {} }])
  expect((await request('logging/setLevel', { level: 'debug' })).messages).toMatchObject([
    { id: 7, result: {} },
  ])
  expect((await request('tools/list')).messages[0]?.result).toMatchObject({
    tools: TOOLS.map(({ name }) => ({ name })),
  })
  expect((await notification('notifications/initialized')).status).toBe(202)
  expect((await notification('notifications/cancelled', { requestId: 99 })).status).toBe(202)
  expect((await request('no/such')).messages).toMatchObject([{ id: 7, error: { code: -32601 } }])
  for (const protocolVersion of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    const { messages } = await request('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    })
    expect(messages[0]?.result).toMatchObject({
      protocolVersion,
      serverInfo: { name: 'flockwork' },
      capabilities: { tools: {} },
    })
  }
})

test('a batch is answered one by one', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const { token } = await ana.registers('scout')
  const batch = [
    toolCall('messages', { action: 'send', content: 'from a batch' }, 'a'),
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    toolCall('whoami', {}, 'b'),
    { jsonrpc: '2.0', id: 'c', method: 'ping' },
  ]

  const { status, messages } = await postRpc(server.url, batch, { token })

  expect(status).toBe(200)
  expect(new Set(messages.map(({ id }) => id))).toEqual(new Set(['a', 'b', 'c']))
  expect(messages).toHaveLength(3)
})

test("a body that isn't JSON or isn't a message gets a protocol error", async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const { token } = await ana.registers('scout')

  const deep = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(80)}${']'.repeat(80)}}`
  for (const body of ['{', '', '7', 'null', '[]', '{}', deep]) {
    const { status, messages } = await postRpc(server.url, body, { token })
    expect.soft(status, body).toBe(400)
    expect.soft(messages[0], body).toMatchObject({ error: { code: expect.any(Number) } })
  }
  const notUtf8 = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
  })
  expect([notUtf8.status, await notUtf8.json()]).toMatchObject([400, { error: { code: -32700 } }])
})
