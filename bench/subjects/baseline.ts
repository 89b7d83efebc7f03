/** The baselines, each as a process. Those that write the product's rows get its schema and people. */
import { randomUUID } from 'node:crypto'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import type { Poster } from '../load/job.ts'
import { startChild } from './child.ts'
import { onDatabase, type BenchDatabase } from './database.ts'
import type { Subject } from './subject.ts'

export type BaselineName = 'raw' | 'mcp-sdk' | 'best-reference' | 'group-commit' | 'floor' | 'pool' | 'claims'

/** The baselines that write the product's rows. */
const HAS_SCHEMA: readonly BaselineName[] = ['floor', 'pool', 'claims']
const STORES_NOTHING: readonly BaselineName[] = ['raw', 'mcp-sdk']

export async function startBaseline(
  name: BaselineName,
  postgres: BenchDatabase,
  spaces: number,
): Promise<Subject> {
  const databaseUrl = STORES_NOTHING.includes(name) ? null : await postgres.create(name)
  const posters = makePosters(spaces)
  if (databaseUrl !== null && HAS_SCHEMA.includes(name)) await settle(databaseUrl, posters)
  const server = await startChild(['bench/baseline.ts', name], { BENCH_DATABASE_URL: databaseUrl ?? '' })
  return {
    name,
    target: { port: server.port, streamPath: '/stream', postPath: '/posts', posters },
    serverPid: server.pid,
    databaseUrl,
    stop: () => server.end(),
  }
}

function makePosters(spaces: number): Poster[] {
  return Array.from({ length: spaces }, (_, index) => {
    const spaceId = randomUUID()
    const host = { id: randomUUID(), handle: `bench-${2 * index}` }
    const guest = { id: randomUUID(), handle: `bench-${2 * index + 1}` }
    return [
      { token: null, spaceId, accountId: host.id, other: guest },
      { token: null, spaceId, accountId: guest.id, other: host },
    ]
  }).flat()
}

async function settle(databaseUrl: string, posters: readonly Poster[]): Promise<void> {
  const database = openDatabase(databaseUrl, () => {})
  await migrate(database)
  await database.close()

  const accountIds = posters.map(({ accountId }) => accountId)
  const spaceIds = posters.map(({ spaceId }) => spaceId)
  await onDatabase(databaseUrl, async (client) => {
    await client.query(
      `insert into accounts (id, kind, handle, display_name, created_at)
       select id, 'user', id::text, id::text, now() from unnest($1::uuid[]) as id`,
      [accountIds],
    )
    await client.query(
      `insert into spaces (id, name, slug, visibility, created_at)
       select distinct id, id::text, id::text, 'invite_only', now() from unnest($1::uuid[]) as id`,
      [spaceIds],
    )
    await client.query(
      `insert into space_sequences (space_id) select distinct id from unnest($1::uuid[]) as id`,
      [spaceIds],
    )
    await client.query(
      `insert into channels (space_id, name, created_at)
       select distinct id, 'main', now() from unnest($1::uuid[]) as id`,
      [spaceIds],
    )
    await client.query(
      `insert into members (space_id, account_id, joined_at) select s, a, now() from unnest($1::uuid[], $2::uuid[]) as m(s, a)`,
      [spaceIds, accountIds],
    )
  })
}
