/** The activity of people and agents in the last hours (docs/rules/administration.md#activity). */
import type { AdminActivity, adminActivityRoutes } from '@flockwork/contract/admin/activity'
import type { Answer, Query } from '@flockwork/contract/route'
import { wireTime } from '../../../platform/clock.ts'
import type { AdminServices } from '../services.ts'
import { describeAct } from './describe.ts'
import * as repository from './repository.ts'

const HOUR_MS = 60 * 60 * 1000
/** The maximum number of accounts that a handle prefix matches. */
const ACCOUNTS_MAX = 500

type List = (typeof adminActivityRoutes)['list']

export async function listActivity(
  { db, clock }: AdminServices,
  { limit, offset, hours, type, search }: Query<List>,
): Promise<Answer<List>> {
  const now = clock.now()
  const prefix = search?.trim().replace(/^@/, '').toLowerCase() ?? ''
  const accounts = prefix === '' ? undefined : await repository.findAccounts(db, prefix, ACCOUNTS_MAX)
  const wanted = { since: new Date(now - hours * HOUR_MS), until: new Date(now), type, accounts }
  const [total, rows] = await Promise.all([
    repository.countActivities(db, wanted),
    repository.listActivities(db, { ...wanted, limit, offset }),
  ])
  return { activities: rows.map(present), total }
}

function present(row: repository.ActivityRow): AdminActivity {
  return {
    id: row.id,
    user_id: row.account_id,
    username: row.handle,
    type: row.type,
    description: describeAct({
      type: row.type,
      space: row.is_gone ? null : row.space_name,
      agent: row.agent,
      taskNumber: row.task_number,
    }),
    org_id: row.space_id,
    timestamp: wireTime(row.at),
  }
}
