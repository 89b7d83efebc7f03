import { sql } from 'kysely'
import type { DayFigures } from '@flockwork/contract/admin/analytics'
import type { Db } from '../../../platform/database.ts'

export type Figure = Exclude<keyof DayFigures, 'date'>

export interface DayRow {
  /** As `2026-01-31`. */
  readonly date: string
  readonly kind: Figure
  readonly n: number
}

/** The data of these days, both included. */
export async function readDays(
  db: Db,
  { from, to, figures }: { readonly from: string; readonly to: string; readonly figures: readonly Figure[] },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    select day::text as date, kind, sum(n)::float8 as n from instance_tallies
    where kind = any(${figures}::text[]) and day between ${from}::date and ${to}::date
    group by kind, day
  `.execute(db)
  return rows
}
