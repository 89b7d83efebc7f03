/** The server of component tests: each route answers what the test says, checked against the contract. */
import { eventSchemas, type EventData, type EventName } from '@flockwork/contract/events'
import { realtimeRoutes } from '@flockwork/contract/realtime'
import type { Answer, Body, Issue, Params, Query, RouteSpec, Schema } from '@flockwork/contract/route'

/** A call as the server would have parsed it. */
export interface Received<R extends RouteSpec> {
  readonly params: Params<R>
  readonly query: Query<R>
  readonly body: Body<R>
  /** The Idempotency-Key. */
  readonly key: string | null
  /** The bearer token. */
  readonly token: string | null
}

type Result<R extends RouteSpec> = Answer<R> | Response

export type Handler<R extends RouteSpec> = (call: Received<R>) => Result<R> | Promise<Result<R>>

export interface FakeServer {
  /** Replaces the browser's `fetch` in the app. */
  readonly fetch: typeof fetch
  /** Sets the handler of `route`; the last one set counts. */
  answer<R extends RouteSpec>(route: R, handler: Handler<R>): void
  /** Handles the next call only; later calls are handled as before. */
  answerOnce<R extends RouteSpec>(route: R, handler: Handler<R>): void
  /** Responses of `route` wait until the returned function is called, also those to calls in flight. */
  hold(route: RouteSpec): () => void
  /** The calls of `route` so far, oldest first. */
  calls<R extends RouteSpec>(route: R): readonly Received<R>[]
  /** While false, every call fails as if offline. */
  isReachable: boolean
  /** Sends an event to every open stream. Stored events need the next `seq` of the space. */
  emit<N extends EventName>(name: N, data: EventData<N>, seq?: number): void
  /** Whether a stream is open. */
  hasReaders(): boolean
  /** Ends the open streams, as a server restart does. */
  cutStreams(): void
  /** The page that called is gone: its pending calls never settle. */
  leavePage(): void
  /** The number of pending calls. */
  waiting(): number
  /** Errors that no screen would show: calls without a handler, responses that break the contract. */
  readonly faults: readonly string[]
}

/** An error response with the body that the contract promises (`ErrorBody`). */
export function refusal(
  status: number,
  error: string,
  detail: unknown = error,
  more: Record<string, unknown> = {},
): Response {
  return Response.json({ error, detail, request_id: 'test', ...more }, { status })
}

/** A 422 with the invalid fields by name. */
export function wrongFields(fields: Record<string, string>): Response {
  const detail = Object.entries(fields).map(([name, msg]) => ({
    loc: ['body', name],
    msg,
    type: 'value_error',
  }))
  return refusal(422, 'validation_error', detail)
}

/** `opening` are the first events of each new stream; a resumed stream gets no `bootstrap`. */
export function createFakeServer(
  opening: () => readonly [EventName, unknown, number?][] = () => [],
): FakeServer {
  const handlers = new Map<string, { route: RouteSpec; handler: Handler<RouteSpec> }>()
  const once = new Map<string, Handler<RouteSpec>[]>()
  const received = new Map<string, Received<RouteSpec>[]>()
  const gates = new Map<string, Promise<void>>()
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const faults: string[] = []
  let pages = 0
  let waiting = 0

  async function send(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const page = pages
    waiting += 1
    try {
      return await answered(input, init)
    } finally {
      if (page === pages) waiting -= 1
      // neither a response nor a failure reaches a page that is gone
      else await new Promise(() => {})
    }
  }

  async function answered(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, location.origin)
    const method = init.method ?? 'GET'
    if (!server.isReachable) throw new TypeError('Failed to fetch')
    const found = find(method, url.pathname)
    if (found === null) {
      faults.push(`Nobody answers ${method} ${url.pathname}`)
      return refusal(404, 'not_found')
    }
    const { route, handler, params } = found
    if (route.isEventStream) {
      await abortable(gates.get(nameOf(route)), init.signal)
      return stream(init.signal ?? null, new Headers(init.headers).has('last-event-id'))
    }
    const name = nameOf(route)
    const call = parse(route, params, url, init)
    if (call instanceof Response) return call
    received.set(name, [...(received.get(name) ?? []), call])
    const result = await abortable((once.get(name)?.shift() ?? handler)(call), init.signal)
    await abortable(gates.get(name), init.signal)
    return result instanceof Response ? result : respond(route, result)
  }

  function find(method: string, path: string) {
    for (const { route, handler } of handlers.values()) {
      const params = route.method === method ? matched(route.path, path) : null
      if (params !== null) return { route, handler, params }
    }
    return null
  }

  function parse(route: RouteSpec, params: object, url: URL, init: RequestInit) {
    const headers = new Headers(init.headers)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const parts = [
      checked(route.params, params, 'path'),
      checked(route.query, queryOf(url), 'query'),
      checked(route.body, body, 'body'),
    ]
    const issues = parts.flatMap((part) => part.issues)
    if (issues.length > 0) return refusal(422, 'validation_error', issues)
    return {
      params: parts[0]?.data,
      query: parts[1]?.data,
      body: parts[2]?.data,
      key: headers.get('idempotency-key'),
      token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
      // parsed by the route's own schemas
    } as Received<RouteSpec>
  }

  function respond(route: RouteSpec, answer: unknown): Response {
    if (route.answer === undefined || answer === undefined) return new Response(null, { status: 204 })
    const { data, issues } = checked(route.answer, answer, 'answer')
    for (const { loc, msg } of issues)
      faults.push(`The answer of ${nameOf(route)} breaks the contract at ${loc.join('.')}: ${msg}`)
    return Response.json(data, { status: route.status ?? 200 })
  }

  function stream(signal: AbortSignal | null, isResumed: boolean): Response {
    let reader: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        reader = controller
        streams.add(controller)
        for (const [name, data, seq] of opening()) {
          if (name !== 'bootstrap' || !isResumed) write(controller, name, data, seq)
        }
      },
      cancel: () => void streams.delete(reader),
    })
    signal?.addEventListener('abort', () => {
      if (streams.delete(reader)) reader.error(new DOMException('aborted', 'AbortError'))
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  const server: FakeServer = {
    fetch: send,
    answer(route, handler) {
      // each handler is only called with requests of its own route
      handlers.set(nameOf(route), { route, handler })
    },
    answerOnce(route, handler) {
      const name = nameOf(route)
      once.set(name, [...(once.get(name) ?? []), handler])
    },
    hold(route) {
      const { promise, resolve } = Promise.withResolvers<void>()
      gates.set(nameOf(route), promise)
      return () => {
        gates.delete(nameOf(route))
        resolve()
      }
    },
    calls: (route) => received.get(nameOf(route)) ?? [],
    isReachable: true,
    emit(name, data, seq) {
      const { issues } = checked(eventSchemas[name], data, 'event')
      for (const { loc, msg } of issues)
        faults.push(`The event ${name} breaks the contract at ${loc.join('.')}: ${msg}`)
      for (const stream of streams) write(stream, name, data, seq)
    },
    hasReaders: () => streams.size > 0,
    cutStreams() {
      for (const stream of streams) stream.close()
      streams.clear()
    },
    leavePage() {
      pages += 1
      waiting = 0
      server.cutStreams()
    },
    waiting: () => waiting,
    faults,
  }
  server.answer(realtimeRoutes.stream, () => undefined)
  return server
}

function write(
  stream: ReadableStreamDefaultController<Uint8Array>,
  name: string,
  data: unknown,
  seq?: number,
): void {
  const id = seq === undefined ? '' : `id: ${seq}\n`
  stream.enqueue(new TextEncoder().encode(`${id}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`))
}

function nameOf({ method, path }: RouteSpec): string {
  return `${method} ${path}`
}

/** The parameters of a path that matches; null for one that doesn't. */
function matched(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = decodeURIComponent(given[index] ?? '')
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return null
  }
  return params
}

function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  const names = new Set(searchParams.keys())
  return Object.fromEntries(
    [...names].map((name) => {
      const values = searchParams.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

function checked(schema: Schema | undefined, value: unknown, part: string) {
  const parsed = schema?.safeParse(value)
  if (parsed === undefined) return { data: undefined, issues: [] }
  if (parsed.success) return { data: parsed.data, issues: [] }
  const issues = parsed.error.issues.map(({ path, message, code }: Issue) => ({
    loc: [part, ...path.map(String)],
    msg: message,
    type: code ?? 'value_error',
  }))
  return { data: value, issues }
}

/** As `fetch`: an aborted call rejects at once. */
async function abortable<T>(work: T | Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new DOMException('aborted', 'AbortError'))
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
