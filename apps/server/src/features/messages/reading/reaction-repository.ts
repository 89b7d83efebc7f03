import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { preparedQuery } from '../../../platform/prepared-query.ts'

export interface ReactionRow {
  readonly message_id: string
  readonly emoji: string
  readonly count: number
  readonly by_reader: boolean
  /** Whether it is by the owner of the message's agent. */
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

/** The reactions of many messages in one query; each message's in the order of their first use. */
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
