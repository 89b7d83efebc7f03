/**
 * The typed client made from the contract's routes: the web app's only way to the server, and the tests'.
 *
 * Responses are typed but not validated again: the server already serializes them by the same schemas, which would add
 * weight to every page. Tokens and retries are up to the transport.
 */
import { controlRoutes } from '@flockwork/contract/agent-control'
import { agentRoutes } from '@flockwork/contract/agents'
import { summaryRoutes } from '@flockwork/contract/summaries'
import { authRoutes } from '@flockwork/contract/auth'
import { messageRoutes } from '@flockwork/contract/messages'
import type { Access, Answer, Input, Method, RouteSpec } from '@flockwork/contract/route'
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { taskRoutes } from '@flockwork/contract/task-routes'
import { ApiError, AuthUnavailable, NetworkError } from './api-error.ts'
import { retryAfterMs } from './retry-after.ts'

/** A request as the transport gets it. */
export interface ApiRequest {
  readonly method: Method
  readonly url: string
  readonly access: Access
  readonly headers: Record<string, string>
  /** JSON, bytes with their own type, or absent. */
  readonly body?: string | Blob
  readonly signal?: AbortSignal
}

/** Sends one request. Rejects only when there is no response. */
export type Send = (request: ApiRequest) => Promise<Response>

type Part<R extends RouteSpec, K extends 'params' | 'query' | 'body'> = R extends {
  readonly [P in K]: infer S
}
  ? undefined extends Input<S>
    ? { [P in K]?: Input<S> | undefined }
    : {} extends Input<S>
      ? { [P in K]?: Input<S> | undefined }
      : { [P in K]: Input<S> }
  : unknown

interface Options {
  /** The Idempotency-Key: a repeat under the same key returns the first result again. */
  key?: string | undefined
  signal?: AbortSignal | undefined
}

/** The arguments of a call of `R`. */
export type Arguments<R extends RouteSpec> = Part<R, 'params'> &
  Part<R, 'query'> &
  (R extends { readonly takesBytes: true } ? { body: Blob } : Part<R, 'body'>) &
  Options

/** A call: rejects with ApiError on an error response, with NetworkError when there is no response. */
export type Call<R extends RouteSpec> =
  {} extends Arguments<R>
    ? (given?: Arguments<R>) => Promise<Answer<R>>
    : (given: Arguments<R>) => Promise<Answer<R>>

export type Calls<Routes extends Record<string, RouteSpec>> = {
  readonly [Name in keyof Routes]: Call<Routes[Name]>
}

/** All routes about agents, from all modules of the contract. */
const AGENT_CALLS = { ...agentRoutes, ...controlRoutes, ...summaryRoutes }
type AgentCalls = typeof AGENT_CALLS

export interface Client {
  readonly auth: Calls<typeof authRoutes>
  readonly spaces: Calls<typeof spaceRoutes>
  readonly messages: Calls<typeof messageRoutes>
  readonly agents: Calls<AgentCalls>
  readonly tasks: Calls<typeof taskRoutes>
  /** Any other route of the contract. */
  call<R extends RouteSpec>(route: R, given: Arguments<R>): Promise<Answer<R>>
}

export interface ClientOptions {
  /** Scheme and host without a trailing slash; empty in the web app, which is served from the same origin. */
  baseUrl: string
  /** Sends the requests. Default: plain `fetch` with `token` and `deviceId`. */
  send?: Send
  fetch?: typeof fetch
  token?: string | (() => string | null) | null
  deviceId?: string
}

export function createClient(options: ClientOptions): Client {
  const send = options.send ?? plainSend(options)

  async function call<R extends RouteSpec>(route: R, given: Arguments<R>): Promise<Answer<R>> {
    const response = await answered(send(toRequest(options.baseUrl, route, given)))
    const body = await bodyOf(response)
    if (!response.ok) throw new ApiError(response.status, body, retryAfterMs(response.headers, body))
    // a captive portal answers any request with its own page
    if (body === null) throw new NetworkError('This is not our server')
    // what the contract promises of this route
    return body as Answer<R>
  }

  const calls = <Routes extends Record<string, RouteSpec>>(routes: Routes) => callsOf(call, routes)
  return {
    auth: calls(authRoutes),
    spaces: calls(spaceRoutes),
    messages: calls(messageRoutes),
    agents: calls(AGENT_CALLS),
    tasks: calls(taskRoutes),
    call,
  }
}

/** Each route by its name. */
export function callsOf<Routes extends Record<string, RouteSpec>>(
  call: Client['call'],
  routes: Routes,
): Calls<Routes> {
  const entries = Object.entries(routes).map(([name, route]) => [
    name,
    (given: Arguments<RouteSpec> = {}) => call(route, given),
  ])
  // each name has the call of its own route
  return Object.fromEntries(entries) as Calls<Routes>
}

/** The request for a call of `route`. */
export function toRequest<R extends RouteSpec>(baseUrl: string, route: R, given: Arguments<R>): ApiRequest {
  const { params, query, body, key, signal } = given as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
  } & Options
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  )
  const search = searchOf(query ?? {})
  const hasBody = body !== undefined && body !== null

  const headers: Record<string, string> = { accept: 'application/json' }
  const isJson = hasBody && !(body instanceof Blob)
  if (isJson) headers['content-type'] = 'application/json'
  if (key !== undefined) headers['idempotency-key'] = key

  return {
    method: route.method,
    url: baseUrl + path + search,
    access: route.access,
    headers,
    ...(hasBody && { body: isJson ? JSON.stringify(body) : body }),
    ...(signal && { signal }),
  }
}

/** `?a=1&b=2` from the fields that have a value; a list repeats its name. */
function searchOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, String(one)]),
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

/** Sends once, with the given token: for tests and programs that handle errors themselves. */
function plainSend({ fetch: send = globalThis.fetch, token, deviceId }: ClientOptions): Send {
  return ({ method, url, headers, body, signal }) => {
    const bearer = typeof token === 'function' ? token() : token
    return send(url, {
      method,
      headers: {
        ...headers,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(deviceId && { 'x-device-id': deviceId }),
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
  }
}

async function answered(response: Promise<Response>): Promise<Response> {
  try {
    return await response
  } catch (error) {
    if (error instanceof ApiError || error instanceof AuthUnavailable || isAbort(error)) throw error
    throw new NetworkError('The server does not answer', { cause: error })
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** The response's JSON; undefined without a body, null if it isn't JSON (a proxy's page). */
async function bodyOf(response: Response): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (error) {
    if (isAbort(error)) throw error
    throw new NetworkError('The answer broke off', { cause: error })
  }
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
