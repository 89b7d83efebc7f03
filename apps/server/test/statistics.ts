/** What PostgreSQL counts of its own work. */
import type { TestServer } from './server.ts'

/**
 * Has every connection of the server's pool report what it did; without it a connection reports when it next works after
 * a second, or after ten at rest. The writers of posts have connections of their own.
 */
export async function reportStatistics(server: TestServer): Promise<void> {
  const { max } = server.services.database.pool.options
  // as long as each sleeps, the next comes to another connection
  const report = () => server.query('select pg_stat_force_next_flush(), pg_sleep(0.05)')
  await Promise.all(Array.from({ length: max }, report))
}
