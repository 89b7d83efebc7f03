import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'

import pg from 'pg'

import { createMigrated, dropWithCopies } from '../../apps/server/test/template.ts'
import { startPostgres15 } from './postgres15.ts'
import { NOTHING, ONE_FAILED, ONE_PASSED, add, runStep } from './step.ts'
import type { Counts } from './step.ts'
import { vitestStep } from './vitest.ts'

/** The rooms with the most SQL of their own, much of it in functions of the database, which only calls can prove. */
const ROOMS = ['messages/posting', 'features/search', 'features/inbox', 'agents/control']

/**
 * On the oldest PostgreSQL that a deployment may bring: the migrations, every statement that the API tests noted in
 * the folder `statements`, and the API tests of a few rooms. `npm run test:postgres15` runs all of them there.
 */
export function checkOnPostgres15(statements: string): Promise<Counts> {
  return onPostgres15(async (url) =>
    add(
      await runStep({
        name: 'migrations and statements on an installed PostgreSQL',
        run: () => prepareAll(url, statements),
      }),
      await runStep(apiTests(url, ROOMS)),
    ),
  )
}

/** Every API test on the oldest PostgreSQL that a deployment may bring. */
export function testOnPostgres15(): Promise<Counts> {
  return onPostgres15((url) => runStep(apiTests(url)))
}

function apiTests(databaseUrl: string, only: readonly string[] = []) {
  return vitestStep('API tests on an installed PostgreSQL', 'api*', { databaseUrl, retries: 1, only })
}

/** Runs `work` with an administrator's URL; counted as skipped if no such PostgreSQL is available. */
async function onPostgres15(work: (url: string) => Promise<Counts>): Promise<Counts> {
  try {
    const cluster = await startPostgres15()
    if (!cluster) {
      console.log('- PostgreSQL 15: skipped, none is installed and TEST_DATABASE_URL is not set')
      return { ...NOTHING, skipped: 1 }
    }
    try {
      return await work(cluster.url)
    } finally {
      await cluster.stop()
    }
  } catch (error) {
    console.log(`✗ PostgreSQL 15: ${error instanceof Error ? error.message : String(error)}`)
    return ONE_FAILED
  }
}

/** Each statement is parsed and its names and types are looked up; nothing is run. */
async function prepareAll(adminUrl: string, folder: string): Promise<Counts> {
  const texts = await readStatements(folder)
  const name = `flockwork_statements_${process.pid}`
  const client = new pg.Client({ connectionString: await createMigrated(adminUrl, name) })
  await client.connect()
  try {
    const refusals: string[] = []
    for (const text of texts) {
      await client.query(`prepare tried as ${text}`).then(
        () => client.query('deallocate tried'),
        (error: unknown) => {
          refusals.push(`${String(error)} in: ${text}`)
          // of a script of several statements the first was prepared
          return client.query('deallocate all')
        },
      )
    }
    console.log(`${texts.length} statements were prepared, ${refusals.length} of them refused`)
    for (const refusal of refusals) console.log(refusal)
    return refusals.length === 0 && texts.length > 0 ? ONE_PASSED : ONE_FAILED
  } finally {
    await client.end()
    await dropWithCopies(adminUrl, name)
  }
}

/** Deduplicated: each worker recorded its own statements. */
async function readStatements(folder: string): Promise<string[]> {
  const files = await readdir(folder)
  const contents = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  const lines = contents.flatMap((content) => content.split('\n').filter((line) => line !== ''))
  return [...new Set(lines)].map((line) => JSON.parse(line) as string)
}
