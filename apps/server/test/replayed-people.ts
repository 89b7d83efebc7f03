/**
 * The people that most tests begin with, without the requests that make them: the first time in a worker they sign up
 * and meet as users do, and the rows that this wrote are written again for each later test that begins so.
 */
import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { Profile } from '@flockwork/contract/auth'
import type pg from 'pg'
import { isMovable } from '../src/platform/clock.ts'
import { orderedId } from '../src/platform/ids.ts'
import { randomSecret, sha256 } from '../src/platform/secrets.ts'
import type { Services } from '../src/services.ts'
import { OF_A_TEST } from './statements.ts'

/** Somebody who signed up and is in a space now. */
export interface SignedIn {
  readonly profile: Profile
  readonly accessToken: string
  readonly refreshToken: string
  readonly spaceId: string
}

type Rows = Readonly<Record<string, readonly object[]>>

interface Recording {
  readonly insert: string
  readonly rows: string
  readonly people: readonly SignedIn[]
  readonly guideId: string
  readonly madeAt: number
}

/** Counters of requests, and what is derived from the rest: by triggers, or later. */
const NOT_RECORDED = [
  'audit_head',
  'login_attempts',
  'request_counts',
  'search_positions',
  'space_people',
  'space_tallies',
  'account_tallies',
  'agent_figures',
  'activities',
  'active_days',
  'instance_tallies',
]
/** Rows that the database makes of others, by the table of those. */
const MADE_OF = new Map([['audit', 'audit_pending']])

const seen = new Set<string>()
const recordings = new Map<string, Recording>()

/**
 * @param name one name for what leaves the same in an empty instance
 * @param make signs up who isn't there yet
 * @returns whom `make` returned, or in an empty instance the same again, as if just made, under new ids; not where the
 *   clock is frozen, because the times of a recording are a few milliseconds apart
 */
export async function replayed(
  services: Services,
  name: string,
  make: () => Promise<readonly SignedIn[]>,
): Promise<readonly SignedIn[]> {
  const { pool } = services.database
  if (isMovable(services.clock) && services.clock.isFrozen()) return make()

  const recording = recordings.get(name)
  if (recording !== undefined) return (await replay(services, name, recording)) ?? make()

  // a name that comes once is not worth a recording
  const isRecorded =
    seen.has(name) && (await pool.query(`${OF_A_TEST}select from people limit 1`)).rowCount === 0
  seen.add(name)
  if (!isRecorded) return make()

  const before = await rowsOf(pool)
  const people = await make()
  const rows = added(before, await rowsOf(pool))
  recordings.set(name, {
    insert: insertOf(rows),
    rows: JSON.stringify(rows),
    people,
    guideId: services.help.guideId,
    madeAt: services.clock.now(),
  })
  return people
}

async function replay(
  { database, clock, auth, help: { guideId } }: Services,
  name: string,
  { insert, rows, people, ...made }: Recording,
): Promise<readonly SignedIn[] | undefined> {
  const renew = renewal(clock.now() - made.madeAt, new Map([[made.guideId, guideId]]))
  let written = renew(rows)
  const again = people.map((person) => {
    const refreshToken = randomSecret(256)
    written = written.replace(
      sha256(person.refreshToken).toString('hex'),
      sha256(refreshToken).toString('hex'),
    )
    const { sid: sessionId } = decodeJwt<{ sid: string }>(person.accessToken)
    const { profile, spaceId } = person
    return JSON.parse(renew(JSON.stringify({ profile, spaceId, refreshToken, sessionId }))) as SignedIn & {
      sessionId: string
    }
  })

  const { rowCount } = await database.pool.query({ name: `replay ${name}`, text: insert, values: [written] })
  if (rowCount === 0) return undefined
  return Promise.all(
    again.map(async (person) => {
      const { id: accountId, username, email } = person.profile
      const accessToken = await auth.tokens.issue({ ...person, accountId, username, email })
      return { ...person, accessToken }
    }),
  )
}

const ID = /[\da-f]{8}-[\da-f]{4}-([47])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g

/** Each id by a new one, the same throughout, and each time later by `laterMs`. */
function renewal(laterMs: number, known: Map<string, string>): (json: string) => string {
  const newIdOf = (id: string, version: string): string => {
    let renewed = known.get(id)
    if (renewed === undefined) {
      const madeAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
      renewed = version === '4' ? randomUUID() : orderedId(madeAt + laterMs)
      known.set(id, renewed)
    }
    return renewed
  }
  return (json) =>
    json
      .replaceAll(ID, newIdOf)
      .replaceAll(TIME, (time) => new Date(Date.parse(time) + laterMs).toISOString())
}

/** Every row of the instance, as JSON. */
async function rowsOf(pool: pg.Pool): Promise<Rows> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `${OF_A_TEST}select c.relname as name
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname not like 'kysely%' and c.relname <> all($1)`,
    [NOT_RECORDED],
  )
  const each = tables.map(({ name }) => `(select coalesce(jsonb_agg(t), '[]') from ${name} t) as ${name}`)
  const { rows } = await pool.query<Rows>(`${OF_A_TEST}select ${each.join(', ')}`)
  return rows[0] ?? {}
}

function added(before: Rows, after: Rows): Rows {
  const added = Object.entries(after).map(([table, rows]): [string, object[]] => {
    const known = new Set(before[table]?.map((row) => JSON.stringify(row)))
    return [MADE_OF.get(table) ?? table, rows.filter((row) => !known.has(JSON.stringify(row)))]
  })
  return Object.fromEntries(added.filter(([, rows]) => rows.length > 0))
}

/**
 * One statement, so that foreign keys need no order of the tables; it returns a row if it wrote. A row that is there
 * already is the server's own, such as its guide's, which changed while the recording was made.
 */
function insertOf(rows: Rows): string {
  const isEmpty = 'not exists (select from people)'
  const inserts = Object.keys(rows).map(
    (table) => `${table}_added as (
       insert into ${table}
       select * from jsonb_populate_recordset(null::${table}, $1::jsonb -> '${table}') where ${isEmpty}
       on conflict do nothing
     )`,
  )
  return `${OF_A_TEST}with ${inserts.join(', ')} select 1 where ${isEmpty}`
}
