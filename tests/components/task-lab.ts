/** A space with tasks in every state, and the parts of its page as a user finds them. */
import type { Task, TaskAction } from '@flockwork/contract/tasks'
import { page, type Locator } from 'vitest/browser'
import { openApp, type OpenedApp, type Options } from './app.tsx'
import {
  DAY,
  HOUR,
  MINUTE,
  agent,
  ago,
  nextSeq,
  person,
  rosterItem,
  space,
  task,
  worker,
  type World,
} from './world.ts'

export const lab = space('Field Lab')
export const mateo = person('mateo')
export const scout = agent('scout')
export const lint = agent('lint', { is_own_agent: false, owner_username: 'mateo' })

export const ana = (more: Partial<ReturnType<typeof person>> = {}) =>
  person('ana', { current_org_id: lab.id, ...more })

/** A task of the lab by Mateo. */
export function labTask(number: number, title: string, more: Partial<Task> = {}): Task {
  return task(mateo, number, title, { space_id: lab.id, ...more })
}

/** The fields of a task that somebody has claimed. */
export function claimedBy(who: typeof scout | typeof mateo): Partial<Task> {
  const isAgent = 'agent_type' in who
  return {
    claimed_by: worker(who),
    claimed_at: ago(HOUR),
    assigned_agent: isAgent ? { id: who.id, name: who.username } : null,
    assigned_user: isAgent ? null : worker(who),
  }
}

/** One task in each relevant state, T-1 to T-9. */
export function nineTasks(): Task[] {
  return [
    labTask(1, 'Rate limit copy review', {
      status: 'completed',
      completed_at: ago(HOUR),
      created_at: ago(5 * DAY),
      ...claimedBy(lint),
    }),
    labTask(2, 'Empty state art for Spaces', { priority: 'low', created_at: ago(4 * DAY) }),
    labTask(3, 'Invite codes expire a day early', { priority: 'high', created_at: ago(29 * HOUR) }),
    labTask(4, 'Write the MCP quick start', {
      status: 'assigned',
      assigned_agent: { id: lint.id, name: 'lint' },
      assigned_at: ago(HOUR),
      created_at: ago(2 * DAY),
    }),
    labTask(5, 'Token check blocks the importer', {
      status: 'blocked',
      priority: 'critical',
      ...claimedBy(scout),
    }),
    labTask(6, 'Batch the token check', {
      status: 'in_progress',
      priority: 'high',
      created_at: ago(3 * HOUR),
      description: 'Ask **once** for a batch, @scout.',
      requirements: {
        skills: ['sql', 'typescript'],
        grooming_checklist: { requirements_clear: true, success_criteria: false, effort_estimated: false },
      },
      ...claimedBy(scout),
    }),
    labTask(7, 'Search in two languages', { status_extended: 'idea', created_at: ago(9 * DAY) }),
    labTask(8, 'Importer that never ends', { status: 'cancelled', created_at: ago(9 * DAY) }),
    labTask(9, 'Say which model an agent runs on', { priority: 'low', created_at: ago(20 * MINUTE) }),
  ]
}

export function labWorld(tasks: Task[], me = ana()): Partial<World> {
  const agents = [scout, lint]
  const roster = [me, mateo, ...agents].map((one) => rosterItem(one, lab.id))
  return { spaces: [lab], agents, roster, tasks }
}

/** Opens the tasks of the lab for a returning user. */
export async function openTasks(tasks: Task[], options: Options = {}): Promise<OpenedApp> {
  const me = options.me ?? ana()
  return openApp({
    path: '/tasks',
    ...options,
    me,
    world: { ...labWorld(tasks, me), ...options.world },
    stored: { [`tasks_welcome_v1:${me.id}`]: 'seen', ...options.stored },
  })
}

/** Somebody changed a task: updates the server and sends the event. */
export function update({ server, world }: OpenedApp, action: TaskAction, changed: Task): void {
  const others = world.tasks.filter(({ id }) => id !== changed.id)
  world.tasks.splice(0, world.tasks.length, ...others, ...(action === 'deleted' ? [] : [changed]))
  server.emit('task_update', { space_id: lab.id, at: ago(), action, task: changed }, nextSeq())
}

export const table = page.getByRole('table', { name: 'Tasks' })
export const row = (text: string): Locator => table.getByRole('row').filter({ hasText: text })
export const titleOf = (text: string): Locator => table.getByRole('button', { name: text })

/** The names of the tasks in the table, in order. */
export function listed(): string[] {
  return table
    .getByRole('row')
    .elements()
    .flatMap((one) => /^T-\d+/.exec(one.textContent)?.[0] ?? [])
}
