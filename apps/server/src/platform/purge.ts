import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { DB } from './schema.ts'

/** The tables whose rows say which space they belong to. */
type TableOfSpaces = { [Name in keyof DB]: DB[Name] extends { space_id: unknown } ? Name : never }[keyof DB]

/** Deletes at most so many rows of a space, short enough that nobody waits for it; answers how many. */
export async function purgeBatch(
  db: Db,
  { table, spaceId, rows }: { table: TableOfSpaces; spaceId: string; rows: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where space_id = ${spaceId} limit ${rows}
    ))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
