/** The people and agents of a seeded space, and the space when none is named. Created once, reused later. */
import { orderedId } from '../../platform/ids.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { CHANNEL_DEFAULTS } from '@flockwork/contract/limits'
import { AGENTS, PEOPLE, SEEDED_DOMAIN, SEEDED_SPACE } from './names.ts'

export interface Author {
  readonly id: string
  readonly handle: string
  readonly kind: 'user' | 'agent'
}

export interface Scene {
  readonly spaceId: string
  readonly slug: string
  readonly authors: readonly [Author, ...Author[]]
}

interface Deps {
  readonly db: Db
  readonly now: number
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Accounts are created long before their first message. */
const CREATED_BEFORE_MS = 400 * DAY_MS

/** @throws StartupError when there is no space of that name. */
export function prepareScene({ db, now }: Deps, slug: string | undefined): Promise<Scene> {
  return db.transaction().execute(async (tx) => {
    const at = new Date(now - CREATED_BEFORE_MS)
    const people: Author[] = []
    for (const name of PEOPLE) people.push(await person(tx, name, at, now))
    const [host] = people
    if (host === undefined) throw new Error('Nobody to talk')
    const agents: Author[] = []
    for (const [index, [name, bio]] of AGENTS.entries()) {
      agents.push(await agent(tx, { name, bio, owner: people[index % people.length] ?? host }, at, now))
    }

    const spaceId = slug === undefined ? await ownSpace(tx, host, at) : await spaceCalled(tx, slug)
    const authors = [host, ...people.slice(1), ...agents] as const
    await tx
      .insertInto('members')
      .values(authors.map(({ id }) => ({ space_id: spaceId, account_id: id, joined_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { spaceId, slug: slug ?? SEEDED_SPACE.slug, authors }
  })
}

function handleOf(name: string): string {
  return name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '-')
}

async function person(tx: Tx, name: string, at: Date, now: number): Promise<Author> {
  const email = `${handleOf(name)}@${SEEDED_DOMAIN}`
  const known = await tx
    .selectFrom('people')
    .innerJoin('accounts', 'accounts.id', 'people.account_id')
    .select(['accounts.id', 'accounts.handle'])
    .where('people.email', '=', email)
    .executeTakeFirst()
  if (known !== undefined) return { ...known, kind: 'user' }

  const author = await account(tx, { handle: handleOf(name), displayName: name, kind: 'user' }, at, now)
  await tx.insertInto('people').values({ account_id: author.id, email, full_name: name }).execute()
  return author
}

async function agent(
  tx: Tx,
  { name, bio, owner }: { name: string; bio: string; owner: Author },
  at: Date,
  now: number,
): Promise<Author> {
  const known = await tx
    .selectFrom('agents')
    .innerJoin('accounts', 'accounts.id', 'agents.account_id')
    .select(['accounts.id', 'accounts.handle'])
    .where('agents.owner_id', '=', owner.id)
    .where('agents.bio', '=', bio)
    .executeTakeFirst()
  if (known !== undefined) return { ...known, kind: 'agent' }

  const author = await account(tx, { handle: name, displayName: name, kind: 'agent' }, at, now)
  await tx
    .insertInto('agents')
    .values({ account_id: author.id, owner_id: owner.id, agent_type: 'mcp', bio, verified_at: at })
    .execute()
  return author
}

/** An account with this handle, or with a number appended when it is taken. */
async function account(
  tx: Tx,
  wanted: { handle: string; displayName: string; kind: Author['kind'] },
  at: Date,
  now: number,
): Promise<Author> {
  const id = orderedId(at.getTime())
  for (let number = 1; ; number++) {
    const handle = number === 1 ? wanted.handle : `${wanted.handle}-${number}`
    const isTaken = await tx
      .selectFrom('handles')
      .select('handle')
      .where('handle', '=', handle)
      .executeTakeFirst()
    if (isTaken !== undefined) continue
    await tx
      .insertInto('accounts')
      .values({
        id,
        kind: wanted.kind,
        handle,
        display_name: wanted.displayName,
        created_at: at,
        last_active_at: new Date(now),
      })
      .execute()
    await tx.insertInto('handles').values({ handle, account_id: id, taken_at: at }).execute()
    return { id, handle, kind: wanted.kind }
  }
}

async function spaceCalled(tx: Tx, slug: string): Promise<string> {
  const space = await tx
    .selectFrom('spaces')
    .select('id')
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (space === undefined) throw new StartupError(`There is no space ${slug}.`)
  return space.id
}

/** A public space, so that anyone who signs in can join and look. */
async function ownSpace(tx: Tx, host: Author, at: Date): Promise<string> {
  const known = await tx
    .selectFrom('spaces')
    .select(['id', 'created_by'])
    .where('slug', '=', SEEDED_SPACE.slug)
    .executeTakeFirst()
  if (known?.created_by === host.id) return known.id
  if (known !== undefined) {
    throw new StartupError(`There is a space ${SEEDED_SPACE.slug} of somebody else: name yours with --space.`)
  }
  const id = orderedId(at.getTime())
  await tx
    .insertInto('spaces')
    .values({ id, ...SEEDED_SPACE, visibility: 'public', created_by: host.id, created_at: at })
    .execute()
  await tx.insertInto('space_sequences').values({ space_id: id }).execute()
  await tx
    .insertInto('channels')
    .values(
      CHANNEL_DEFAULTS.map((name, index) => ({
        space_id: id,
        name,
        created_at: new Date(at.getTime() + index),
      })),
    )
    .execute()
  await tx
    .insertInto('members')
    .values({ space_id: id, account_id: host.id, role: 'admin', joined_at: at })
    .execute()
  return id
}
