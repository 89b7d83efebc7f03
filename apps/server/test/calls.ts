/** Calls as a hostile or careless client makes them: any header, any body, the answer as it came. */
import { ApiError } from '../../web/src/api/api-error.ts'
import { requestOnce, whileBusy } from './http.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON, or the text when it is none. */
  readonly body: unknown
  readonly text: string
}

export interface Given {
  readonly token?: string
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is; with `type` as its content type. */
  readonly text?: string
  readonly type?: string
  readonly key?: string
  readonly headers?: Record<string, string>
}

/** Calls again while the server answers 503, as clients do. */
export function call(baseUrl: string, method: string, path: string, given: Given = {}): Promise<Answer> {
  return whileBusy(() => callOnce(baseUrl, method, path, given))
}

/** One call, for tests of the 503 itself: of a server that is too busy or without its database. */
export async function callOnce(
  baseUrl: string,
  method: string,
  path: string,
  given: Given = {},
): Promise<Answer> {
  const { token, json, text, type, key, headers } = given
  const body = text ?? (json === undefined ? undefined : JSON.stringify(json))
  const answer = await requestOnce(baseUrl + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  return { ...answer, body: parsed(answer.text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The value of a cookie that an answer sets, with its attributes in lower case. */
export function cookieOf(
  headers: Headers,
  name: string,
): { value: string; pair: string; attributes: string[] } | undefined {
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`))
  if (line === undefined) return undefined
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  return {
    pair,
    value: pair.slice(name.length + 1),
    attributes: attributes.map((attribute) => attribute.toLowerCase()),
  }
}

/** Whether a call of the typed client ended in a refusal, and by no fault of the server's or the session's. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 401
}

/** The refusal that a call of the typed client ends in. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('The call was expected to be refused, but it succeeded')
}

/** Polls until the answer fits; gives up after `withinMs`. Poll slow work less often, to leave it the processor. */
export async function eventually<T>(
  ask: () => Promise<T>,
  fits: (answer: T) => boolean,
  withinMs = 60_000,
  everyMs = 5,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (fits(answer)) return answer
    if (performance.now() > giveUpAt) throw new Error(`Still ${JSON.stringify(answer)} after ${withinMs} ms`)
    // a pause, so that what is waited for gets the processor
    await new Promise((resolve) => void setTimeout(resolve, everyMs))
  }
}
