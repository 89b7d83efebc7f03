/** What PostgreSQL counts of its own work. */
import { sql } from 'kysely'
import { SEARCHES_AT_ONCE } from '../src/features/search/index.ts'
import { BACKGROUND_CONNECTIONS } from '../src/platform/database.ts'
import type { TestServer } from './server.ts'

const REPORT = 'select pg_stat_force_next_flush(), pg_sleep(0.05)'

/**
 * Has every connection for calls, searches and background work report what it did; without it a connection reports when it next works after
 * a second, or after ten at rest. The writers of posts have connections of their own.
 */
export async function reportStatistics(server: TestServer): Promise<void> {
  const { database, search } = server.services
  // as long as each sleeps, the next comes to another connection
  await Promise.all([
    ...Array.from({ length: database.pool.options.max }, () => server.query(REPORT)),
    ...Array.from({ length: SEARCHES_AT_ONCE }, () => sql.raw(REPORT).execute(search.db)),
    ...Array.from({ length: BACKGROUND_CONNECTIONS }, () => sql.raw(REPORT).execute(database.background)),
  ])
}
