/**
 * Brings the database's schema to this version. Safe when several nodes start at once.
 *
 * Tables change by numbered migrations, forward only. A function is a file in `migrations/functions/`, named after the
 * function, and is replaced whenever its text changes (ADR-0015).
 */
import { readFile, readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { NO_LIMITS, type Database, type Db, type Tx } from './database.ts'
import { sha256Hex } from './secrets.ts'
import { StartupError } from './startup-error.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
const FUNCTIONS = new URL('functions/', FOLDER)
const OLDEST_MAJOR = 15
const CONNECTIONS = 2

/**
 * @throws StartupError when the database can't be reached, is too old, isn't UTF-8, or has a schema that this version
 * doesn't know.
 */
export async function migrate({ apart }: Database): Promise<void> {
  const db = apart('setup', CONNECTIONS, NO_LIMITS)
  await checkServer(db)
  const migrations = await readMigrations()
  await checkOrigin(db, migrations)

  const { error } = await migratorOf(db, migrations).migrateToLatest()
  if (error !== undefined) throw failed(error)
  await installFunctions(db).catch((reason: unknown) => {
    throw failed(reason)
  })
}

function failed(error: unknown): StartupError {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartupError(`The database's schema could not be brought up to date: ${reason}`)
}

/** @throws StartupError unless the database can be reached and has this version's schema. Changes nothing. */
export async function requireSchema({ db }: Database): Promise<void> {
  await checkServer(db)
  const migrations = await readMigrations()
  await checkOrigin(db, migrations)
  const applied = await migratorOf(db, migrations).getMigrations()
  const isCurrent =
    applied.every(({ executedAt }) => executedAt !== undefined) && (await outdatedFunctions(db)).length === 0
  if (isCurrent) return
  throw new StartupError(
    'The database is not yet of this version of Flockwork: start the server once, then run this again.',
  )
}

type Migrations = Readonly<Record<string, Migration>>

async function readMigrations(): Promise<Migrations> {
  const files = await readSql(FOLDER)
  return Object.fromEntries(
    files.map(({ name, text }) => [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]),
  )
}

interface SqlFile {
  readonly name: string
  readonly text: string
}

async function readSql(folder: URL): Promise<SqlFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace(/\.sql$/, ''),
      text: await readFile(new URL(file, folder), 'utf8'),
    })),
  )
}

function migratorOf(db: Db, migrations: Migrations): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrations } })
}

/** The hash of a function's text is stored as its SQL comment, so that dumps and restores carry it. */
async function outdatedFunctions(db: Db): Promise<SqlFile[]> {
  const { rows } = await sql<{ name: string; hash: string | null }>`
    select proname as name, obj_description(oid, 'pg_proc') as hash
    from pg_proc where pronamespace = current_schema()::regnamespace
  `.execute(db)
  const installed = new Map(rows.map(({ name, hash }) => [name, hash]))
  const files = await readSql(FUNCTIONS)
  return files.filter(({ name, text }) => installed.get(name) !== sha256Hex(text))
}

async function installFunctions(db: Db): Promise<void> {
  if ((await outdatedFunctions(db)).length === 0) return
  await db.transaction().execute(async (tx: Tx) => {
    // of several starting nodes one installs, and the others then find nothing to do
    await sql`select pg_advisory_xact_lock(hashtext('flockwork functions'))`.execute(tx)
    for (const { name, text } of await outdatedFunctions(tx)) {
      await sql`drop function if exists ${sql.ref(name)}`.execute(tx)
      await sql.raw(text).execute(tx)
      await sql`comment on function ${sql.ref(name)} is ${sql.lit(sha256Hex(text))}`.execute(tx)
    }
  })
}

async function checkOrigin(db: Db, known: Migrations): Promise<void> {
  const table = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists
  `.execute(db)
  if (table.rows[0]?.exists !== true) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = rows.findLast(({ name }) => known[name] === undefined)
  if (unknown === undefined) return
  throw new StartupError(
    `The database has the schema of another version of Flockwork (${unknown.name}): of a later one, or of one from ` +
      'before the first release. Start that version with it, or give this one an empty database.',
  )
}

async function checkServer(db: Db): Promise<void> {
  let version: number
  let encoding: string
  try {
    const answer = await sql<{ version: string; encoding: string }>`
      select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding
    `.execute(db)
    version = Math.floor(Number(answer.rows[0]?.version) / 10_000)
    encoding = answer.rows[0]?.encoding ?? ''
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`The database of DATABASE_URL can't be reached: ${reason}`)
  }
  if (version < OLDEST_MAJOR) {
    throw new StartupError(
      `DATABASE_URL is PostgreSQL ${version}; version ${OLDEST_MAJOR} or later is needed`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StartupError(`The database of DATABASE_URL is encoded in ${encoding}; it must be UTF8`)
  }
}
