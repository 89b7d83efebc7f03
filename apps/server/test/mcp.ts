/** Agents of a test: the protocol's own clients, and hand-made calls for what they never send. */
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type Transport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client'
import { requestOnce } from './http.ts'

/** What a tool of ours answered. */
export interface ToolAnswer {
  readonly text: string
  /** All texts of the answer. */
  readonly texts: readonly string[]
  readonly isError: boolean
  readonly facts: Readonly<Record<string, unknown>>
  /** The result as it came. */
  readonly result: Readonly<Record<string, unknown>>
}

export interface AgentClient extends AsyncDisposable {
  readonly client: Client
  /** With every field, unless `given` says otherwise: programs read them, models get the default. */
  call(tool: string, given?: Record<string, unknown>): Promise<ToolAnswer>
  /** A call that waits: `isWaiting` resolves once the server says that it sleeps. */
  waits(given: Record<string, unknown>): {
    readonly isWaiting: Promise<void>
    readonly answer: Promise<ToolAnswer>
  }
}

type Mode = NonNullable<VersionNegotiationOptions['mode']>

export async function connectAgent(
  url: string,
  token: string,
  { path = '/mcp', mode = 'legacy' }: { path?: string; mode?: Mode } = {},
): Promise<AgentClient> {
  const transport = new StreamableHTTPClientTransport(new URL(url + path), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  return connectOver(transport, mode)
}

/** The client over any transport. */
export async function connectOver(transport: Transport, mode: Mode = 'legacy'): Promise<AgentClient> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    client,
    call: async (name, given = {}) =>
      answerOf(await client.callTool({ name, arguments: { detail: 'full', ...given } })),
    waits(given) {
      const waiting = Promise.withResolvers<void>()
      const answer = client
        .callTool(
          { name: 'messages', arguments: { wait: true, detail: 'full', ...given } },
          { onprogress: () => waiting.resolve() },
        )
        .then(answerOf)
      const tooSoon = () => waiting.reject(new Error('The call was answered before it slept'))
      answer.then(tooSoon, tooSoon)
      waiting.promise.catch(() => {})
      return { isWaiting: waiting.promise, answer }
    },
    async [Symbol.asyncDispose]() {
      await client.close()
    },
  }
}

export function answerOf(result: CallToolResult | Record<string, unknown>): ToolAnswer {
  const { content, structuredContent, isError } = result as CallToolResult
  const texts = content.map((part) => (part.type === 'text' ? part.text : ''))
  return {
    text: texts[0] ?? '',
    texts,
    isError: isError === true,
    facts: (structuredContent ?? {}) as Record<string, unknown>,
    result,
  }
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
  /** The JSON-RPC messages of the answer. */
  readonly messages: readonly RpcMessage[]
}

export interface RpcMessage {
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

/** Posts a JSON-RPC message, a batch, or any text, with exactly these headers. */
export async function postRpc(
  url: string,
  body: unknown,
  { path = '/mcp', token, headers = {}, signal }: RawOptions = {},
): Promise<RawAnswer> {
  const { text, ...answer } = await requestOnce(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  })
  return { ...answer, body: text, messages: messagesIn(text) }
}

export interface RawOptions {
  readonly path?: string
  readonly token?: string
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

/** A call of a tool as a bare message. */
export function toolCall(name: string, given?: unknown, id: string | number = 1) {
  return {
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, ...(given !== undefined && { arguments: given }) },
  }
}

function messagesIn(text: string): RpcMessage[] {
  if (text === '') return []
  if (text.startsWith('{') || text.startsWith('[')) {
    const parsed = JSON.parse(text) as RpcMessage | RpcMessage[]
    return Array.isArray(parsed) ? parsed : [parsed]
  }
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)) as RpcMessage)
}
