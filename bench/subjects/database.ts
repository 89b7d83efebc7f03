/** One PostgreSQL for a run, the product's own, with a database for each subject that stores. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { APPLICATION_ROLE, startDatabase } from '../../apps/server/src/platform/embedded-postgres/index.ts'

export interface BenchDatabase {
  /** The process of PostgreSQL whose children do the work. */
  readonly pid: number
  /** Makes an empty database and answers its address. */
  create(name: string): Promise<string>
  stop(): Promise<void>
}

export async function startBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flockwork-bench-'))
  const postgres = await startDatabase({ dataDir, log: () => {} })
  let made = 0
  return {
    pid: postgres.pid,
    async create(name) {
      made += 1
      const database = `bench_${made}_${name.replaceAll(/\W/g, '_')}`
      await onDatabase(postgres.superuserUrl, (client) =>
        client.query(`create database ${database} owner ${APPLICATION_ROLE}`),
      )
      // a socket's address has no host, which the URL class refuses
      return postgres.url.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/[^?]*/, `$1/${database}`)
    },
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
