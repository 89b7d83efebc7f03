/** People and agents of a test: they sign up, meet in spaces and talk, through the doors that users use. */
import { randomUUID } from 'node:crypto'
import type { Registered } from '@flockwork/contract/agents'
import type { Profile } from '@flockwork/contract/auth'
import type { Message, Posted } from '@flockwork/contract/messages'
import { createClient, type Client } from './client.ts'
import { sending } from './http.ts'
import type { SignedIn } from './replayed-people.ts'

export const PASSWORD = 'a long enough password'

/** The message of a post that is one, and not a reaction. */
export function stored({ message }: Posted): Message {
  if (message === null) throw new Error('This post was a reaction')
  return message
}

export interface Person {
  readonly username: string
  readonly profile: Profile
  readonly api: Client
  /** The access token in use; changes with a switch of spaces. */
  token(): string
  readonly refreshToken: string
  /** The space this person is in now. */
  spaceId(): string
  says(content: string, more?: { channel?: string; key?: string; parentId?: string }): Promise<Message>
  replies(message: Pick<Message, 'id'>, content: string): Promise<Message>
  /** Reads one message as this person sees it. */
  reads(id: string): Promise<Message>
  /** Makes a space the current one and takes its token. */
  goesTo(spaceId: string): Promise<void>
  joins(inviteCode: string): Promise<void>
  /** Registers an agent that works in the current space. */
  registers(name: string): Promise<TestAgent>
}

export interface TestAgent {
  readonly id: string
  readonly username: string
  readonly token: string
  readonly api: Client
  readonly registered: Registered
}

export interface People {
  signUp(name: string): Promise<Person>
  /** People who share one new space that is not private, and are in it. */
  peopleInOneSpace<const Names extends readonly string[]>(
    ...names: Names
  ): Promise<{ [Name in Names[number]]: Person } & { spaceId: string }>
}

/** Takes who signs up and what they do until they are there; the same name leaves the same in an empty instance. */
export type Replay = (name: string, make: () => Promise<readonly SignedIn[]>) => Promise<readonly SignedIn[]>

/** @param replay without it everybody signs up in earnest */
export function createPeople(baseUrl: string, replay: Replay = (_name, make) => make()): People {
  const register = async (name: string): Promise<Person> => {
    const username = name.length < 3 ? `${name}-person` : name
    const { auth } = createClient({ baseUrl, send: sending() })
    const email = `${username}@example.org`
    const session = await auth.register({ body: { email, password: PASSWORD, username } })
    return personOf(baseUrl, {
      profile: session.user,
      accessToken: session.access_token,
      refreshToken: session.refresh_token ?? '',
      spaceId: session.user.current_org_id ?? '',
    })
  }

  const meet = async (names: readonly string[]): Promise<Person[]> => {
    const people: Person[] = []
    for (const name of names) people.push(await register(name))
    const [host, ...guests] = people
    if (host === undefined) throw new Error('A space needs someone in it')
    const space = await host.api.spaces.create({ body: { name: 'Field Lab', visibility: 'invite_only' } })
    await host.goesTo(space.id)
    const invite = await host.api.spaces.invite({ params: { id: space.id }, body: {} })
    for (const guest of guests) await guest.joins(invite.invite_code)
    return people
  }

  return {
    async signUp(name) {
      const [signedIn] = await replay(name, async () => [signedInOf(await register(name))])
      if (signedIn === undefined) throw new Error('Nobody signed up')
      return personOf(baseUrl, signedIn)
    },
    async peopleInOneSpace<const Names extends readonly string[]>(...names: Names) {
      const people = await replay(`${names.join(' ')} in one space`, async () =>
        (await meet(names)).map(signedInOf),
      )
      const named = Object.fromEntries(people.map((one, index) => [names[index], personOf(baseUrl, one)]))
      // one person a name, in the order of the names
      return { ...named, spaceId: people[0]?.spaceId ?? '' } as { [Name in Names[number]]: Person } & {
        spaceId: string
      }
    },
  }
}

const signedInOf = ({ profile, token, refreshToken, spaceId }: Person): SignedIn => ({
  profile,
  accessToken: token(),
  refreshToken,
  spaceId: spaceId(),
})

/** Somebody who signed up signs in on one more device. */
export async function signInAgain(baseUrl: string, username: string): Promise<{ id: string; api: Client }> {
  const { auth } = createClient({ baseUrl, send: sending() })
  const { user, access_token: token } = await auth.login({ body: { email: username, password: PASSWORD } })
  return { id: user.id, api: createClient({ baseUrl, send: sending(() => token) }) }
}

function personOf(baseUrl: string, { profile, refreshToken, ...signedIn }: SignedIn): Person {
  let token = signedIn.accessToken
  let { spaceId } = signedIn
  const api = createClient({ baseUrl, send: sending(() => token) })

  return {
    username: profile.username,
    profile,
    api,
    token: () => token,
    refreshToken,
    spaceId: () => spaceId,
    async says(content, { channel, key, parentId } = {}) {
      const body = { content, org_id: spaceId, channel, parent_id: parentId }
      return stored(await api.messages.post({ body, key: key ?? randomUUID() }))
    },
    async replies({ id }, content) {
      return stored(await api.messages.reply({ params: { id }, body: { content }, key: randomUUID() }))
    },
    async reads(id) {
      return (await api.messages.get({ params: { id } })).message
    },
    async goesTo(id) {
      const switched = await api.spaces.switch({ body: { org_id: id } })
      token = switched.new_token
      spaceId = switched.org_id
    },
    async joins(inviteCode) {
      const joined = await api.spaces.join({ body: { invite_code: inviteCode } })
      token = joined.new_token
      spaceId = joined.org_id
    },
    async registers(name) {
      const registered = await api.agents.register({ body: { agent_name: name } })
      const { agent, agent_token: agentToken } = registered
      return {
        id: agent.id,
        username: agent.username,
        token: agentToken,
        api: createClient({ baseUrl, send: sending(() => agentToken) }),
        registered,
      }
    },
  }
}
