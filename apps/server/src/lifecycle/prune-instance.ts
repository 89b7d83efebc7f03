/**
 * Prunes the administrators' data about the instance (docs/rules/administration.md): expired activity is deleted, and
 * the rows of each running total are merged. Safe to repeat, and to run on several nodes at once.
 */
import { sql } from 'kysely'
import { ACTIVE_DAYS_KEPT, ADMIN_ACTIVITY_HOURS_MAX } from '@flockwork/contract/limits'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

export async function pruneInstance({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): Promise<void> {
  const now = clock.now()
  await sql`delete from activities where at < ${new Date(now - ADMIN_ACTIVITY_HOURS_MAX * HOUR_MS)}`.execute(
    db,
  )
  await sql`delete from active_days where day < utc_day(${new Date(now - ACTIVE_DAYS_KEPT * DAY_MS)})`.execute(
    db,
  )
  await sql`
    with merged as (
      delete from instance_tallies where (kind, day) in (
        select kind, day from instance_tallies group by kind, day having count(*) > 1)
      returning kind, day, n
    )
    insert into instance_tallies (kind, day, n)
    select kind, day, sum(n) from merged group by kind, day having sum(n) <> 0
  `.execute(db)
}
