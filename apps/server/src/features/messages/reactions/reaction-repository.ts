import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import type { DeliveryRow } from '../repository.ts'

export interface ReactionKey {
  readonly spaceId: string
  readonly messageId: string
  readonly accountId: string
  readonly emoji: string
}

/** False if it existed already. */
export async function insertReaction(tx: Tx, key: ReactionKey, at: Date): Promise<boolean> {
  const row = await tx
    .insertInto('reactions')
    .values({
      space_id: key.spaceId,
      message_id: key.messageId,
      account_id: key.accountId,
      emoji: key.emoji,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('emoji')
    .executeTakeFirst()
  return row !== undefined
}

/** False if it didn't exist. */
export async function deleteReaction(tx: Tx, key: ReactionKey): Promise<boolean> {
  const row = await tx
    .deleteFrom('reactions')
    .where('space_id', '=', key.spaceId)
    .where('message_id', '=', key.messageId)
    .where('account_id', '=', key.accountId)
    .where('emoji', '=', key.emoji)
    .returning('emoji')
    .executeTakeFirst()
  return row !== undefined
}

/** Which of the messages are in a space of the reader. */
export function listReadable(db: Db, readerId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('messages')
    .innerJoin('members', 'members.space_id', 'messages.space_id')
    .innerJoin('spaces', 'spaces.id', 'messages.space_id')
    .select(['messages.space_id', 'messages.id'])
    .where('members.account_id', '=', readerId)
    .where('spaces.deleted_at', 'is', null)
    .where('messages.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/**
 * Marks an account's unread deliveries of a message as seen. A delivery later than the message, by an edit or as the
 * assignment of a task that it announces, must have been delivered, or the account may not know of it.
 */
export async function markSeen(
  tx: Tx,
  { spaceId, messageId, recipientId }: { spaceId: string; messageId: string; recipientId: string },
  at: Date,
): Promise<(DeliveryRow & { readonly author_id: string })[]> {
  const { rows } = await sql<DeliveryRow & { author_id: string }>`
    update deliveries d set state = 'seen', at = ${at}, delivered_at = coalesce(d.delivered_at, ${at})
    from accounts a
    where a.id = d.recipient_id and d.space_id = ${spaceId} and d.message_id = ${messageId}
      and d.recipient_id = ${recipientId}
      and (d.state = 'delivered' or d.state = 'stored'
        and d.seq = (select m.seq from messages m where m.id = d.message_id limit 1))
    returning d.id, d.message_id, d.task_id, d.author_id, d.recipient_id, a.kind as recipient_kind,
      a.handle as recipient_handle, d.reason, d.state, d.why, d.at
  `.execute(tx)
  return rows
}
