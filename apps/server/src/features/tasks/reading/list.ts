/** Reading tasks: one, a page, or those named in a text (docs/rules/tasks.md#list). */
import { TASK_REFERENCES_MAX } from '@flockwork/contract/limits'
import { isId } from '@flockwork/contract/common'
import type { Task, TaskPriority, TaskStatus } from '@flockwork/contract/tasks'
import { displayId, readDisplayId } from '@flockwork/contract/tasks/display-id'
import { withNotice } from '@flockwork/contract/policy/deliveries'
import type { TaskGroup } from '@flockwork/contract/tasks/filter'
import { normaliseHandle } from '@flockwork/contract/text/handles'
import { isShortId } from '@flockwork/contract/text/short-id'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database.ts'
import { invalid, NotFound } from '../../../platform/errors.ts'
import { presentDelivery } from '../../messages/index.ts'
import { enterSpace } from '../../spaces/index.ts'
import { noSuchTask, spaceOfTask } from '../access.ts'
import { presentTask } from '../present.ts'
import { findTask } from '../repository.ts'
import type { TaskServices } from '../services.ts'
import { listDeliveriesBy } from './delivery-repository.ts'
import * as repository from './list-repository.ts'
import { queryOf } from './words.ts'

type Deps = Pick<TaskServices, 'db' | 'clock'>

export interface TaskQuery {
  readonly org_id?: string | undefined
  readonly limit: number
  readonly offset: number
  readonly status: readonly TaskStatus[]
  readonly priority: readonly TaskPriority[]
  /** A handle, `me`, or `none`. */
  readonly assigned_to?: string | undefined
  readonly skill?: string | undefined
  readonly search?: string | undefined
  readonly group?: TaskGroup | undefined
  readonly sort?: repository.TaskSort | undefined
}

export interface TaskPage {
  readonly tasks: Task[]
  readonly total: number
  readonly limit: number
  readonly offset: number
}

/** @throws NotFound for a space that the reader isn't in. */
export async function listTasks({ db, clock }: Deps, reader: Actor, query: TaskQuery): Promise<TaskPage> {
  const spaceId = await enterSpace(db, reader, query.org_id)
  const { limit, offset, sort = 'newest' } = query
  const filter = await filterOf(db, reader, { ...query, spaceId, now: clock.now() })
  if (filter === null) return { tasks: [], total: 0, limit, offset }
  const [rows, total] = await Promise.all([
    repository.listPage(db, { ...filter, limit, offset, sort }),
    countAll(db, filter),
  ])
  return { tasks: rows.map(presentTask), total, limit, offset }
}

/** Null for a filter that nothing can match. */
async function filterOf(
  db: Db,
  reader: Actor,
  {
    spaceId,
    status,
    priority,
    assigned_to: assignedTo = '',
    skill,
    search = '',
    group,
    now,
  }: TaskQuery & { spaceId: string; now: number },
): Promise<repository.ListFilter | null> {
  const workerId = await workerIdOf(db, reader, assignedTo)
  if (workerId === undefined) return null
  return {
    spaceId,
    status,
    priority,
    group,
    now,
    ...(assignedTo !== '' && { workerId }),
    ...(skill !== undefined && skill !== '' && { skill }),
    ...(search !== '' && { words: queryOf(spaceId, search), number: readDisplayId(search) }),
  }
}

async function workerIdOf(db: Db, reader: Actor, assignedTo: string): Promise<string | null | undefined> {
  if (assignedTo === '' || assignedTo === 'none') return null
  if (assignedTo === 'me') return reader.accountId
  return await repository.findAccountId(db, normaliseHandle(assignedTo.replace(/^@/, '')))
}

/** Uses the space's counts where possible, so that a page doesn't have to count all tasks. */
async function countAll(db: Db, filter: repository.ListFilter): Promise<number> {
  const { status, priority, workerId, skill, words, group } = filter
  const isCounted =
    workerId === undefined && skill === undefined && words === undefined && group === undefined
  if (!isCounted) return repository.countMatches(db, filter)
  const fits = (wanted: readonly string[], value: string) => wanted.length === 0 || wanted.includes(value)
  const counts = await repository.listCounts(db, filter.spaceId)
  return counts
    .filter((row) => fits(status, row.status) && fits(priority, row.priority))
    .reduce((sum, { tasks }) => sum + tasks, 0)
}

/** The task, with the states of the reader's own assignments of it. @throws NotFound */
export async function getTask({ db, clock }: Deps, reader: Actor, id: string): Promise<Task> {
  const spaceId = await spaceOfTask(db, reader, id)
  const row = await findTask(db, spaceId, id)
  if (row === undefined) throw noSuchTask()
  const deliveries = await listDeliveriesBy(db, { spaceId, taskId: id, authorId: reader.accountId })
  return {
    ...presentTask(row),
    ...(deliveries.length > 0 && {
      deliveries: deliveries.map((one) => withNotice(presentDelivery(one), clock.now())),
    }),
  }
}

/** The tasks of a space with these names or ids, in no order. @throws NotFound for a space that the reader isn't in. */
export async function namedTasks(
  { db }: Pick<Deps, 'db'>,
  reader: Actor,
  namedSpaceId: string | undefined,
  names: readonly string[],
): Promise<Task[]> {
  const spaceId = await enterSpace(db, reader, namedSpaceId)
  const wanted = names.slice(0, TASK_REFERENCES_MAX)
  const rows = await repository.findNamed(db, spaceId, {
    numbers: wanted.flatMap((name) => readDisplayId(name) ?? []),
    ids: wanted.filter(isId),
  })
  return rows.map(presentTask)
}

/** Tasks of one space by their ids, as every member sees them; the caller has checked membership. */
export async function readTasks(db: Db, spaceId: string, ids: readonly string[]): Promise<Task[]> {
  return (await repository.findByIds(db, spaceId, ids)).map(presentTask)
}

/**
 * The id of a task of a space by any of its names: `T-12`, the id, or its first eight digits. The caller has
 * checked that the reader is in the space.
 * @throws NotFound if none matches, Invalid if several do (naming them) or it isn't a name.
 */
export async function resolveTaskId(
  db: Db,
  spaceId: string,
  given: string,
  loc: (string | number)[],
): Promise<string> {
  const name = given.trim().toLowerCase()
  if (isId(name)) return name
  const number = readDisplayId(name)
  if (number !== null) {
    const [row] = await repository.findNamed(db, spaceId, { numbers: [number], ids: [] })
    if (row === undefined) throw new NotFound(`No task ${displayId(number)} in this space`)
    return row.id
  }
  if (!isShortId(name))
    throw invalid(loc, 'Must be a task such as T-12, its id or the first 8 digits of that')
  const [found, ...others] = await repository.findByShortId(db, spaceId, name, 5)
  if (found === undefined) throw new NotFound(`No task ${name} in this space`)
  if (others.length > 0) {
    const all = [found, ...others].map(({ number: nth }) => displayId(nth))
    throw invalid(loc, `${name} fits several tasks: ${all.join(', ')}`)
  }
  return found.id
}
