/**
 * One PostgreSQL for a run of tests, with a template database that holds the newest schema: each server
 * under test gets a copy of its own. `TEST_DATABASE_URL` names another PostgreSQL to run on.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../src/platform/database.ts'
import { startDatabase } from '../src/platform/embedded-postgres/index.ts'
import { startJobs } from '../src/platform/jobs.ts'
import { migrate } from '../src/platform/migrate.ts'
import { urlOf } from './database-url.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a database whose server the tests may fill. */
    databaseUrl: string
    /** The name of the database that each test's own is copied from. */
    template: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await providePostgres()
  const template = `flockwork_template_${process.pid}_${Date.now()}`
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
    await admin(postgres.url, `drop database if exists ${template} with (force)`)
    await postgres.stop()
  }
}

async function providePostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined && given !== '') return { url: given, stop: async () => {} }

  const dataDir = await mkdtemp(join(tmpdir(), 'flockwork-test-'))
  const embedded = await startDatabase({ dataDir, log: () => {} })
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function admin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
