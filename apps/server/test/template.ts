/** A database with the newest schema, for copies or for itself. */
import pg from 'pg'
import { openDatabase } from '../src/platform/database.ts'
import { startJobs } from '../src/platform/jobs.ts'
import { migrate } from '../src/platform/migrate.ts'
import { urlOf } from './database-url.ts'

/** @returns its address. */
export async function createMigrated(adminUrl: string, name: string): Promise<string> {
  await runOn(adminUrl, `create database ${name}`)
  const url = urlOf(adminUrl, name)
  const database = openDatabase(url, () => {})
  await migrate(database)
  // the jobs' own schema, too: making it takes longer than the rest of a server's start
  const jobs = await startJobs({ url, connect: database.connect, onError: () => {} })
  await jobs.stop()
  await database.close()
  return url
}

/** Drops the database of that name, and the copies whose names begin with it. */
export async function dropWithCopies(adminUrl: string, name: string): Promise<void> {
  // first what is copied: then no more copies begin, and those that have are there to be listed
  await runOn(adminUrl, `drop database if exists ${name} with (force)`)
  const left = await runOn<{ name: string }>(
    adminUrl,
    `select datname as name from pg_database where starts_with(datname, '${name}')`,
  )
  for (const copy of left) await runOn(adminUrl, `drop database if exists ${copy.name} with (force)`)
}

async function runOn<R extends pg.QueryResultRow>(url: string, statement: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(statement)).rows
  } finally {
    await client.end()
  }
}
