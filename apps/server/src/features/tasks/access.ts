/** Which tasks an actor may see and change (docs/rules/tasks.md#rights). */
import { mayChangeTask, type TaskParties, type TaskViewer } from '@flockwork/contract/policy/tasks'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { Forbidden, NotFound } from '../../platform/errors.ts'
import { requireMember } from '../spaces/index.ts'
import * as repository from './repository.ts'

export const noSuchTask = () => new NotFound('Task not found')

export function isAdministrator(actor: Actor): boolean {
  return actor.kind === 'user' && actor.role === 'admin'
}

/** The space of a task. @throws NotFound for one in a foreign space as for an unknown one. */
export async function spaceOfTask(db: Db, actor: Actor, id: string): Promise<string> {
  const spaceId = await repository.findSpaceOfTask(db, id)
  if (spaceId === undefined) throw noSuchTask()
  await requireMember(db, spaceId, actor.accountId).catch((error: unknown) => {
    throw error instanceof NotFound ? noSuchTask() : error
  })
  return spaceId
}

/** The same for a task that the actor may change; administrators may in every space. */
export async function spaceToChange(db: Db, actor: Actor, id: string): Promise<string> {
  if (!isAdministrator(actor)) return spaceOfTask(db, actor, id)
  const spaceId = await repository.findSpaceOfTask(db, id)
  if (spaceId === undefined) throw noSuchTask()
  return spaceId
}

export function partiesOf(row: repository.TaskRow): TaskParties {
  return {
    author_id: row.author_id,
    assignee_id: row.assignee_id,
    claimant_id: row.claimant_id,
    // the table allows exactly these words
    status: row.status as TaskParties['status'],
    status_extended: row.status_extended as TaskParties['status_extended'],
  }
}

/** The task, locked until the commit. @throws NotFound */
export async function lockAndFind(tx: Tx, spaceId: string, id: string): Promise<repository.TaskRow> {
  await repository.lockTasks(tx, [id])
  const row = await repository.findTask(tx, spaceId, id)
  if (row === undefined) throw noSuchTask()
  return row
}

export async function viewerOf(db: Db, actor: Actor, row: repository.TaskRow): Promise<TaskViewer> {
  const parties = [row.author_id, row.assignee_id, row.claimant_id].filter((id) => id !== null)
  const membership = await requireMember(db, row.space_id, actor.accountId).catch((error: unknown) => {
    if (error instanceof NotFound) return null
    throw error
  })
  return {
    accountId: actor.accountId,
    isAdmin: isAdministrator(actor),
    isSpaceAdmin: membership?.role === 'admin',
    ownAgentIds: actor.kind === 'user' ? await repository.ownAgentsAmong(db, actor.accountId, parties) : [],
  }
}

/** @throws Forbidden for anyone who may not change the task, with `refusal` as the reason. */
export async function requireRight(
  db: Db,
  actor: Actor,
  row: repository.TaskRow,
  refusal = 'You do not have permission to edit this task.',
): Promise<TaskViewer> {
  const viewer = await viewerOf(db, actor, row)
  if (!mayChangeTask(viewer, partiesOf(row))) throw new Forbidden(refusal)
  return viewer
}
