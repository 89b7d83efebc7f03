/** Signing up, in and out as a careless client does: the bare answers of the calls under `/auth`. */
import { call, type Answer, type Given } from './calls.ts'
import { PASSWORD } from './people.ts'

interface Served {
  readonly url: string
}

interface SessionBody {
  access_token: string
  refresh_token?: string
}

/** What somebody types who signs up. */
export function person(username: string, more: object = {}): Record<string, unknown> {
  return { email: `${username}@example.org`, password: PASSWORD, username, ...more }
}

export function register({ url }: Served, username: string, given: Given = {}): Promise<Answer> {
  return call(url, 'POST', '/auth/register', { json: person(username), ...given })
}

/** @param name the address or the username */
export function login(
  { url }: Served,
  name: string,
  password = PASSWORD,
  given: Given = {},
): Promise<Answer> {
  return call(url, 'POST', '/auth/login', { json: { email: name, password }, ...given })
}

export function refresh({ url }: Served, given: Given = {}): Promise<Answer> {
  return call(url, 'POST', '/auth/refresh', given)
}

export function me({ url }: Served, token: string): Promise<Answer> {
  return call(url, 'GET', '/auth/me', { token })
}

/** The body of an answer that is a session. */
export function sessionOf(body: unknown): SessionBody {
  return body as SessionBody
}
