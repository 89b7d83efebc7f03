/** The fake server's responses about its tasks: ordered lists, and the overview. */
import { TASK_COMPLETIONS_SHOWN } from '@flockwork/contract/limits'
import type { Task, TaskOverview, Workload } from '@flockwork/contract/tasks'
import { isIdle, isKeptWaiting, needingAttention } from '@flockwork/contract/tasks/attention'
import { readDisplayId } from '@flockwork/contract/tasks/display-id'
import { TASK_GROUPS, isInGroup, type TaskGroup } from '@flockwork/contract/tasks/filter'
import { priorityRank } from '@flockwork/contract/tasks/priorities'
import { TASK_STATUSES, isOpen } from '@flockwork/contract/tasks/statuses'
import { DAY, type World } from './world.ts'

export type TaskSort = 'newest' | 'oldest' | 'updated' | 'priority'

const numberOf = ({ display_id }: Task) => readDisplayId(display_id) ?? 0

const ORDERS: Record<TaskSort, (a: Task, b: Task) => number> = {
  newest: (a, b) => numberOf(b) - numberOf(a),
  oldest: (a, b) => numberOf(a) - numberOf(b),
  updated: (a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at),
  priority: (a, b) => priorityRank(a.priority) - priorityRank(b.priority) || numberOf(a) - numberOf(b),
}

export function inOrder(tasks: readonly Task[], sort: TaskSort = 'newest'): Task[] {
  return tasks.toSorted(ORDERS[sort])
}

export function overviewOf({ tasks }: World): TaskOverview {
  const now = Date.now()
  const groups = Object.fromEntries(
    TASK_GROUPS.map((group) => [group, tasks.filter((task) => isInGroup(task, group, now)).length]),
  ) as Record<TaskGroup, number>
  return {
    counts: {
      total: tasks.length,
      ...groups,
      created_24h: tasks.filter(({ created_at }) => now - Date.parse(created_at) < DAY).length,
    },
    by_status: Object.fromEntries(
      TASK_STATUSES.map((status) => [status, tasks.filter((task) => task.status === status).length]),
    ) as TaskOverview['by_status'],
    attention: needingAttention(tasks, now),
    recent_completions: tasks
      .filter(({ completed_at }) => completed_at !== null)
      .toSorted((a, b) => Date.parse(b.completed_at ?? '') - Date.parse(a.completed_at ?? ''))
      .slice(0, TASK_COMPLETIONS_SHOWN),
    workload: workloadOf(tasks, now),
  }
}

function workloadOf(tasks: readonly Task[], now: number): Workload[] {
  const byWorker = new Map<string, { type: 'user' | 'agent'; id: string; name: string; of: Task[] }>()
  for (const task of tasks) {
    const { claimed_by, assigned_agent, assigned_user } = task
    const agent = assigned_agent && { ...assigned_agent, type: 'agent' as const }
    const person = claimed_by ?? assigned_user
    const worker = person ? { id: person.id, name: person.username, type: person.type } : agent
    if (!worker) continue
    const known = byWorker.get(worker.id) ?? { ...worker, of: [] }
    known.of.push(task)
    byWorker.set(worker.id, known)
  }
  return [...byWorker.values()].map(({ id, name, type, of }) => {
    const active = of.filter(({ status }) => isOpen(status))
    const done = of.filter(({ status }) => status === 'completed')
    return {
      agent_id: id,
      agent_name: name,
      type,
      active_tasks: active.length,
      stale_tasks: active.filter((task) => isKeptWaiting(task, now)).length,
      idle_tasks: active.filter((task) => isIdle(task, now)).length,
      completed_today: done.length,
      completed_all_time: done.length,
      total_tasks: of.length,
      avg_completion_time: done.length > 0 ? 34 : null,
    }
  })
}
