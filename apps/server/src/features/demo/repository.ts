import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export interface DemoRow {
  readonly id: string
  readonly space_id: string
  readonly seq: number
  readonly author: string | null
  readonly content: string
  readonly parent_id: string | null
  readonly thread_root_id: string | null
  readonly pause_after_ms: number | null
  readonly reactions: unknown
  readonly own_reactions: string[]
  readonly created_at: Date
}

export interface NewDemoMessage {
  readonly id: string
  readonly author: string | null
  readonly content: string
  readonly parentId: string | null
  readonly threadRootId: string | null
  readonly pauseAfterMs: number | null
  readonly reactions: Readonly<Record<string, number>>
}

export async function insertDemoMessages(
  tx: Tx,
  spaceId: string,
  messages: readonly NewDemoMessage[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('demo_messages')
    .values(
      messages.map((message) => ({
        id: message.id,
        space_id: spaceId,
        author: message.author,
        content: message.content,
        parent_id: message.parentId,
        thread_root_id: message.threadRootId,
        pause_after_ms: message.pauseAfterMs,
        reactions: JSON.stringify(message.reactions),
        created_at: at,
      })),
    )
    .execute()
}

/** The whole demo of a space, oldest first. */
export function listDemoMessages(db: Db, spaceId: string): Promise<DemoRow[]> {
  return db.selectFrom('demo_messages').selectAll().where('space_id', '=', spaceId).orderBy('seq').execute()
}

export async function countDemoMessages(tx: Tx, spaceId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('demo_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return count
}

export function findDemoMessage(tx: Tx, spaceId: string, id: string) {
  return tx
    .selectFrom('demo_messages')
    .select(['id', 'thread_root_id'])
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Adds (true), removes (false) or toggles (null) the person's reaction; `undefined` without such a message. */
export async function changeOwnReaction(
  db: Db,
  { spaceId, id, emoji, add }: { spaceId: string; id: string; emoji: string; add: boolean | null },
): Promise<Pick<DemoRow, 'reactions' | 'own_reactions'> | undefined> {
  const { rows } = await sql<Pick<DemoRow, 'reactions' | 'own_reactions'>>`
    update demo_messages set own_reactions = case
      when ${emoji}::text = any(own_reactions) then
        case when ${add}::boolean then own_reactions else array_remove(own_reactions, ${emoji}) end
      when ${add}::boolean is false then own_reactions
      else array_append(own_reactions, ${emoji})
    end
    where space_id = ${spaceId} and id = ${id}
    returning reactions, own_reactions
  `.execute(db)
  return rows[0]
}

/** @returns how many were deleted */
export async function deleteDemoMessages(tx: Tx, spaceId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('demo_messages')
    .where('space_id', '=', spaceId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteOldDemoMessages(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('demo_messages').where('created_at', '<', before).execute()
}
