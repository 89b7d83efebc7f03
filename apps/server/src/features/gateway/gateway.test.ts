/** How the gateway handles what a model may send. */
import { expect, test } from 'vitest'
import { MODEL_KEY, refusing, replying, startModel, type StandInModel } from '../../../test/model.ts'
import { createGateway, ModelFailure, type ModelPart, type ModelRequest } from './index.ts'

const REQUEST: ModelRequest = {
  model: 'stand-in',
  system: 'Be brief.',
  turns: [{ role: 'user', text: 'Hello' }],
  tools: [],
  maxOutputTokens: 100,
}

const QUICK_MS = 150

const gatewayTo = ({ env }: StandInModel, firstByteMs = 5000, silenceMs = 5000) =>
  createGateway({
    baseUrl: env['LLM_BASE_URL'] ?? '',
    apiKey: MODEL_KEY,
    model: 'stand-in',
    price: null,
    firstByteMs,
    silenceMs,
  })

async function read(
  parts: AsyncIterable<ModelPart>,
): Promise<{ text: string; parts: ModelPart[]; failure?: unknown }> {
  const all: ModelPart[] = []
  const textOf = () => all.map((part) => (part.type === 'text' ? part.text : '')).join('')
  try {
    for await (const part of parts) all.push(part)
    return { text: textOf(), parts: all }
  } catch (failure) {
    return { text: textOf(), parts: all, failure }
  }
}

const never = () => new AbortController().signal

test('an answer is streamed with its usage and tool calls', async () => {
  await using model = await startModel()
  model.answer = async (say) => {
    await say.text('One ')
    await say.text('two')
    await say.call('look', { at: 'this' })
    say.end({ input: 7, output: 3 })
  }
  const tools = [{ name: 'look', description: 'Looks', parameters: { type: 'object', properties: {} } }]
  const { text, parts } = await read(gatewayTo(model).stream({ ...REQUEST, tools }, never()))
  expect(text).toBe('One two')
  expect(parts.at(-2)).toEqual({
    type: 'call',
    call: { id: 'call-look', name: 'look', input: '{"at":"this"}' },
  })
  expect(parts.at(-1)).toEqual({ type: 'end', usage: { inputTokens: 7, outputTokens: 3 } })
  expect(model.asked).toMatchObject([
    {
      headers: { authorization: `Bearer ${MODEL_KEY}` },
      body: { model: 'stand-in', max_tokens: 100, messages: [{ role: 'system' }, { content: 'Hello' }] },
    },
  ])
})

test.for([
  [400, 'refused'],
  [401, 'key'],
  [404, 'unknown_model'],
  [429, 'busy'],
  [500, 'broken'],
  [503, 'broken'],
] as const)(
  '%d is "%s", and nothing of what the endpoint wrote is in the failure',
  async ([status, kind]) => {
    await using model = await startModel()
    model.answer = refusing(status)
    const { failure } = await read(gatewayTo(model).stream(REQUEST, never()))
    expect(failure).toMatchObject({ kind, status })
    expect(failure).toBeInstanceOf(ModelFailure)
    expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toContain(MODEL_KEY)
    // retried only if the endpoint did nothing
    expect(model.asked).toHaveLength(status === 429 || status === 503 ? 2 : 1)
  },
)

test('a rate-limited call is retried once, unless the endpoint asks to wait longer', async () => {
  await using model = await startModel()
  model.answer = (say, asked) => (model.asked.length === 1 ? refusing(429) : replying('Now'))(say, asked)
  expect(await read(gatewayTo(model).stream(REQUEST, never()))).toMatchObject({ text: 'Now' })
  model.answer = refusing(429, { 'retry-after': '60' })
  const { failure } = await read(gatewayTo(model).stream(REQUEST, never()))
  expect(failure).toMatchObject({ kind: 'busy', retryAfterS: 60 })
  expect(model.asked).toHaveLength(3)
})

test.for([
  ['silence from the start', 'silent', async () => {}],
  [
    'silence after a beginning',
    'silent',
    async (say) => {
      await say.text('Well')
    },
  ],
  [
    'half a stream',
    'cut',
    async (say) => {
      await say.text('Well')
      say.response.end()
    },
  ],
  [
    'a connection that breaks',
    'cut',
    async (say) => {
      await say.text('Well')
      say.response.destroy()
    },
  ],
  ['no JSON', 'nonsense', (say) => say.raw('data: <html>\n\n')],
  ['JSON of another kind', 'nonsense', (say) => say.raw('data: {"choices":"none"}\n\n')],
  [
    'a page in place of a stream',
    'cut',
    async ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
    },
  ],
  ['a redirect', 'unreachable', ({ response }) => void response.writeHead(302, { location: '/' }).end()],
  [
    'a line without an end',
    'too_large',
    async (say) => {
      for (let nth = 0; nth < 40; nth++) await say.raw('x'.repeat(64 * 1024))
    },
  ],
  [
    'an answer without an end',
    'too_large',
    async (say) => {
      for (let nth = 0; nth < 300; nth++) await say.text('word '.repeat(200))
    },
  ],
  [
    'a call as large as a book',
    'too_large',
    async (say) => {
      await say.call('look', 'x'.repeat(9000))
      say.end()
    },
  ],
  ['an error in the stream', 'broken', (say) => say.raw('data: {"error":{"message":"overloaded"}}\n\n')],
] as const satisfies [string, string, StandInModel['answer']][])('%s is "%s"', async ([, kind, answer]) => {
  await using model = await startModel()
  model.answer = answer
  const { failure } = await read(gatewayTo(model, QUICK_MS, QUICK_MS).stream(REQUEST, never()))
  expect(failure).toMatchObject({ name: 'ModelFailure', kind })
})

test('an aborted call ends at once, and its connection is closed', async () => {
  await using model = await startModel()
  const abort = new AbortController()
  const gone = new Promise<void>((resolve) => {
    model.answer = async (say) => {
      await say.text('Well')
      await say.gone
      resolve()
    }
  })
  const why = new Error('stopped')
  for await (const _ of (async function* () {
    try {
      for await (const part of gatewayTo(model).stream(REQUEST, abort.signal)) {
        yield part
        abort.abort(why)
      }
    } catch (error) {
      expect(error).toBe(why)
    }
  })());
  await gone
})

test('a closed port is reported as unreachable, in the state as well', async () => {
  const model = await startModel()
  const gateway = gatewayTo(model)
  await model[Symbol.asyncDispose]()
  expect((await read(gateway.stream(REQUEST, never()))).failure).toMatchObject({ kind: 'unreachable' })
  expect(await gateway.state()).toMatchObject({ configured: true, healthy: false, latency_ms: null })
})

test('the endpoint is checked at most once a minute', async () => {
  await using model = await startModel()
  const gateway = gatewayTo(model)
  const state = await gateway.state()
  expect(state).toEqual({
    configured: true,
    provider: new URL(model.env['LLM_BASE_URL'] ?? '').host,
    model: 'stand-in',
    healthy: true,
    latency_ms: expect.any(Number),
  })
  expect(await gateway.state()).toBe(state)
})
