/** The body of an exchange, a JSON-RPC 2.0 message or a batch of them, before the protocol's handler reads it. */
import type { RequestId } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { parseJson } from '../../platform/json.ts'
import { bodyText } from '../../platform/request-body.ts'

export const PARSE_ERROR = {
  jsonrpc: '2.0',
  id: null,
  error: {
    code: -32700,
    message: 'The body must be well-formed JSON in UTF-8, nested at most 64 levels deep',
  },
}

/**
 * The parsed body; `isReadable` is false for bytes that aren't UTF-8, a text that isn't JSON, or one that is nested too
 * deep. Only a POST has one.
 */
export function readBody(request: FastifyRequest): { body: unknown; isReadable: boolean } {
  if (request.method !== 'POST') return { body: undefined, isReadable: true }
  try {
    const parsed = parseJson(bodyText(request) ?? '')
    for (const { params } of messagesIn(parsed)) if (params?.arguments === null) delete params.arguments
    return { body: parsed, isReadable: true }
  } catch {
    return { body: undefined, isReadable: false }
  }
}

interface MessageLike {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly requestId?: unknown; readonly name?: unknown; arguments?: unknown } | null
}

function messagesIn(body: unknown): MessageLike[] {
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  return messages.filter((one): one is MessageLike => typeof one === 'object' && one !== null)
}

/** A method that an exchange calls, with the tool or prompt that it names. */
export interface McpRequest {
  readonly id: unknown
  readonly method: string
  readonly name: string | undefined
}

export function requestsIn(body: unknown): McpRequest[] {
  return messagesIn(body).flatMap(({ id, method, params }) => {
    if (typeof method !== 'string') return []
    return [{ id, method, name: typeof params?.name === 'string' ? params.name : undefined }]
  })
}

/**
 * The number of messages that count towards the rate limit on arrival. Valid calls of these tools are counted later, by
 * the tools, whose answer can explain a limit.
 */
export function countNonToolCalls(body: unknown, tools: readonly string[]): number {
  const count = Array.isArray(body) ? Math.max(body.length, 1) : 1
  return count - messagesIn(body).filter((one) => reachesTool(one, tools)).length
}

function reachesTool({ id, method, params }: MessageLike, tools: readonly string[]): boolean {
  const given = params?.arguments
  return (
    method === 'tools/call' &&
    (typeof id === 'string' || typeof id === 'number') &&
    typeof params?.name === 'string' &&
    tools.includes(params.name) &&
    (given === undefined || (typeof given === 'object' && given !== null && !Array.isArray(given)))
  )
}

/** Whether the exchange opens a stream of updates (`subscriptions/listen` of the stateless protocol). */
export function isListen(body: unknown): boolean {
  return !Array.isArray(body) && messagesIn(body).some(({ method }) => method === 'subscriptions/listen')
}

/** The requests that the exchange cancels. A client sends that in a separate exchange, and there are no sessions. */
export function cancelledIn(body: unknown): RequestId[] {
  return messagesIn(body).flatMap(({ method, params }) => {
    const id = method === 'notifications/cancelled' ? params?.requestId : undefined
    return typeof id === 'string' || typeof id === 'number' ? [id] : []
  })
}
