/** The body of an exchange: a message of JSON-RPC, or a batch of them, before the handler reads it. */
import type { RequestId } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'

export const PARSE_ERROR = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32700, message: 'The body must be well-formed JSON' },
}

/** The parsed body; `isReadable` is false for what is no JSON. Only posts have one. */
export function readBody({ body, method }: FastifyRequest): { body: unknown; isReadable: boolean } {
  if (method !== 'POST') return { body: undefined, isReadable: true }
  try {
    const parsed: unknown = JSON.parse(typeof body === 'string' ? body : '')
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
  const all: unknown[] = Array.isArray(body) ? body : [body]
  return all.filter((one): one is MessageLike => typeof one === 'object' && one !== null)
}

/** What an exchange asks for: its methods, with the name of what each is about. */
export interface Asked {
  readonly method: string
  readonly name: string | undefined
}

export function askedIn(body: unknown): Asked[] {
  return messagesIn(body).flatMap(({ method, params }) => {
    if (typeof method !== 'string') return []
    return [{ method, name: typeof params?.name === 'string' ? params.name : undefined }]
  })
}

/**
 * How many messages an exchange has that are counted as they come in. Calls of these tools are counted by the tools
 * themselves, where a limit can be told in words; what only looks like one never reaches a tool.
 */
export function countOthers(body: unknown, tools: readonly string[]): number {
  const all = Array.isArray(body) ? Math.max(body.length, 1) : 1
  return all - messagesIn(body).filter((one) => reachesTool(one, tools)).length
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

/** Whether the exchange is a stream of the stateless protocol that tells of changes. */
export function isListen(body: unknown): boolean {
  return !Array.isArray(body) && messagesIn(body).some(({ method }) => method === 'subscriptions/listen')
}

/** A client gives a request up with a notification of its own, which reaches no session here. */
export function cancelledIn(body: unknown): RequestId[] {
  return messagesIn(body).flatMap(({ method, params }) => {
    const id = method === 'notifications/cancelled' ? params?.requestId : undefined
    return typeof id === 'string' || typeof id === 'number' ? [id] : []
  })
}
