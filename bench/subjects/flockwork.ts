/** The product: its complete server as a process, with people and spaces created over HTTP. */
import type { Poster, Target } from '../load/job.ts'
import { startChild, type Child } from './child.ts'
import type { Subject } from './subject.ts'

const MAIN = 'apps/server/src/main.ts'
const PASSWORD = 'a long enough password'

export interface ServerOptions {
  /** An existing database, or a folder for the embedded one. */
  readonly database: { readonly DATABASE_URL: string } | { readonly DATA_DIR: string }
  readonly port?: number
  /** A folder for a CPU profile, written when it ends. */
  readonly profileTo?: string | undefined
}

export function startServer({ database, port = 0, profileTo }: ServerOptions): Promise<Child> {
  const profile = profileTo === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`]
  return startChild([...profile, MAIN], {
    ...database,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_SCALE: '1000000',
  })
}

export async function startFlockwork(
  databaseUrl: string,
  spaces: number,
  profileTo: string | undefined,
): Promise<Subject> {
  const server = await startServer({ database: { DATABASE_URL: databaseUrl }, profileTo })
  return {
    name: 'flockwork',
    target: await settle(server.port, spaces),
    serverPid: server.pid,
    databaseUrl,
    stop: () => server.end(),
  }
}

/** Registers people and puts two into each space. All readers subscribe to the first space. */
export async function settle(port: number, spaces: number): Promise<Target> {
  const posters: Poster[] = []
  for (let index = 0; index < spaces; index++) {
    const host = await signUp(port, `bench-${2 * index}`)
    const guest = await signUp(port, `bench-${2 * index + 1}`)
    const space = await call<{ id: string }>(port, host.token, '/api/organizations/create', {
      name: `Bench ${index}`,
      visibility: 'invite_only',
    })
    const invite = await call<{ invite_code: string }>(
      port,
      host.token,
      `/api/organizations/${space.id}/invites`,
      {},
    )
    const joined = await call<{ new_token: string }>(port, guest.token, '/api/organizations/join', {
      invite_code: invite.invite_code,
    })
    const spaceId = space.id
    posters.push(
      { token: host.token, spaceId, accountId: host.id, other: guest },
      { token: joined.new_token, spaceId, accountId: guest.id, other: host },
    )
  }
  const [first] = posters
  if (first === undefined) throw new Error('There must be a space')
  return {
    port,
    streamPath: `/api/sse/messages?org_id=${first.spaceId}`,
    postPath: '/auth/messages',
    posters,
  }
}

/** Registers agents in the first space, of the first person, who as an administrator may have any number. */
export async function registerAgents(
  { port, posters: [owner] }: Target,
  count: number,
): Promise<{ handle: string; token: string }[]> {
  const agents: { handle: string; token: string }[] = []
  for (let index = 0; index < count; index++) {
    const handle = `agent-${String(index).padStart(3, '0')}`
    const registered = await call<{ agent_token: string }>(
      port,
      owner?.token ?? '',
      '/auth/agents/register',
      {
        agent_name: handle,
        pinned_org_id: owner?.spaceId,
      },
    )
    agents.push({ handle, token: registered.agent_token })
  }
  return agents
}

async function signUp(
  port: number,
  username: string,
): Promise<{ id: string; handle: string; token: string }> {
  const session = await call<{ access_token: string; user: { id: string } }>(
    port,
    undefined,
    '/auth/register',
    {
      email: `${username}@example.org`,
      password: PASSWORD,
      username,
    },
  )
  return { id: session.user.id, handle: username, token: session.access_token }
}

async function call<T>(port: number, token: string | undefined, path: string, body: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
