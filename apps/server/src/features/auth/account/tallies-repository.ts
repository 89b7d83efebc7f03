import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

/** Merges the rows of each running total. */
export async function mergeTallies(db: Db): Promise<void> {
  await sql`
    with merged as (
      delete from account_tallies where (kind, status) in (
        select kind, status from account_tallies group by kind, status having count(*) > 1)
      returning kind, status, n
    )
    insert into account_tallies (kind, status, n)
    select kind, status, sum(n) from merged group by kind, status having sum(n) <> 0
  `.execute(db)
}
