import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

/** Tasks that aren't deleted, with the names of the accounts involved. */
export function selectTasks(db: Db) {
  return db
    .selectFrom('tasks')
    .innerJoin('accounts as author', 'author.id', 'tasks.author_id')
    .leftJoin('accounts as assignee', 'assignee.id', 'tasks.assignee_id')
    .leftJoin('accounts as claimant', 'claimant.id', 'tasks.claimant_id')
    .leftJoin('accounts as editor', 'editor.id', 'tasks.edited_by')
    .select([
      'tasks.id',
      'tasks.space_id',
      'tasks.number',
      'tasks.title',
      'tasks.description',
      'tasks.author_id',
      'tasks.assignee_id',
      'tasks.claimant_id',
      'tasks.status',
      'tasks.status_extended',
      'tasks.priority',
      'tasks.skills',
      'tasks.grooming_checklist',
      'tasks.context_data',
      'tasks.message_id',
      'tasks.source_message_id',
      'tasks.created_at',
      'tasks.updated_at',
      'tasks.assigned_at',
      'tasks.claimed_at',
      'tasks.completed_at',
      'tasks.deadline',
      'tasks.expected_minutes',
      'tasks.notes_count',
      'tasks.version',
      'tasks.deleted_at',
      'author.handle as author_handle',
      'author.kind as author_kind',
      'assignee.handle as assignee_handle',
      'assignee.kind as assignee_kind',
      'claimant.handle as claimant_handle',
      'claimant.kind as claimant_kind',
      'tasks.edited_by',
      'editor.handle as editor_handle',
      'editor.kind as editor_kind',
    ])
}

export type TaskRow = Awaited<ReturnType<typeof findTasks>>[number]

/** Tasks in no order, without deleted ones. */
export function findTasks(db: Db, spaceId: string, ids: readonly string[]) {
  return selectTasks(db)
    .where('tasks.space_id', '=', spaceId)
    .where('tasks.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('tasks.deleted_at', 'is', null)
    .execute()
}

export async function findTask(db: Db, spaceId: string, id: string): Promise<TaskRow | undefined> {
  const [row] = await findTasks(db, spaceId, [id])
  return row
}

/** The space of a task that isn't deleted, by its id alone: the caller checks access. */
export async function findSpaceOfTask(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('tasks')
    .select('space_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.space_id
}

/** Locks the tasks until the commit, in a fixed order, so that no two transactions deadlock. */
export async function lockTasks(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    select 1 from tasks where id = any(${[...ids]}::uuid[]) order by id for no key update
  `.execute(tx)
}

export interface TaskFields {
  readonly title?: string
  readonly description?: string
  readonly priority?: string
  readonly status?: string
  readonly status_extended?: string | null
  readonly skills?: string[]
  readonly grooming_checklist?: string
  readonly context_data?: string
  readonly deadline?: Date | null
  readonly expected_minutes?: number
  readonly assignee_id?: string | null
  readonly assigned_at?: Date | null
  readonly claimant_id?: string | null
  readonly claimed_at?: Date | null
  readonly completed_at?: Date | null
  readonly worked_at?: Date | null
  readonly words?: string
  readonly edited_by?: string
  readonly deleted_at?: Date
}

/** Saves fields of a task, as a new version. */
export async function saveTask(
  tx: Tx,
  { spaceId, id, at }: { readonly spaceId: string; readonly id: string; readonly at: Date },
  fields: TaskFields,
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set(fields)
    .set(({ eb }) => ({ updated_at: at, version: eb('version', '+', 1) }))
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .execute()
}

/** The handles of the claimant and the assignee of the task with this announcement. */
export async function workersOf(db: Db, spaceId: string, announcementId: string): Promise<string[]> {
  const { rows } = await sql<{ handle: string }>`
    select a.handle from messages m
    join tasks t on t.space_id = m.space_id and t.id = (m.metadata->>'task_id')::uuid
    join accounts a on a.id in (t.claimant_id, t.assignee_id)
    where m.space_id = ${spaceId} and m.id = ${announcementId} and t.deleted_at is null
  `.execute(db)
  return rows.map(({ handle }) => handle)
}

/** Records that the claimant worked on its task. */
export async function saveWork(
  tx: Tx,
  spaceId: string,
  id: string,
  workerId: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ worked_at: at })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .where('claimant_id', '=', workerId)
    .execute()
}

/** Which of the accounts are agents of this owner. */
export async function ownAgentsAmong(db: Db, ownerId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('agents')
    .select('account_id')
    .where('owner_id', '=', ownerId)
    .where('account_id', 'in', [...ids])
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Whether the account is active and a member, or the agent of a member. */
export async function belongsHere(db: Db, spaceId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts a
    left join agents g on g.account_id = a.id
    where a.id = ${accountId} and a.status = 'active' and exists (
      select from members m where m.space_id = ${spaceId} and m.account_id in (a.id, g.owner_id))
  `.execute(db)
  return rows.length > 0
}

/** A member of the space that is active; `undefined` for anyone else. */
export function findActiveMember(db: Db, spaceId: string, accountId: string) {
  return db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select(['accounts.id', 'accounts.handle', 'accounts.kind'])
    .where('members.space_id', '=', spaceId)
    .where('members.account_id', '=', accountId)
    .where('accounts.status', '=', 'active')
    .executeTakeFirst()
}
