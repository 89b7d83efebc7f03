/** The only file that imports the client library (ADR-0030). */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ModelFailure } from './failure.ts'
import type { ModelPart, ModelRequest, ModelUsage, Turn } from './model.ts'

interface Endpoint {
  readonly baseUrl: string
  readonly apiKey: string | null
}

type ChatModel = ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>
type CallOptions = Parameters<ChatModel['doStream']>[0]
type Prompt = CallOptions['prompt']
type StreamPart =
  Awaited<ReturnType<ChatModel['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never

/** The maximum body of one answer. */
const RESPONSE_MAX_BYTES = 2 * 1024 * 1024

export function createClient({ baseUrl, apiKey }: Endpoint) {
  const provider = createOpenAICompatible({
    name: 'gateway',
    baseURL: baseUrl,
    ...(apiKey !== null && { apiKey }),
    includeUsage: true,
    fetch: boundedFetch,
  })
  return {
    /** Streams the parts of one answer. @throws ModelFailure, or the reason of `signal`. */
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
      let hasBegun = false
      try {
        const { stream } = await provider.chatModel(request.model).doStream(optionsOf(request, signal))
        // leaving the loop early cancels the stream and closes the connection
        hasBegun = true
        for await (const part of stream) yield* partsOf(part)
      } catch (error) {
        signal.throwIfAborted()
        throw failureOf(error, hasBegun)
      }
    },
  }
}

/** Follows no redirect, which would send the key elsewhere, and bounds the size of the answer. */
async function boundedFetch(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (response.body === null) return response
  let bytes = 0
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        if (bytes > RESPONSE_MAX_BYTES) controller.error(new ModelFailure('too_large'))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(bounded, { status, statusText, headers })
}

function optionsOf(
  { system, turns, tools, maxOutputTokens }: ModelRequest,
  signal: AbortSignal,
): CallOptions {
  return {
    prompt: [{ role: 'system', content: system }, ...turns.map(messageOf)],
    maxOutputTokens,
    abortSignal: signal,
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function' as const,
        name,
        description,
        inputSchema: parameters,
      })),
    }),
  }
}

function messageOf(turn: Turn): Prompt[number] {
  switch (turn.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: turn.text }] }
    case 'model':
      return {
        role: 'assistant',
        content: [
          ...(turn.text === '' ? [] : [{ type: 'text' as const, text: turn.text }]),
          ...turn.calls.map(({ id, name, input }) => ({
            type: 'tool-call' as const,
            toolCallId: id,
            toolName: name,
            input: argumentsOf(input),
          })),
        ],
      }
    case 'tools':
      return {
        role: 'tool',
        content: turn.results.map(({ call, text }) => ({
          type: 'tool-result' as const,
          toolCallId: call.id,
          toolName: call.name,
          output: { type: 'text' as const, value: text },
        })),
      }
  }
}

/** The arguments as the model wrote them; empty for invalid JSON. */
function argumentsOf(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return {}
  }
}

function* partsOf(part: StreamPart): Generator<ModelPart> {
  switch (part.type) {
    case 'text-delta':
      yield { type: 'text', text: part.delta }
      break
    case 'reasoning-delta':
    case 'tool-input-delta':
      yield { type: 'unseen', text: part.delta }
      break
    case 'tool-call':
      yield { type: 'call', call: { id: part.toolCallId, name: part.toolName, input: part.input } }
      break
    case 'finish':
      yield { type: 'end', usage: usageOf(part.usage) }
      break
    case 'error':
      throw part.error
    default:
    // starts, ends, and parts that we never ask for
  }
}

function usageOf({
  inputTokens,
  outputTokens,
}: Extract<StreamPart, { type: 'finish' }>['usage']): ModelUsage | null {
  const [input, output] = [inputTokens.total, outputTokens.total]
  return isCount(input) && isCount(output) ? { inputTokens: input, outputTokens: output } : null
}

/** Guards against wrong or malicious counts: no model's context has more tokens. */
const isCount = (value: number | undefined): value is number =>
  Number.isSafeInteger(value) && value !== undefined && value >= 0 && value <= 100_000_000

const RETRY_AFTER_MAX_S = 3600

/** The library's errors for an answer that violates the protocol. */
const NONSENSE = ['AI_JSONParseError', 'AI_TypeValidationError', 'AI_EmptyResponseBodyError']

function failureOf(error: unknown, hasBegun: boolean): ModelFailure {
  const failure = causeOf(error, (one) => one instanceof ModelFailure)
  if (failure !== undefined) return failure as ModelFailure
  const status = fieldOf(error, 'statusCode')
  if (typeof status === 'number' && !hasBegun) return byStatus(status, error)
  const name = String(fieldOf(error, 'name'))
  if (NONSENSE.includes(name)) return new ModelFailure('nonsense')
  if (name === 'AI_InvalidResponseDataError') {
    const isCut = String(fieldOf(error, 'message')).includes('without a finish reason')
    return new ModelFailure(isCut ? 'cut' : 'nonsense')
  }
  // an error part in the stream is the endpoint's own
  if (!(error instanceof Error)) return new ModelFailure('broken')
  return new ModelFailure(hasBegun ? 'cut' : 'unreachable')
}

function byStatus(status: number, error: unknown): ModelFailure {
  const retryAfter = Number(fieldOf(fieldOf(error, 'responseHeaders'), 'retry-after'))
  const when = retryAfter >= 0 && retryAfter <= RETRY_AFTER_MAX_S ? { retryAfterS: retryAfter } : {}
  if (status === 429) return new ModelFailure('busy', { status, ...when })
  if (status === 401 || status === 403) return new ModelFailure('key', { status })
  if (status === 404) return new ModelFailure('unknown_model', { status })
  if (status >= 500) return new ModelFailure('broken', { status, ...when })
  return new ModelFailure(status >= 400 ? 'refused' : 'nonsense', { status })
}

const CAUSES_MAX = 5

/** The first error in the chain of causes that matches. */
function causeOf(error: unknown, fits: (one: unknown) => boolean): unknown {
  let one = error
  for (let depth = 0; depth < CAUSES_MAX && one !== undefined && one !== null; depth++) {
    if (fits(one)) return one
    one = fieldOf(one, 'cause')
  }
  return undefined
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
