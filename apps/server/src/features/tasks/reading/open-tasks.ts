import { OPEN_STATUSES } from '@flockwork/contract/tasks/statuses'
import type { Db } from '../../../platform/database.ts'

/** The number of open tasks of each account in these spaces; accounts without any are left out. */
export async function countOpenTasks(
  db: Db,
  spaceIds: readonly string[],
  workerIds: readonly string[],
): Promise<Map<string, number>> {
  if (spaceIds.length === 0 || workerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('task_counts')
    .select(({ fn }) => ['worker_id', fn.sum<number>('tasks').as('tasks')])
    .where('space_id', 'in', [...spaceIds])
    .where('worker_id', 'in', [...workerIds])
    .where('status', 'in', [...OPEN_STATUSES])
    .groupBy('worker_id')
    .execute()
  return new Map(rows.flatMap(({ worker_id: id, tasks }) => (tasks > 0 ? [[id, tasks] as const] : [])))
}
