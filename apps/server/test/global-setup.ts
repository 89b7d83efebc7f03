/**
 * One PostgreSQL for a run of tests, with a template database that holds the newest schema: each server
 * under test gets a copy of its own. `TEST_DATABASE_URL` names another PostgreSQL to run on.
 */
import type { TestProject } from 'vitest/node'
import { startDatabase } from '../src/platform/embedded-postgres/index.ts'
import { createMigrated, dropWithCopies } from './template.ts'
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
  await createMigrated(postgres.url, template)

  project.provide('databaseUrl', postgres.url)
  project.provide('template', template)
  return async () => {
    await dropWithCopies(postgres.url, template)
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
    url: embedded.superuserUrl,
    stop: async () => {
      await embedded.stop()
      await folder.remove()
    },
  }
}
