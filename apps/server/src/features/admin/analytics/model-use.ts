/** The model usage of each agent (docs/rules/budgets.md#what-administrators-see). */
import { sql } from 'kysely'
import type { ModelUse } from '@flockwork/contract/admin/model-use'
import { usageOfAgents } from '../../budgets/index.ts'
import type { AdminServices } from '../services.ts'

const SHOWN_MAX = 50
const DAY_MS = 24 * 60 * 60 * 1000
const MONTH_DAYS = 30

interface Row {
  readonly id: string
  readonly handle: string
  readonly owner_id: string | null
  readonly owner_handle: string | null
}

export async function readModelUse({ db, clock }: AdminServices): Promise<ModelUse> {
  const since = new Date(clock.now() - (MONTH_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
  const { rows } = await sql<Row>`
    select a.id, a.handle, g.owner_id, o.handle as owner_handle
    from (
      select subject_id, sum(tokens) as tokens from spend
      where subject = 'agent' and day >= ${since}::date and day < 'infinity'
      group by subject_id
    ) used
    join accounts a on a.id = used.subject_id and a.status <> 'deleted'
    join agents g on g.account_id = a.id
    left join accounts o on o.id = g.owner_id
    order by used.tokens desc, a.handle
    limit ${SHOWN_MAX}
  `.execute(db)
  const silent = await sql<{ n: number }>`
    select count(*) as n
    from agents g join accounts a on a.id = g.account_id and a.status <> 'deleted'
    where g.owner_id is not null and not exists (
      select from spend s where s.subject = 'agent' and s.subject_id = a.id and s.day >= ${since}::date
        and s.day < 'infinity' and s.reports > 0)
  `.execute(db)
  const measured = new Set(rows.filter((row) => row.owner_id === null).map(({ id }) => id))
  const usage = await usageOfAgents(
    { db, clock },
    rows.map(({ id }) => id),
    (id) => measured.has(id),
  )
  return {
    agents: rows.flatMap((row) => {
      const used = usage.get(row.id)
      return used === undefined
        ? []
        : [{ id: row.id, username: row.handle, owner: row.owner_handle, usage: used }]
    }),
    unknown: silent.rows[0]?.n ?? 0,
  }
}
