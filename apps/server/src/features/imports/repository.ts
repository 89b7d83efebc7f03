import { sql } from 'kysely'
import type { ImportReport } from '@flockwork/contract/imports'
import { IMPORTS_LISTED } from '@flockwork/contract/limits'
import type { Db, Tx } from '../../platform/database.ts'

const OPEN = ['uploading', 'checking', 'ready', 'running'] as const

export interface NewImport {
  readonly id: string
  readonly ownerId: string
  readonly folder: string
  readonly fileName: string
  readonly fileBytes: number
  readonly at: Date
}

export async function insertImport(tx: Tx, row: NewImport): Promise<void> {
  await tx
    .insertInto('imports')
    .values({
      id: row.id,
      owner_id: row.ownerId,
      folder: row.folder,
      file_name: row.fileName,
      file_bytes: row.fileBytes,
      state: 'uploading',
      created_at: row.at,
      changed_at: row.at,
    })
    .execute()
}

function selectImports(db: Db) {
  return db
    .selectFrom('imports')
    .leftJoin('spaces', (join) =>
      join.onRef('spaces.id', '=', 'imports.space_id').on('spaces.deleted_at', 'is', null),
    )
    .selectAll('imports')
    .select(['spaces.id as live_space_id', 'spaces.name as space_name'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('members')
          .whereRef('members.space_id', '=', 'imports.space_id')
          .whereRef('members.account_id', '=', 'imports.owner_id')
          .select('members.account_id'),
      ).as('is_open'),
    )
}

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>

export function findImport(db: Db, id: string) {
  return selectImports(db).where('imports.id', '=', id).executeTakeFirst()
}

export function listImports(db: Db, ownerId: string) {
  return selectImports(db)
    .where('imports.owner_id', '=', ownerId)
    .orderBy('imports.created_at', 'desc')
    .orderBy('imports.id', 'desc')
    .limit(IMPORTS_LISTED)
    .execute()
}

/** Only its own row, locked until the commit. */
export function lockImport(tx: Tx, id: string) {
  return tx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** A person's open import, locked until the commit. */
export function lockOpenOf(tx: Tx, ownerId: string) {
  return tx
    .selectFrom('imports')
    .select(['id', 'state'])
    .where('owner_id', '=', ownerId)
    .where('state', 'in', OPEN)
    .forUpdate()
    .executeTakeFirst()
}

/** The total size of a folder's open imports once their uploads are complete. */
export async function bytesIn(db: Db, folder: string): Promise<number> {
  const row = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.sum<string | null>('file_bytes').as('bytes'))
    .where('folder', '=', folder)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

interface Changes {
  readonly state?: 'uploading' | 'checking' | 'ready' | 'running' | 'done' | 'cancelled' | 'failed'
  readonly received_bytes?: number
  readonly source?: string
  readonly place_id?: string
  readonly report?: ImportReport
  readonly failure?: string | null
  readonly space_id?: string
  readonly visibility?: string
  readonly position?: number
  readonly messages_read?: number
  readonly messages_added?: number
  readonly ended_at?: Date
}

export async function saveImport(
  tx: Tx,
  id: string,
  { report, ...changes }: Changes,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ ...changes, ...(report !== undefined && { report: JSON.stringify(report) }), changed_at: at })
    .where('id', '=', id)
    .execute()
}

/** The space of the latest earlier import of the same workspace; undefined if there is none or it was deleted. */
export async function findEarlierSpace(
  db: Db,
  { ownerId, source, placeId }: { ownerId: string; source: string; placeId: string },
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('imports')
    .innerJoin('spaces', 'spaces.id', 'imports.space_id')
    .innerJoin('members', (join) =>
      join.onRef('members.space_id', '=', 'spaces.id').onRef('members.account_id', '=', 'imports.owner_id'),
    )
    .select(['spaces.id', 'spaces.name'])
    .where('imports.owner_id', '=', ownerId)
    .where('imports.source', '=', source)
    .where('imports.place_id', '=', placeId)
    .where('members.role', '=', 'admin')
    .where('spaces.deleted_at', 'is', null)
    .orderBy('imports.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether the space has messages of its own, after which older ones can't be inserted. */
export async function hasOwnMessages(db: Db, spaceId: string): Promise<boolean> {
  const { rows } = await sql<{ isImported: boolean }>`
    select metadata ? 'imported' as "isImported" from messages where space_id = ${spaceId} order by seq desc limit 1
  `.execute(db)
  return rows[0]?.isImported === false
}

/** Creates missing channels, in this order, and archives those that are archived in the other product. */
export async function ensureChannels(
  tx: Tx,
  spaceId: string,
  channels: readonly { readonly name: string; readonly isArchived: boolean }[],
  at: Date,
): Promise<void> {
  const distinct = [...new Map(channels.map((channel) => [channel.name, channel])).values()]
  await sql`
    insert into channels (space_id, name, created_at, archived_at)
    select ${spaceId}, name, ${at}::timestamptz + nth * interval '1 millisecond', case when archived then ${at}::timestamptz end
    from unnest(
      ${distinct.map(({ name }) => name)}::text[], ${distinct.map(({ isArchived }) => isArchived)}::boolean[]
    ) with ordinality as c(name, archived, nth)
    on conflict do nothing
  `.execute(tx)
}

/** A folder's imports with pending work: dry runs, running imports, and ended ones whose space isn't open yet. */
export async function listUnfinished(db: Db, folder: string): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('folder', '=', folder)
    .where(({ or, eb, and }) =>
      or([
        eb('state', 'in', ['checking', 'running']),
        and([
          eb('state', 'in', ['cancelled', 'failed']),
          eb('ended_at', 'is', null),
          eb('space_id', 'is not', null),
        ]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Cancels imports that were not started since `before`. */
export async function cancelStale(db: Db, before: Date, at: Date): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'cancelled', changed_at: at, ended_at: at })
    .where('state', 'in', ['uploading', 'ready'])
    .where('changed_at', '<', before)
    .execute()
}

/** Which of these imports still need their files. */
export async function needingFiles(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('id', 'in', [...ids])
    .where('state', 'in', OPEN)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** An asynchronous commit: a power cut may lose whole batches, which are then repeated. */
export async function commitAsynchronously(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx)
}

export async function isMember(tx: Tx, spaceId: string, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('members')
    .select('account_id')
    .where('space_id', '=', spaceId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

export { markRead } from './writer-repository.ts'
