import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export interface InboxRange {
  readonly states?: readonly string[] | undefined
  readonly spaceId?: string | undefined
  /** Older than this row. */
  readonly before?: { readonly at: Date; readonly id: string } | undefined
  readonly limit: number
}

/** The reader's deliveries in its spaces, newest first, without undeliverable and held ones. */
export function listInbox(db: Db, readerId: string, { states, spaceId, before, limit }: InboxRange) {
  let query = db
    .selectFrom('deliveries')
    .innerJoin('members', (join) =>
      join
        .onRef('members.space_id', '=', 'deliveries.space_id')
        .onRef('members.account_id', '=', 'deliveries.recipient_id'),
    )
    .innerJoin('spaces', 'spaces.id', 'deliveries.space_id')
    .select([
      'deliveries.id',
      'deliveries.space_id',
      'deliveries.message_id',
      'deliveries.task_id',
      'deliveries.author_id',
      'deliveries.reason',
      'deliveries.state',
      'deliveries.at',
      'deliveries.created_at',
    ])
    .where('deliveries.recipient_id', '=', readerId)
    .where('deliveries.state', 'not in', ['undeliverable', 'held'])
    .where('spaces.deleted_at', 'is', null)
  if (states !== undefined) query = query.where('deliveries.state', 'in', [...states])
  if (spaceId !== undefined) query = query.where('deliveries.space_id', '=', spaceId)
  if (before !== undefined) {
    query = query.where(
      sql<boolean>`(deliveries.created_at, deliveries.id) < (${before.at}::timestamptz, ${before.id}::uuid)`,
    )
  }
  return query
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .execute()
}
