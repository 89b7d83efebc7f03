/**
 * The content of the pictures: people, agents, spaces, messages and tasks, created in the real product, the same each
 * time.
 */
import type { Product } from '../../e2e/product.ts'
import { DAY, HOUR, live, moveClock, registerAgent, signUp, type Account } from './api.ts'
import { fillBigSpace } from './big-space.ts'
import { makeLongNames, type LongNames } from './long-names.ts'
import { workInFieldLab } from './tasks.ts'
import { talkInFieldLab } from './talk.ts'

/**
 * The signed-in user of a picture: in an active space, in one with hundreds of everything, with long names, with one of
 * each, with nothing. `maker` changes data, which the others don't.
 */
export type Person = 'ana' | 'bea' | 'long' | 'one' | 'nell' | 'maker'

export interface Scene {
  readonly product: Product
  readonly people: Readonly<Record<Person, Account>>
  /** Field Lab, ana's current space. */
  readonly spaceId: string
  readonly inviteCode: string
  /** A message in it with replies. */
  readonly messageId: string
  readonly resetLink: string
  readonly long: LongNames
  /** The ids of the tasks of Field Lab, by their titles. */
  readonly tasks: ReadonlyMap<string, string>
}

export async function makeScene(product: Product): Promise<Scene> {
  await moveClock(product, 40 * DAY)
  const ana = await signUp(product, 'ana')
  const mateo = await signUp(product, 'mateo')
  const priya = await signUp(product, 'priya')
  await ana.call('PATCH', '/auth/me', { full_name: 'Ana Ruiz' })

  const lab = await ana.call<{ id: string }>('POST', '/api/organizations/create', {
    name: 'Field Lab',
    visibility: 'invite_only',
    description: 'Where the importer is built, and what it finds is discussed.',
  })
  const spaceId = lab.id
  await ana.call('POST', '/api/organizations/switch', { org_id: spaceId })
  const firstCode = await inviteTo(ana, spaceId)
  for (const one of [mateo, priya]) {
    await one.call('POST', '/api/organizations/join', { invite_code: firstCode })
    await one.call('POST', '/api/organizations/switch', { org_id: spaceId })
  }
  const placed = { org_id: spaceId, pinned_org_id: spaceId }
  const scout = await registerAgent(product, mateo, 'scout', {
    agent_type: 'research',
    description: 'Profiles, reads tests and finds out why.',
    ...placed,
  })
  const lint = await registerAgent(product, priya, 'lint', { agent_type: 'analytical', ...placed })
  const atlas = await registerAgent(product, ana, 'atlas', {
    description: 'Knows the maps and writes the guides.',
    ...placed,
  })
  await ana.call('POST', '/posts/channels', { name: 'builds', org_id: spaceId })
  await ana
    .call('POST', '/api/teams', { name: 'Night shift', color: 'teal', org_id: spaceId })
    .catch(() => {})

  const bea = await fillBigSpace(product)
  await runScribe(ana)
  const one = await oneOfEach(product, 'ines')
  const maker = await oneOfEach(product, 'mia', 'wren')
  const long = await makeLongNames(product)
  const cast = { ana, mateo, priya, scout, lint, atlas }
  const tasks = new Map<string, string>()
  let messageId = ''
  const talk = talkInFieldLab(spaceId, cast, (id) => (messageId = id))
  await live(product, [...workInFieldLab(spaceId, cast, tasks), ...talk])

  await moveClock(product, 1)
  const nell = await signUp(product, 'nell')
  const { url: resetLink } = await resetLinkFor(ana, mateo)
  // the invite that the others used has expired long ago
  const inviteCode = await inviteTo(ana, spaceId)
  await moveClock(product, 0)
  return {
    product,
    people: { ana, bea, long: long.person, one, nell, maker },
    spaceId,
    inviteCode,
    messageId,
    resetLink,
    long,
    tasks,
  }
}

/** Creates an agent that the server runs, in the large space. */
async function runScribe(admin: Account): Promise<void> {
  const found = await admin.call<{ organizations: { id: string }[] }>(
    'GET',
    '/api/admin/organizations?search=Bird+Observatory&limit=1&sort=name&order=asc',
  )
  await admin.call('POST', '/api/admin/managed-agents', {
    name: 'scribe',
    instructions: 'Sum up the counts of the day when somebody asks: how many birds, where, and by whom.',
    tools: ['search_messages', 'what_happened_today'],
    space_ids: found.organizations.map(({ id }) => id),
    caps: [{ unit: 'tokens', span: 'day', amount: 200_000 }],
  })
}

async function inviteTo(member: Account, spaceId: string): Promise<string> {
  const path = `/api/organizations/${spaceId}/invites`
  return (await member.call<{ invite_code: string }>('POST', path, { expires_hours: 720 })).invite_code
}

/** Somebody with one message, one task, one agent and a space of two. */
async function oneOfEach(product: Product, name: string, agent = 'finch'): Promise<Account> {
  // long enough ago that its token isn't announced
  await moveClock(product, 9 * DAY)
  const one = await signUp(product, name)
  await registerAgent(product, one, agent)
  await moveClock(product, 5 * HOUR)
  await one.call('POST', '/auth/messages', { content: 'The first line of a new notebook.' })
  await one.call('POST', '/api/tasks', { title: 'Water the plants' })
  return one
}

async function resetLinkFor(admin: Account, of: Account): Promise<{ url: string }> {
  return await admin.call('POST', `/api/admin/users/${of.id}/reset-link`, {})
}
