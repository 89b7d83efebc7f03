import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import type { DataOf } from '../format/kinds.ts'
import type { Origin } from '../format/lines.ts'

export function findSpace(tx: Tx, spaceId: string) {
  return tx.selectFrom('spaces').select(['slug', 'deleted_at']).where('id', '=', spaceId).executeTakeFirst()
}

/** False if the slug is taken. */
export async function insertSpace(tx: Tx, space: DataOf<'space'>, slug: string): Promise<boolean> {
  const row = await tx
    .insertInto('spaces')
    .values({
      id: space.id,
      name: space.name,
      slug,
      description: space.description,
      visibility: space.visibility,
      is_personal: false,
      created_by: null,
      created_at: space.created_at,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
  await tx.insertInto('space_sequences').values({ space_id: space.id, tasks: space.tasks }).execute()
  await tx.insertInto('space_people').values({ space_id: space.id, people: 0 }).execute()
  return true
}

export async function insertImport(
  tx: Tx,
  space: DataOf<'space'>,
  { origins, at }: { readonly origins: readonly Origin[]; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('record_imports')
    .values({
      space_id: space.id,
      slug: space.slug,
      is_personal: space.is_personal,
      created_by: space.created_by,
      origins: JSON.stringify(origins),
      imported_at: at,
    })
    .execute()
}

export async function insertTeams(
  tx: Tx,
  spaceId: string,
  teams: readonly (Omit<DataOf<'team'>, 'created_by'> & { readonly created_by: string })[],
): Promise<void> {
  if (teams.length === 0) return
  await tx
    .insertInto('teams')
    .values(teams.map((team) => ({ ...team, space_id: spaceId })))
    .execute()
}

export async function insertChannels(
  tx: Tx,
  spaceId: string,
  channels: readonly DataOf<'channel'>[],
): Promise<void> {
  if (channels.length === 0) return
  await tx
    .insertInto('channels')
    .values(channels.map((channel) => ({ ...channel, space_id: spaceId })))
    .execute()
}

/** An imported agent works in no other space, and a private one stays private. */
export async function placeAgents(tx: Tx, spaceId: string, privateIds: readonly string[]): Promise<void> {
  await sql`
    update agents set pinned_space_id = ${spaceId}, home_space_id = ${spaceId},
      visibility = case when account_id = any(${privateIds}::uuid[]) then 'private' else visibility end
    where account_id in (select account_id from imported_people where space_id = ${spaceId})
  `.execute(tx)
}

/** Which of these message or task ids are used in another space: ids are globally unique. */
export async function idsElsewhere(
  tx: Tx,
  table: 'messages' | 'tasks',
  spaceId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any(${ids}::uuid[]) and space_id <> ${spaceId} limit 1
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Which of these messages are missing in the space. */
export async function missingMessages(tx: Tx, spaceId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${ids}::uuid[]) as wanted(id)
    where not exists (select from messages m where m.space_id = ${spaceId} and m.id = wanted.id) limit 1
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export interface TextRow {
  readonly id: string
  readonly version: number
  readonly salt: string | null
  readonly hash: string
}

export async function insertTexts(tx: Tx, spaceId: string, rows: readonly TextRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into record_texts (space_id, id, version, salt, hash)
    select ${spaceId}, id, version, salt, hash
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id uuid, version int, salt text, hash text)
  `.execute(tx)
}

/** A task with the ids of this instance; its other columns are named like the record's fields. */
export interface TaskRow {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly description: string
  readonly author_id: string
  readonly edited_by: string | null
  readonly assignee_id: string | null
  readonly claimant_id: string | null
  readonly status: string
  readonly status_extended: string | null
  readonly priority: string
  readonly skills: readonly string[]
  readonly grooming_checklist: object
  readonly context_data: object
  readonly message_id: string
  readonly source_message_id: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly assigned_at: string | null
  readonly claimed_at: string | null
  readonly completed_at: string | null
  readonly deadline: string | null
  readonly expected_minutes: number
  readonly worked_at: string | null
  readonly notes_count: number
  readonly version: number
  readonly words: string
}

export async function insertTasks(tx: Tx, spaceId: string, rows: readonly TaskRow[]): Promise<void> {
  await sql`
    insert into tasks (space_id, id, number, title, description, author_id, edited_by, assignee_id, claimant_id, status,
      status_extended, priority, skills, grooming_checklist, context_data, message_id, source_message_id, created_at,
      updated_at, assigned_at, claimed_at, completed_at, deadline, expected_minutes, worked_at, notes_count, version, words)
    select ${spaceId}, id, number, title, description, author_id, edited_by, assignee_id, claimant_id, status,
      status_extended, priority, skills, grooming_checklist, context_data, message_id, source_message_id, created_at,
      updated_at, assigned_at, claimed_at, completed_at, deadline, expected_minutes, worked_at, notes_count, version,
      words::tsvector
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
      id uuid, number int, title text, description text, author_id uuid, edited_by uuid, assignee_id uuid,
      claimant_id uuid, status text, status_extended text, priority text, skills text[], grooming_checklist jsonb,
      context_data jsonb, message_id uuid, source_message_id uuid, created_at timestamptz, updated_at timestamptz,
      assigned_at timestamptz, claimed_at timestamptz, completed_at timestamptz, deadline timestamptz,
      expected_minutes int, worked_at timestamptz, notes_count int, version int, words text)
  `.execute(tx)
}

export interface NoteRow {
  readonly id: string
  readonly task_id: string
  readonly author_id: string
  readonly note_type: string
  readonly visibility: string
  readonly note: string
  readonly created_at: string
}

/** In this order, in which they are listed later. */
export async function insertNotes(tx: Tx, spaceId: string, rows: readonly NoteRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('task_notes')
    .values(rows.map((row) => ({ ...row, space_id: spaceId })))
    .execute()
}

export async function insertDeliveries(
  tx: Tx,
  spaceId: string,
  rows: readonly (Omit<DataOf<'delivery'>, 'message' | 'task' | 'author' | 'recipient' | 'root'> & {
    readonly message_id: string | null
    readonly task_id: string | null
    readonly author_id: string
    readonly recipient_id: string
    readonly root_id: string | null
  })[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into deliveries (
      id, space_id, message_id, task_id, author_id, recipient_id, root_id, reason, state, why, seq, at, created_at)
    select id, ${spaceId}, message_id, task_id, author_id, recipient_id, root_id, reason, state, why, seq, at, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(
      id uuid, message_id uuid, task_id uuid, author_id uuid, recipient_id uuid, root_id uuid, reason text, state text,
      why text, seq bigint, at timestamptz, created_at timestamptz)
  `.execute(tx)
}

/** The person of this name who can sign in. */
export function findPerson(tx: Tx, handle: string) {
  return tx
    .selectFrom('accounts')
    .select(['id', 'handle'])
    .where('handle', '=', handle)
    .where('kind', '=', 'user')
    .where('status', '=', 'active')
    .executeTakeFirst()
}

/** The space, if no person is in it; nobody can join it before the commit. */
export function lockEmptySpace(tx: Tx, spaceId: string) {
  return tx
    .selectFrom('spaces')
    .select('visibility')
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('members')
            .select('account_id')
            .where('space_id', '=', spaceId)
            .where('kind', '=', 'user'),
        ),
      ),
    )
    .forUpdate()
    .executeTakeFirst()
}

/** Sets the creator, who may delete the space. */
export async function setCreator(tx: Tx, spaceId: string, accountId: string): Promise<void> {
  await tx
    .updateTable('spaces')
    .set({ created_by: accountId })
    .where('id', '=', spaceId)
    .where('created_by', 'is', null)
    .execute()
}
