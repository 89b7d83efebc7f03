/** The data of a space's record, in a fixed order. Account ids are those of this instance. */
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'

export async function findSpace(tx: Tx, spaceId: string) {
  return tx
    .selectFrom('spaces')
    .innerJoin('space_sequences', 'space_sequences.space_id', 'spaces.id')
    .leftJoin('record_imports', 'record_imports.space_id', 'spaces.id')
    .select([
      'spaces.id',
      'spaces.name',
      'spaces.slug',
      'spaces.description',
      'spaces.visibility',
      'spaces.is_personal',
      'spaces.created_by',
      'spaces.created_at',
      'space_sequences.seq',
      'space_sequences.tasks',
      'record_imports.slug as source_slug',
      'record_imports.is_personal as source_is_personal',
      'record_imports.created_by as source_created_by',
      'record_imports.origins',
    ])
    .where('spaces.id', '=', spaceId)
    .where('spaces.deleted_at', 'is', null)
    .executeTakeFirst()
}

export interface AccountRow {
  readonly id: string
  /** The account's id in the record; for an imported account its original id. */
  readonly record_id: string
  readonly kind: string
  readonly handle: string
  readonly display_name: string
  readonly is_deleted: boolean
  readonly created_at: Date
  readonly is_agent: boolean
  readonly agent_type: string | null
  readonly owner_id: string | null
  readonly visibility: string | null
  readonly bio: string | null
  /** The data of an imported account from its record; null for all others. */
  readonly details: unknown
  readonly is_claimed: boolean
}

/** All accounts in the record, by their ids in it. */
export async function listAccounts(tx: Tx, spaceId: string, guideId: string): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    with named as (
      select account_id as id from members where space_id = ${spaceId} and account_id <> ${guideId}
      union select created_by from spaces where id = ${spaceId}
        and not exists (select from record_imports i where i.space_id = ${spaceId})
      union select account_id from imported_people
        where space_id = ${spaceId} and source = 'record' and claimed_by is null
      union select created_by from teams where space_id = ${spaceId}
      union select author_id from messages where space_id = ${spaceId}
      union select edited_by from messages where space_id = ${spaceId} and edited_by is not null
      union select (m->>'id')::uuid from messages cross join lateral jsonb_array_elements(mentions) m
        where space_id = ${spaceId} and mentions <> '[]'
      union select replaced_by from message_versions where space_id = ${spaceId}
      union select account_id from reactions where space_id = ${spaceId}
      union select unnest(array[author_id, edited_by, assignee_id, claimant_id]) from tasks
        where space_id = ${spaceId} and deleted_at is null
      union select author_id from task_notes where space_id = ${spaceId} and visibility <> 'private'
      union select unnest(array[author_id, recipient_id]) from deliveries where space_id = ${spaceId}
    ), with_owners as (
      select id from named where id is not null
      union select owner_id from agents join named on named.id = agents.account_id where owner_id is not null
    )
    select a.id, coalesce(p.source_id::uuid, a.id) as record_id, a.kind, a.handle, a.display_name,
      a.status = 'deleted' as is_deleted, a.created_at, g.account_id is not null as is_agent, g.agent_type, g.owner_id,
      g.visibility, g.bio, p.details, p.claimed_by is not null as is_claimed
    from with_owners w
    join accounts a on a.id = w.id
    left join agents g on g.account_id = a.id
    left join imported_people p on p.account_id = a.id and p.source = 'record' and p.space_id = ${spaceId}
    order by record_id
  `.execute(tx)
  return rows
}

export function listTeams(tx: Tx, spaceId: string) {
  return tx
    .selectFrom('teams')
    .select(['id', 'name', 'description', 'color', 'created_by', 'created_at'])
    .where('space_id', '=', spaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export function listMembers(tx: Tx, spaceId: string, guideId: string) {
  return tx
    .selectFrom('members')
    .leftJoin('agent_teams', (join) =>
      join
        .onRef('agent_teams.space_id', '=', 'members.space_id')
        .onRef('agent_teams.agent_id', '=', 'members.account_id'),
    )
    .select(['account_id', 'role', 'joined_at', 'team_id', 'built_in'])
    .where('members.space_id', '=', spaceId)
    .where('account_id', '<>', guideId)
    .execute()
}

export function listChannels(tx: Tx, spaceId: string) {
  return tx
    .selectFrom('channels')
    .select(['name', 'created_at', 'archived_at'])
    .where('space_id', '=', spaceId)
    .orderBy('created_at')
    .orderBy(sql`name collate "C"`)
    .execute()
}

interface Page {
  readonly after: number
  readonly limit: number
}

export function listMessages(tx: Tx, spaceId: string, { after, limit }: Page) {
  return tx
    .selectFrom('messages')
    .select([
      'id',
      'seq',
      'author_id',
      'channel',
      'content',
      'parent_id',
      'thread_root_id',
      'message_type',
      'mentions',
      'mentions_unknown',
      'topics',
      'waiting_since',
      'is_task',
      'is_claimed',
      'metadata',
      'cause_id',
      'hops',
      'created_at',
      'edited_at',
      'edit_count',
      'edited_by',
      'deleted_at',
    ])
    .where('space_id', '=', spaceId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export function listVersions(tx: Tx, spaceId: string, ids: readonly string[]) {
  return tx
    .selectFrom('message_versions')
    .select(['message_id', 'version', 'content', 'replaced_by', 'replaced_at'])
    .where('space_id', '=', spaceId)
    .where('message_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('version')
    .execute()
}

export function listReactions(tx: Tx, spaceId: string, ids: readonly string[]) {
  return tx
    .selectFrom('reactions')
    .select(['message_id', 'account_id', 'emoji', 'created_at'])
    .where('space_id', '=', spaceId)
    .where('message_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

export function listTasks(tx: Tx, spaceId: string, { after, limit }: Page) {
  return tx
    .selectFrom('tasks')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('number', '>', after)
    .where('deleted_at', 'is', null)
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** The shared notes. */
export function listNotes(tx: Tx, spaceId: string, taskIds: readonly string[]) {
  return tx
    .selectFrom('task_notes')
    .select(['id', 'task_id', 'author_id', 'note_type', 'visibility', 'note', 'created_at'])
    .where('space_id', '=', spaceId)
    .where('task_id', '=', sql<string>`any(${taskIds}::uuid[])`)
    .where('visibility', '<>', 'private')
    .orderBy('nth')
    .execute()
}

export interface TextRow {
  readonly id: string
  readonly version: number
  readonly salt: string | null
  readonly hash: string
}

/** The salts of imported texts. */
export function listTexts(tx: Tx, spaceId: string, ids: readonly string[]): Promise<TextRow[]> {
  return tx
    .selectFrom('record_texts')
    .select(['id', 'version', 'salt', 'hash'])
    .where('space_id', '=', spaceId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

export interface DeliveryRow {
  readonly id: string
  readonly message_id: string | null
  readonly task_id: string | null
  readonly author_id: string
  readonly recipient_id: string
  readonly root_id: string | null
  readonly reason: string
  readonly state: string
  readonly why: string | null
  readonly seq: number
  readonly at: Date
  readonly created_at: Date
}

/** Page by page, sorted once. */
export async function* deliveriesOf(tx: Tx, spaceId: string, limit: number): AsyncGenerator<DeliveryRow[]> {
  await sql`
    declare record_deliveries no scroll cursor for
    select id, message_id, task_id, author_id, recipient_id, root_id, reason, state, why, seq, at, created_at
    from deliveries where space_id = ${spaceId} order by seq, id
  `.execute(tx)
  for (;;) {
    const { rows } = await sql<DeliveryRow>`fetch ${sql.lit(limit)} from record_deliveries`.execute(tx)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close record_deliveries`.execute(tx)
}
