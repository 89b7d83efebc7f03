/** Fills an instance with people, each with their own space, to try it at a large scale. */
import { sql } from 'kysely'
import { CHANNEL_DEFAULTS } from '@flockwork/contract/limits'
import type { Db, Tx } from '../../platform/database.ts'
import { orderedId } from '../../platform/ids.ts'
import { PEOPLE, SEEDED_DOMAIN } from './names.ts'
import { createRandom } from './random.ts'

interface Deps {
  readonly db: Db
  readonly now: number
  /** Called after each batch with the number of people stored so far. */
  readonly onStored: (count: number) => void
}

interface SeededPerson {
  readonly id: string
  readonly spaceId: string
  readonly handle: string
  readonly name: string
  readonly at: Date
  readonly lastActiveAt: Date
}

/** A statement of so many is far from the limits of a slow machine. */
const BATCH = 1000
const DAY_MS = 24 * 60 * 60 * 1000
const YEARS_MS = 2 * 365 * DAY_MS
/** One in so many is deactivated. */
const DEACTIVATED = 50
const CHANCE_SEED = 20_260_201

/** Adds people who signed up over the last two years; nobody can sign in as one of them. */
export async function seedPeople({ db, now, onStored }: Deps, count: number): Promise<void> {
  const random = createRandom(CHANCE_SEED)
  const first = await db
    .selectFrom('handles')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .executeTakeFirstOrThrow()
  const given = PEOPLE.map((name) => name.split(' ')[0] ?? name)
  const family = PEOPLE.map((name) => name.split(' ').at(-1) ?? name)
  const pick = (from: readonly string[]) => from[random.below(from.length)] ?? ''

  for (let stored = 0; stored < count;) {
    const size = Math.min(BATCH, count - stored)
    const people = Array.from({ length: size }, (_, index): SeededPerson => {
      const name = `${pick(given)} ${pick(family)}`
      const at = now - YEARS_MS + Math.floor(((stored + index) / count) * YEARS_MS)
      return {
        id: orderedId(at),
        spaceId: orderedId(at),
        handle: `${plain(name)}-${first.taken + stored + index}`,
        name,
        at: new Date(at),
        lastActiveAt: new Date(now - Math.floor(random.next() ** 3 * (now - at))),
      }
    })
    await db.transaction().execute((tx) => insertPeople(tx, people))
    stored += size
    onStored(stored)
  }
  // statistics of the empty tables would give bad plans
  for (const table of ['accounts', 'people', 'handles', 'spaces', 'members', 'space_people'] as const) {
    await sql`analyze ${sql.table(table)}`.execute(db)
  }
}

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')

async function insertPeople(tx: Tx, people: readonly SeededPerson[]): Promise<void> {
  // durability doesn't matter: after a power cut one seeds again
  await sql`set local synchronous_commit = off`.execute(tx)
  // one statement, so that the list is sent once; foreign keys are checked at its end
  await sql`
    with seeded as (
      select * from unnest(
        ${people.map(({ id }) => id)}::uuid[],
        ${people.map(({ spaceId }) => spaceId)}::uuid[],
        ${people.map(({ handle }) => handle)}::text[],
        ${people.map(({ name }) => name)}::text[],
        ${people.map(({ at }) => at)}::timestamptz[],
        ${people.map(({ lastActiveAt }) => lastActiveAt)}::timestamptz[]
      ) with ordinality as s(id, space_id, handle, name, at, last_active_at, nth)
    ), new_accounts as (
      insert into accounts (id, kind, handle, display_name, status, created_at, last_active_at)
      select id, 'user', handle, name, case when nth % ${DEACTIVATED}::int = 0 then 'disabled' else 'active' end,
        at, last_active_at
      from seeded
    ), new_handles as (
      insert into handles (handle, account_id, taken_at) select handle, id, at from seeded
    ), new_spaces as (
      insert into spaces (id, name, slug, visibility, description, is_personal, created_by, created_at)
      select space_id, handle || '''s Workspace', handle || '-s-workspace', 'private',
        'Personal workspace for ' || handle, true, id, at
      from seeded
    ), new_sequences as (
      insert into space_sequences (space_id) select space_id from seeded
    ), new_channels as (
      insert into channels (space_id, name, created_at)
      select space_id, c.name, at + c.nth * interval '1 millisecond'
      from seeded cross join unnest(${[...CHANNEL_DEFAULTS]}::text[]) with ordinality as c(name, nth)
    ), new_people as (
      insert into people (account_id, email, full_name, current_space_id)
      select id, handle || '@' || ${SEEDED_DOMAIN}, name, space_id from seeded
    )
    insert into members (space_id, account_id, role, joined_at) select space_id, id, 'admin', at from seeded
  `.execute(tx)
}
