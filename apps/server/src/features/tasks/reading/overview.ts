/** A space's tasks at a glance (docs/rules/tasks.md#attention). */
import { TASK_ATTENTION_MAX, TASK_COMPLETIONS_SHOWN, TASK_WORKLOADS_MAX } from '@flockwork/contract/limits'
import type { TaskOverview, TaskStatus, Workload } from '@flockwork/contract/tasks'
import { isHighPriority, type TaskPriority } from '@flockwork/contract/tasks/priorities'
import { isOpen, TASK_STATUSES } from '@flockwork/contract/tasks/statuses'
import type { Actor } from '../../../platform/actor.ts'
import { profilesOf } from '../../agents/index.ts'
import { authorType } from '../../messages/index.ts'
import { enterSpace } from '../../spaces/index.ts'
import { presentTask } from '../present.ts'
import type { TaskServices } from '../services.ts'
import { findByIds, listCounts, type CountRow } from './list-repository.ts'
import * as repository from './overview-repository.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_S = 60

/**
 * The overview, without the workload of others' private agents.
 * @throws NotFound for a space that the reader isn't in.
 */
export async function readOverview(
  deps: Pick<TaskServices, 'db' | 'clock'>,
  reader: Actor,
  namedSpaceId: string | undefined,
): Promise<TaskOverview> {
  const overview = await overviewOf(deps, await enterSpace(deps.db, reader, namedSpaceId))
  const ids = overview.workload.map(({ agent_id: id }) => id)
  const profiles = await profilesOf(deps.db, ids)
  const isShown = (id: string) => {
    const { isPrivate = false, ownerId = null } = profiles.get(id) ?? {}
    return !isPrivate || [id, ownerId].includes(reader.accountId)
  }
  return { ...overview, workload: overview.workload.filter(({ agent_id: id }) => isShown(id)) }
}

/** The same for a space that the caller may read. */
export async function overviewOf(
  { db, clock }: Pick<TaskServices, 'db' | 'clock'>,
  spaceId: string,
): Promise<TaskOverview> {
  const now = clock.now()
  const midnight = new Date(now - (now % DAY_MS))
  const [counts, open, completions, created, today] = await Promise.all([
    listCounts(db, spaceId),
    repository.readOpenTasks(db, spaceId, { now, limit: TASK_ATTENTION_MAX }),
    repository.listCompletions(db, spaceId, TASK_COMPLETIONS_SHOWN),
    repository.countCreatedSince(db, spaceId, new Date(now - DAY_MS)),
    repository.listCompletedSince(db, spaceId, midnight),
  ])
  const shown = await findByIds(
    db,
    spaceId,
    [...open.first, ...completions].map(({ id }) => id),
  )
  const byId = new Map(shown.map((row) => [row.id, presentTask(row)]))
  const workers = await repository.findAccounts(db, [
    ...new Set(counts.flatMap(({ worker_id }) => worker_id ?? [])),
  ])
  const waiting = new Map(open.workers.map((worker) => [worker.id, worker]))
  const sum = (fits: (row: CountRow) => boolean) =>
    counts.filter(fits).reduce((all, { tasks }) => all + tasks, 0)
  // the table allows exactly these words
  const isOfOpen = (row: CountRow) => isOpen(row.status as TaskStatus)

  return {
    counts: {
      total: sum(() => true),
      open: sum(isOfOpen),
      completed: sum(({ status }) => status === 'completed'),
      high_priority: sum((row) => isOfOpen(row) && isHighPriority(row.priority as TaskPriority)),
      stale: open.stale,
      attention: open.attention,
      created_24h: created,
    },
    by_status: Object.fromEntries(
      TASK_STATUSES.map((status) => [status, sum((row) => row.status === status)]),
    ) as TaskOverview['by_status'],
    attention: open.first.flatMap(({ id, reason }) => {
      const task = byId.get(id)
      return task === undefined ? [] : [{ task, reason }]
    }),
    recent_completions: completions.flatMap(({ id }) => byId.get(id) ?? []),
    workload: workers
      .map((worker) => workloadOf(worker, counts, { today, waiting }))
      .toSorted((a, b) => b.active_tasks - a.active_tasks || b.total_tasks - a.total_tasks)
      .slice(0, TASK_WORKLOADS_MAX),
  }
}

/** By worker. */
interface Work {
  readonly today: ReadonlyMap<string, number>
  readonly waiting: ReadonlyMap<string, repository.OpenTasks['workers'][number]>
}

function workloadOf(
  { id, handle, kind }: repository.AccountRow,
  counts: readonly CountRow[],
  { today, waiting }: Work,
): Workload {
  const own = counts.filter(({ worker_id }) => worker_id === id)
  const sum = (rows: readonly CountRow[]) => rows.reduce((all, { tasks }) => all + tasks, 0)
  const completed = own.filter(({ status }) => status === 'completed')
  const done = sum(completed)
  const seconds = completed.reduce((all, row) => all + row.seconds, 0)
  return {
    agent_id: id,
    agent_name: handle,
    type: authorType(kind),
    active_tasks: sum(own.filter(({ status }) => isOpen(status as TaskStatus))),
    stale_tasks: waiting.get(id)?.kept ?? 0,
    idle_tasks: waiting.get(id)?.idle ?? 0,
    completed_today: today.get(id) ?? 0,
    completed_all_time: done,
    total_tasks: sum(own),
    avg_completion_time: done === 0 ? null : Math.round(seconds / done / MINUTE_S),
  }
}
