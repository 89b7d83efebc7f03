import type { Db } from '../../../platform/database.ts'
import { preparedQuery } from '../../../platform/prepared-query.ts'

interface ParentOf {
  readonly spaceId: string
  readonly id: string
  readonly readerId: string
}

const selectParent = preparedQuery((db, { spaceId, id, readerId }: ParentOf) =>
  db
    .selectFrom('messages')
    .innerJoin('accounts as author', 'author.id', 'messages.author_id')
    .innerJoin('members', 'members.space_id', 'messages.space_id')
    .innerJoin('spaces', 'spaces.id', 'messages.space_id')
    .select([
      'messages.id',
      'messages.author_id',
      'messages.channel',
      'messages.content',
      'messages.thread_root_id',
      'messages.waiting_since',
      'messages.is_task',
      'author.handle as author_handle',
    ])
    .where('messages.space_id', '=', spaceId)
    .where('messages.id', '=', id)
    .where('members.account_id', '=', readerId)
    .where('spaces.deleted_at', 'is', null),
)

/**
 * The fields of a parent that a reply needs, for a member of the space. Planning the joins of findMessage costs ten
 * times as much.
 */
export async function findParent(db: Db, of: ParentOf) {
  const [row] = await selectParent(db, of)
  return row
}

export type ParentRow = NonNullable<Awaited<ReturnType<typeof findParent>>>

interface Repeat {
  readonly callerId: string
  readonly key: string
  readonly bodyHash: string
  readonly since: Date
}

/** Whether exactly this post was stored under its key. */
export async function isStored(db: Db, { callerId, key, bodyHash, since }: Repeat): Promise<boolean> {
  const row = await db
    .selectFrom('idempotency')
    .select('key')
    .where('caller_id', '=', callerId)
    .where('key', '=', key)
    .where('body_hash', '=', bodyHash)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}
