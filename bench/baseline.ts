/** A baseline as a separate server process: `node bench/baseline.ts NAME`, with BENCH_DATABASE_URL if it stores. */
import pg from 'pg'
import { createBestReference } from './baselines/best-reference.ts'
import { createClaims } from './baselines/claims.ts'
import { createFloor } from './baselines/floor.ts'
import { createGroupCommitBaseline } from './baselines/group-commit.ts'
import { createMcpSdk } from './baselines/mcp-sdk.ts'
import { createPoolBaseline } from './baselines/pool.ts'
import { createRaw } from './baselines/raw.ts'
import { serve, type Baseline, type Handler } from './baselines/serve.ts'

const databaseUrl = process.env['BENCH_DATABASE_URL'] ?? ''

const BASELINES: Record<string, () => Baseline | Handler | Promise<Baseline>> = {
  raw: createRaw,
  'mcp-sdk': createMcpSdk,
  'best-reference': async () => createBestReference(await connect()),
  'group-commit': async () => createGroupCommitBaseline(await connect()),
  floor: async () => createFloor(await connect()),
  pool: () => createPoolBaseline(databaseUrl),
  claims: () => createClaims(databaseUrl),
}

const name = process.argv[2] ?? ''
const create = BASELINES[name]
if (create === undefined) throw new Error(`There is no baseline "${name}"`)
serve(await create())

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return client
}
