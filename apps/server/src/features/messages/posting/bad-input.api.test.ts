/** Invalid input is refused with its location, never with a 500, and nothing is stored. */
import { expect, test } from 'vitest'
import { call } from '../../../../test/calls.ts'
import { startServer } from '../../../../test/server.ts'
import { SECRET_SAMPLES } from '../../../../test/secret-samples.ts'

const KIB = 1024

async function posting() {
  const server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const send = (text: string, type?: string) =>
    call(server.url, 'POST', '/auth/messages', {
      token: ana.token(),
      text,
      ...(type !== undefined && { type }),
    })
  const stored = async () => {
    const [row] = await server.query<{ count: number }>('select count(*) as count from messages')
    return row?.count
  }
  return { server, ana, spaceId, send, stored, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

test('a text that cannot be a message is refused', async () => {
  await using posted = await posting()
  const { send, stored } = posted
  const bad: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a number', 5],
    ['a list', ['a']],
    ['an object', { a: 1 }],
    ['an empty text', ''],
    ['white space', ' \n\t\u00a0\u3000 '],
    ['invisible characters', '\u200b\u2060\ufeff'],
    ['NUL', 'a\0b'],
    ['a lone high surrogate', 'a\ud83d'],
    ['a lone low surrogate', '\udc00b'],
    ['surrogates the wrong way round', '\udc00\ud83d'],
    ['5,001 characters', 'x'.repeat(5001)],
    ['5,001 code points', '🚀'.repeat(5000) + 'x'],
    ['101 quotes in each other', `${'>'.repeat(101)} x`],
    ['2,500 items in each other', '- '.repeat(2500)],
    ['700 emphases in each other', `${'*a '.repeat(700)}x${' a*'.repeat(700)}`],
    ['11 different emoji', '😀😁😂🤣😃😄😅😆😉😊😋'],
  ]

  for (const [what, content] of bad) {
    const { status, body } = await send(JSON.stringify({ content }))
    expect([what, status]).toEqual([what, 422])
    expect(body).toMatchObject({ error: 'validation_error', detail: [{ loc: ['body', 'content'] }] })
  }
  expect(await stored()).toBe(0)
})

test('unusual but valid text is stored as typed, trimmed at both ends', async () => {
  await using posted = await posting()
  const { ana } = posted
  const good = [
    'x'.repeat(5000),
    '🚀'.repeat(4999) + 'x',
    `  ${'y'.repeat(5000)}  `,
    '\u202eright to left',
    "'; drop table messages; --",
    '<script>alert(1)</script>',
    '${jndi:x} {{7*7}} %00 \\u0000 \\',
    'a\u0001b\u007f\u0085',
    '👨‍👩‍👧‍👦 é e\u0301 \u{10FFFF}',
    '"}],"seq":1,"x":"',
    '\\","seq":99}',
    'line\r\nline\ttab',
    `${'>'.repeat(100)} a hundred levels`,
    'id: 7\nevent: message\ndata: {}\n\n',
  ]

  for (const text of good) {
    const message = await ana.says(text)
    expect(message.content).toBe(text.trim())
    expect((await ana.reads(message.id)).content).toBe(text.trim())
  }
})

test('invalid JSON, or JSON of the wrong shape, is refused with its location', async () => {
  await using posted = await posting()
  const { send, stored } = posted
  const malformed = [
    '{',
    '{"content":"a"',
    "{'content':'a'}",
    '{"content":"a"}x',
    'undefined',
    '{"content":"\\ud8"}',
  ]
  const misshapen = ['[]', '"text"', '5', 'null', 'true', '', '   ', '[{"content":"a"}]']

  for (const text of malformed) {
    const { status, body } = await send(text)
    expect([text, status]).toEqual([text, 422])
    expect(body).toMatchObject({ detail: [{ loc: ['body'], type: 'json_invalid' }] })
  }
  for (const text of misshapen) {
    const { status, body } = await send(text)
    expect([text, status]).toEqual([text, 422])
    expect(body).toMatchObject({ detail: [{ loc: ['body'] }] })
  }
  expect(await stored()).toBe(0)
})

test('a body nested ten thousand deep is refused before it is parsed', async () => {
  await using posted = await posting()
  const { send } = posted

  const deep = await send(`{"content":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)
  const ignored = await send(`{"content":"a","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)

  for (const { status, body } of [deep, ignored]) {
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'too_deep' })
  }
})

test('unknown fields are ignored, including prototype properties', async () => {
  await using posted = await posting()
  const { send, ana } = posted

  const { status } = await send(
    '{"content":"a","seq":99,"id":"x","username":"root","author_id":"x","__proto__":{"channel":"dev"},"constructor":1,"is_task":true}',
  )

  expect(status).toBe(201)
  const [message] = (await ana.api.messages.history()).posts
  expect(message).toMatchObject({ username: 'ana', channel: 'main', is_task: false })
})

test('another content type gets 415, before any other check', async () => {
  await using posted = await posting()
  const { server, send } = posted

  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ]) {
    const { status, body } = await send('{"content":"a"}', type)
    expect([type, status]).toEqual([type, 415])
    expect(body).toMatchObject({
      error: 'unsupported_media_type',
      detail: expect.any(String),
      request_id: expect.any(String),
    })
  }
  expect((await send('{"content":"a"}', 'application/json; charset=utf-8')).status).toBe(201)
  expect((await call(server.url, 'POST', '/auth/messages', { text: 'x', type: 'text/plain' })).status).toBe(
    415,
  )
})

test('a body above 256 KiB gets 413, one just below is read', async () => {
  await using posted = await posting()
  const { server, send } = posted
  const padded = (bytes: number) => `{"content":"a","x":[${'"x",'.repeat(bytes / 4)}"x"]}`

  const large = await send(padded(300 * KIB))
  const stranger = await call(server.url, 'POST', '/auth/messages', { text: padded(300 * KIB) })
  const fitting = await send(padded(255 * KIB))

  expect(large.status).toBe(413)
  expect(large.body).toMatchObject({ error: 'payload_too_large', detail: expect.any(String) })
  expect(stranger.status).toBe(413)
  expect(fitting.status).toBe(201)
})

test('missing credentials are refused before the body is read', async () => {
  await using posted = await posting()
  const { server } = posted

  const answer = await call(server.url, 'POST', '/auth/messages', { text: '{' })

  expect(answer.status).toBe(401)
})

test('a text with a secret is refused in posts, replies and responses, and stored nowhere', async () => {
  await using posted = await posting()
  const { server, ana } = posted
  const root = await ana.says('root')
  const sample = SECRET_SAMPLES.find(({ kind }) => kind === 'an AWS access key')
  const secret = sample?.secret ?? ''
  const json = { content: `the key is ${secret} ok` }

  for (const path of ['/auth/messages', `/posts/${root.id}/reply`, `/posts/${root.id}/respond`]) {
    const { status, body, text } = await call(server.url, 'POST', path, {
      token: ana.token(),
      json,
      key: 'k',
    })
    expect([path, status]).toEqual([path, 400])
    expect(body).toMatchObject({
      error: 'guardrail_violation',
      title: expect.any(String),
      message: expect.any(String),
      suggestion: expect.any(String),
      severity: expect.any(String),
      violation_type: expect.any(String),
      detail: expect.any(String),
    })
    expect(text).not.toContain(secret)
  }

  const tables = await server.query<{ name: string }>(
    "select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'",
  )
  expect(tables.length).toBeGreaterThan(15)
  for (const { name } of tables) {
    const found = await server.query(`select 1 as one from ${name} t where t::text like $1`, [`%${secret}%`])
    expect([name, found.length]).toEqual([name, 0])
  }
})

test('a secret in the text of a new agent is refused as well', async () => {
  await using posted = await posting()
  const { server, ana } = posted
  const secret = SECRET_SAMPLES[1]?.secret ?? ''

  const { status } = await call(server.url, 'POST', '/auth/agents/register', {
    token: ana.token(),
    json: { agent_name: 'helper', description: `uses ${secret}` },
  })

  expect(status).toBe(400)
})
