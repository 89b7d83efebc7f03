/** Brings the database's schema to this version. Forward only; safe when several nodes start at once. */
import { readFile, readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Database } from './database.ts'
import { StartupError } from './startup-error.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
const OLDEST_MAJOR = 15

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  const entries = names.map(async (name) => {
    const text = await readFile(new URL(name, FOLDER), 'utf8')
    const migration: Migration = {
      up: async (db) => {
        await sql.raw(text).execute(db)
      },
    }
    return [name.replace(/\.sql$/, ''), migration] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** @throws StartupError unless the database can be reached and has this version's schema. Changes nothing. */
export async function requireSchema({ db }: Database): Promise<void> {
  await checkServer(db)
  const migrations = await migratorOf(db).getMigrations()
  if (migrations.every(({ executedAt }) => executedAt !== undefined)) return
  throw new StartupError(
    'The database is not yet of this version of Flockwork: start the server once, then run this again.',
  )
}

function migratorOf(db: Database['db']): Migrator {
  return new Migrator({ db, provider: { getMigrations: readMigrations } })
}

/** @throws StartupError when the database can't be reached, is too old, isn't UTF-8, or is from a later version. */
export async function migrate({ db }: Database): Promise<void> {
  await checkServer(db)

  const { error } = await migratorOf(db).migrateToLatest()
  if (error === undefined) return

  const reason = error instanceof Error ? error.message : 'the migrator gave no reason'
  throw new StartupError(`The database's schema could not be brought up to date: ${reason}`)
}

async function checkServer(db: Database['db']): Promise<void> {
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
