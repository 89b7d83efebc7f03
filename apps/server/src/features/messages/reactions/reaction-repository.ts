import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import { preparedQuery } from '../../../platform/prepared-query.ts'

export interface ReactionKey {
  readonly spaceId: string
  readonly messageId: string
  readonly accountId: string
  readonly emoji: string
}

/** False when it was given already. */
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

/** False when it was not given. */
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

export interface ReactionRow {
  readonly message_id: string
  readonly emoji: string
  readonly count: number
  /** Whether the reader gave it, and whether the owner of the agent that wrote the message did. */
  readonly by_reader: boolean
  readonly by_owner: boolean
}

interface ReactionsOf {
  readonly spaceIds: readonly string[]
  readonly messageIds: readonly string[]
  readonly readerId: string | null
}

const selectReactions = preparedQuery(
  (_, { spaceIds, messageIds, readerId }: ReactionsOf) => sql<ReactionRow>`
    select r.message_id, r.emoji, count(*) as count,
      coalesce(bool_or(r.account_id = ${readerId}::uuid), false) as by_reader,
      coalesce(bool_or(r.account_id = a.owner_id), false) as by_owner
    from unnest(${spaceIds}::uuid[], ${messageIds}::uuid[]) as wanted(space_id, id)
    join reactions r on r.space_id = wanted.space_id and r.message_id = wanted.id
    join messages m on m.space_id = r.space_id and m.id = r.message_id
    left join agents a on a.account_id = m.author_id
    group by r.message_id, r.emoji
    order by r.message_id, min(r.created_at), r.emoji
  `,
)

/** The reactions of many messages in one query, each message's in the order in which they were first given. */
export async function listReactions(
  db: Db,
  messages: readonly { readonly space_id: string; readonly id: string }[],
  readerId: string | null,
): Promise<ReactionRow[]> {
  if (messages.length === 0) return []
  return selectReactions(db, {
    spaceIds: messages.map(({ space_id }) => space_id),
    messageIds: messages.map(({ id }) => id),
    readerId,
  })
}

/** Those of the messages that are in a space of the reader, with their spaces. */
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
