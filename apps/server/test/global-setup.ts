/**
 * One PostgreSQL for a run of tests, with a template database that holds the newest schema: each server
 * under test gets a copy of its own. `TEST_DATABASE_URL` names another PostgreSQL to run on.
 */
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/platform/database.ts'
import { startDatabase } from '../src/platform/embedded-postgres/index.ts'
import { startJobs } from '../src/platform/jobs.ts'
import { migrate } from '../src/platform/migrate.ts'
import { urlOf } from './database-url.ts'
import { throwawayFolder } from './throwaway-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a database whose server the tests may fill. */
    databaseUrl: string
    /** The database that each test's own is copied from; their names begin with its name. */
    template: string
  }
}

/** Room for the servers of all workers, a dozen connections each; and nothing waits for a disk or for its readers. */
const TEST_SETTINGS = [
  'max_connections=300',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=128MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'io_method=sync',
]

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await providePostgres()
  const template = `flockwork_test_${process.pid}_${Date.now()}`
  await admin(postgres.url, `create database ${template}`)
  const database = openDatabase(urlOf(postgres.url, template), () => {})
  await migrate(database)
  await database.close()
  // the jobs' own schema, too: making it takes longer than the rest of a server's start
  const jobs = await startJobs({ url: urlOf(postgres.url, template), onError: () => {} })
  await jobs.stop()

  project.provide('databaseUrl', postgres.url)
  project.provide('template', template)
  return async () => {
    await dropAll(postgres.url, template)
    await postgres.stop()
  }
}

/** The PostgreSQL named by `TEST_DATABASE_URL`, else one of its own. */
export async function providePostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined && given !== '') return { url: given, stop: async () => {} }

  const folder = await throwawayFolder()
  const embedded = await startDatabase({ dataDir: folder.path, log: () => {}, settings: TEST_SETTINGS })
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop()
      await folder.remove()
    },
  }
}

async function dropAll(url: string, prefix: string): Promise<void> {
  // first what is copied: then no more copies begin, and those that have are there to be listed
  await admin(url, `drop database if exists ${prefix} with (force)`)
  const left = await admin<{ name: string }>(
    url,
    `select datname as name from pg_database where starts_with(datname, '${prefix}')`,
  )
  for (const { name } of left) await admin(url, `drop database if exists ${name} with (force)`)
}

async function admin<R extends pg.QueryResultRow>(url: string, statement: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<R>(statement)).rows
  } finally {
    await client.end()
  }
}
