/** The state of the tasks that texts mention. Pure. */
import type { EventData } from '@flockwork/contract/events'
import { FILTER_ADDRESS_CHARS, TASK_REFERENCES_MAX } from '@flockwork/contract/limits'
import type { Task } from '@flockwork/contract/tasks'

/** A task as other pages show it. */
export type NamedTask = Pick<
  Task,
  | 'id'
  | 'display_id'
  | 'title'
  | 'status'
  | 'status_extended'
  | 'priority'
  | 'version'
  | 'claimed_by'
  | 'assigned_agent'
  | 'assigned_user'
>

/** By `T-12` and by id, both the same object; null if there is no such task. */
export type KnownTasks = Readonly<Record<string, NamedTask | null>>

export const NO_TASKS: KnownTasks = {}

export function namedTask({
  id,
  display_id,
  title,
  status,
  status_extended,
  priority,
  version,
  claimed_by,
  assigned_agent,
  assigned_user,
}: Task): NamedTask {
  const state = { status, status_extended, priority, version }
  return { id, display_id, title, claimed_by, assigned_agent, assigned_user, ...state }
}

interface Asked {
  readonly refs: readonly string[]
  /** The state at the time of the request: an event since then is newer than the response. */
  readonly known: KnownTasks
}

/** The state after a response; requested tasks that it lacks don't exist. */
export function withAnswer(
  known: KnownTasks,
  { refs, known: before }: Asked,
  tasks: readonly Task[],
): KnownTasks {
  const next = { ...known }
  for (const task of tasks) {
    const { id } = task
    const wasDeletedSince = known[id] === null && before[id] !== null
    if (!wasDeletedSince) put(next, namedTask(task))
  }
  const found = new Set(tasks.flatMap(({ id, display_id }) => [id, display_id]))
  for (const ref of refs) if (!found.has(ref) && known[ref] === before[ref]) next[ref] = null
  return next
}

/** The state after an event, for tasks that are known or `isWanted` by name or id. */
export function withTaskEvent(
  known: KnownTasks,
  { action, task }: Pick<EventData<'task_update'>, 'action' | 'task'>,
  isWanted: (ref: string) => boolean,
): KnownTasks {
  const refs = [task.id, task.display_id]
  if (!refs.some((ref) => ref in known || isWanted(ref))) return known
  if (action === 'deleted') return { ...known, ...Object.fromEntries(refs.map((ref) => [ref, null])) }
  const next = { ...known }
  put(next, namedTask(task))
  return next
}

/** Mutates `known`. Versions older than the known one are ignored. */
function put(known: Record<string, NamedTask | null>, task: NamedTask): void {
  const other = known[task.id]
  const newest = other && other.version > task.version ? other : task
  known[task.id] = newest
  known[task.display_id] = newest
}

/** Prunes the oldest names that nothing shows, down to `max`. */
export function bounded(known: KnownTasks, max: number, isWanted: (ref: string) => boolean): KnownTasks {
  let surplus = Object.keys(known).length - max
  if (surplus <= 0) return known
  return Object.fromEntries(Object.entries(known).filter(([ref]) => isWanted(ref) || surplus-- <= 0))
}

/** Splits the names into requests, by the limit of names per request and of the URL's length. */
export function inCalls(refs: readonly string[]): string[][] {
  const calls: string[][] = []
  let chars = Infinity
  for (const ref of refs) {
    // "&ref=" and the name
    const length = ref.length + 5
    let call = calls.at(-1)
    if (!call || call.length >= TASK_REFERENCES_MAX || chars + length > FILTER_ADDRESS_CHARS) {
      call = []
      calls.push(call)
      chars = 0
    }
    call.push(ref)
    chars += length
  }
  return calls
}
