/** One PostgreSQL per run, the product's embedded one, with a database for each subject that stores. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { APPLICATION_ROLE, startDatabase } from '../../apps/server/src/platform/embedded-postgres/index.ts'

export interface BenchDatabase {
  /** The PostgreSQL process whose children do the work. */
  readonly pid: number
  /** Creates an empty database and returns its URL. */
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
      // the URL of a socket has no host, which the URL class rejects
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
