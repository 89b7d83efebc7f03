/** A stand-in for a model: an endpoint on loopback that speaks OpenAI's chat completions and answers as a test says. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

interface SaidMessage {
  readonly role: string
  readonly content?: unknown
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[]
}

/** A request as it came. */
export interface ModelAsked {
  readonly headers: IncomingHttpHeaders
  readonly body: {
    readonly model: string
    readonly messages: readonly SaidMessage[]
    readonly tools?: readonly { readonly function: { readonly name: string } }[]
    readonly max_tokens?: number
  }
  /** The whole body. */
  readonly text: string
}

/** What the stand-in does with one request. */
export interface Say {
  readonly response: ServerResponse
  /** Sends a piece of the answer; resolves when the connection took it. */
  text(piece: string): Promise<void>
  call(name: string, input: object | string): Promise<void>
  /** Sends anything at all. */
  raw(bytes: string): Promise<void>
  end(usage?: { readonly input: number; readonly output: number }): void
  /** Resolves when the client has gone. */
  readonly gone: Promise<void>
}

type Answer = (say: Say, asked: ModelAsked) => void | Promise<void>

export interface StandInModel extends AsyncDisposable {
  /** The variables of a server that answers through it. */
  readonly env: Record<string, string>
  readonly asked: ModelAsked[]
  /** How the next requests are answered. */
  answer: Answer
}

export const MODEL_KEY = 'stand-in-key-which-nobody-may-see'

/** The longest that there are: the stand-in may wait for its test, which may be slow. */
const TIMEOUTS = { LLM_FIRST_BYTE_SECONDS: '25', LLM_SILENCE_SECONDS: '25' }

export async function startModel(env: Record<string, string> = {}): Promise<StandInModel> {
  const asked: ModelAsked[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/v1/models') {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
        return
      }
      const text = Buffer.concat(chunks).toString()
      const one = { headers: request.headers, body: JSON.parse(text) as ModelAsked['body'], text }
      asked.push(one)
      void model.answer(sayOn(response), one)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const model: StandInModel = {
    env: { LLM_BASE_URL: baseUrl, LLM_MODEL: 'stand-in', LLM_API_KEY: MODEL_KEY, ...TIMEOUTS, ...env },
    asked,
    answer: replying('Hello from the model.'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return model
}

/** Answers with a text, in a few pieces. */
export function replying(text: string, usage = { input: 100, output: 10 }): Answer {
  return async (say) => {
    for (const piece of text.match(/.{1,20}/gs) ?? []) await say.text(piece)
    say.end(usage)
  }
}

/** Refuses with a status and a body that must not reach anybody. */
export function refusing(status: number, headers: Record<string, string> = {}): Answer {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message: `refused with ${MODEL_KEY}` } }))
  }
}

/** The results of tools in what was asked, newest last. */
export function resultsIn({ body }: ModelAsked): string[] {
  return body.messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content))
}

function sayOn(response: ServerResponse): Say {
  let hasBegun = false
  let hasCalled = false
  const gone = once(response, 'close').then(() => {})
  const raw = async (bytes: string) => {
    if (!hasBegun) response.writeHead(200, { 'content-type': 'text/event-stream' })
    hasBegun = true
    if (response.destroyed) return
    if (!response.write(bytes)) await Promise.race([once(response, 'drain'), gone])
  }
  const chunk = (choice: object, rest: object = {}) =>
    raw(
      `data: ${JSON.stringify({
        id: 'one',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'stand-in',
        choices: [{ index: 0, ...choice }],
        ...rest,
      })}\n\n`,
    )
  return {
    response,
    raw,
    gone,
    text: (content) => chunk({ delta: { role: 'assistant', content } }),
    call(name, input) {
      hasCalled = true
      const text = typeof input === 'string' ? input : JSON.stringify(input)
      const call = { index: 0, id: `call-${name}`, type: 'function', function: { name, arguments: text } }
      return chunk({ delta: { role: 'assistant', tool_calls: [call] } })
    },
    end(usage) {
      const counted = usage && {
        usage: {
          prompt_tokens: usage.input,
          completion_tokens: usage.output,
          total_tokens: usage.input + usage.output,
        },
      }
      void chunk({ delta: {}, finish_reason: hasCalled ? 'tool_calls' : 'stop' }, counted)
      response.end('data: [DONE]\n\n')
    },
  }
}
