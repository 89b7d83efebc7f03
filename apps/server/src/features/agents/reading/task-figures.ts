/** Task statistics of accounts, from the sums that triggers maintain (migrations/0009_tasks.sql). */
import { sql } from 'kysely'
import type { Agent } from '@flockwork/contract/agents'
import type { Db } from '../../../platform/database.ts'
import type { PostsOf } from './post-counts.ts'

export type TaskFigures = Pick<Agent, 'tasks_completed' | 'tasks_assigned' | 'completion_rate'>

export const NO_TASKS: TaskFigures = { tasks_completed: 0, tasks_assigned: 0, completion_rate: 0 }

/** The figures of each account that has or had a task, over the spaces given with it. The rate is in percent. */
export async function countTasks(db: Db, wanted: readonly PostsOf[]): Promise<Map<string, TaskFigures>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ account_id: string; completed: number; assigned: number }>`
    select w.account_id, sum(c.tasks) as assigned, coalesce(sum(c.tasks) filter (where c.status = 'completed'), 0) as completed
    from unnest(
      ${wanted.map(({ spaceId }) => spaceId)}::uuid[],
      ${wanted.map(({ accountId }) => accountId)}::uuid[]
    ) as w(space_id, account_id)
    join task_counts c on c.space_id = w.space_id and c.worker_id = w.account_id
    where c.tasks > 0
    group by w.account_id
  `.execute(db)
  return new Map(
    rows.map(({ account_id, completed, assigned }) => [
      account_id,
      {
        tasks_completed: completed,
        tasks_assigned: assigned,
        completion_rate: Math.round((100 * completed) / assigned),
      },
    ]),
  )
}
