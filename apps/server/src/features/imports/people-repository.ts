import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export interface NewImported {
  readonly id: string
  readonly kind: 'user' | 'agent'
  /** A handle that is free on this instance. */
  readonly localHandle: string
  readonly displayName: string
  readonly source: string
  readonly sourceId: string
  readonly handle: string
  readonly originalName: string
  readonly email: string | null
  readonly details: object
  readonly ownerId: string | null
  readonly agentType: string | null
  readonly bio: string
}

export interface KnownImported {
  readonly id: string
  readonly localHandle: string
  readonly kind: string
  readonly displayName: string
  readonly claimedBy: string | null
}

/** The existing ones, with their handles here. */
export async function listKnown(tx: Tx, ids: readonly string[]): Promise<KnownImported[]> {
  const { rows } = await sql<KnownImported>`
    select a.id, a.handle as "localHandle", a.kind, a.display_name as "displayName", p.claimed_by as "claimedBy"
    from imported_people p join accounts a on a.id = p.account_id
    where p.account_id = any(${ids}::uuid[])
  `.execute(tx)
  return rows
}

/** Which of the handles are or were taken. */
export async function takenAmong(tx: Tx, handles: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ handle: string }>`
    select handle from handles where handle = any(${handles}::text[])
  `.execute(tx)
  return new Set(rows.map(({ handle }) => handle))
}

export async function insertImported(
  tx: Tx,
  spaceId: string,
  people: readonly NewImported[],
  at: Date,
): Promise<void> {
  const given = JSON.stringify(people)
  await sql`
    insert into accounts (id, kind, handle, display_name, status, created_at)
    select p.id, p.kind, p."localHandle", p."displayName", 'imported', ${at}
    from jsonb_to_recordset(${given}::jsonb) as p(id uuid, kind text, "localHandle" text, "displayName" text)
  `.execute(tx)
  await sql`
    insert into handles (handle, account_id, taken_at)
    select p."localHandle", p.id, ${at} from jsonb_to_recordset(${given}::jsonb) as p(id uuid, "localHandle" text)
  `.execute(tx)
  await sql`
    insert into agents (account_id, owner_id, agent_type, bio)
    select p.id, p."ownerId", coalesce(p."agentType", 'general'), p.bio
    from jsonb_to_recordset(${given}::jsonb) as p(id uuid, kind text, "ownerId" uuid, "agentType" text, bio text)
    where p.kind = 'agent'
  `.execute(tx)
  await sql`
    insert into imported_people (account_id, space_id, source, source_id, handle, display_name, email, details)
    select p.id, ${spaceId}, p.source, p."sourceId", p.handle, p."originalName", p.email, p.details
    from jsonb_to_recordset(${given}::jsonb) as p(
      id uuid, source text, "sourceId" text, handle text, "originalName" text, email text, details jsonb)
  `.execute(tx)
}

/** Deletes the imported accounts of a purged space; they were never in another one. */
export async function deleteImported(db: Db, spaceId: string): Promise<void> {
  const imported = sql`select account_id from imported_people where space_id = ${spaceId}`
  await db.transaction().execute(async (tx) => {
    await sql`delete from agents where account_id in (${imported})`.execute(tx)
    await sql`delete from handles where account_id in (${imported})`.execute(tx)
    const { rows } = await sql<{ account_id: string }>`
      delete from imported_people where space_id = ${spaceId} returning account_id
    `.execute(tx)
    await sql`delete from accounts where id = any(${rows.map(({ account_id }) => account_id)}::uuid[])`.execute(
      tx,
    )
  })
}
