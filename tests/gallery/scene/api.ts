/** API calls by the people and agents of the scene, at its current time. */
import type { Product } from '../../e2e/product.ts'

/** In the future, so that browsers don't treat the cookies as expired; a Tuesday. */
export const NOW = Date.parse('2030-05-14T09:56:00Z')
export const PASSWORD = 'a long enough password'

const MINUTE_MS = 60_000
export const HOUR = 60
export const DAY = 24 * HOUR

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Makes API calls as one account; `Answer` is the contract's response of the path. */
export type Caller = <Answer = unknown>(method: Method, path: string, body?: object) => Promise<Answer>

export interface Account {
  readonly name: string
  readonly id: string
  readonly call: Caller
}

/** Sets the product's clock to this many minutes before the time of the pictures. */
export async function moveClock({ url }: Product, minutesAgo: number): Promise<void> {
  const at = new Date(NOW - minutesAgo * MINUTE_MS).toISOString()
  await request(url, 'POST', '/test/clock', { at })
}

/** A new account, or the agent of one. */
export async function signUp({ url }: Product, name: string): Promise<Account> {
  const made = await request<Session>(url, 'POST', '/auth/register', {
    username: name,
    email: `${name}@example.org`,
    password: PASSWORD,
  })
  let token = made.access_token
  return {
    name,
    id: made.user.id,
    async call(method, path, body) {
      try {
        return await request(url, method, path, body, token)
      } catch (error) {
        // the scene spans days, and a token expires
        if (!(error instanceof Refused) || error.status !== 401) throw error
        const login = { email: name, password: PASSWORD }
        token = (await request<Session>(url, 'POST', '/auth/login', login)).access_token
        return await request(url, method, path, body, token)
      }
    },
  }
}

export async function registerAgent(
  { url }: Product,
  owner: Account,
  name: string,
  more: { agent_type?: string; description?: string; pinned_org_id?: string; org_id?: string } = {},
): Promise<Account & { readonly token: string }> {
  const made = await owner.call<{ agent_token: string; agent: { id: string } }>(
    'POST',
    '/auth/agents/register',
    { agent_name: name, ...more },
  )
  const { agent_token: token } = made
  return {
    name,
    token,
    id: made.agent.id,
    call: (method, path, body) => request(url, method, path, body, token),
  }
}

interface Session {
  access_token: string
  user: { id: string }
}

class Refused extends Error {
  readonly status: number
  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

async function request<Answer>(
  url: string,
  method: Method,
  path: string,
  body?: object,
  token?: string,
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Refused(answer.status, `${method} ${path}: ${answer.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

/** An action in a space, this many minutes before the pictures. */
export interface Moment {
  readonly minutesAgo: number
  readonly act: () => Promise<unknown>
}

/** Performs the actions in order: a space's messages are numbered as they are posted. */
export async function live(product: Product, moments: readonly Moment[]): Promise<void> {
  for (const { minutesAgo, act } of moments.toSorted((one, other) => other.minutesAgo - one.minutesAgo)) {
    await moveClock(product, minutesAgo)
    await act()
  }
}
