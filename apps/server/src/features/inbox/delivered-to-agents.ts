import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** A message that an agent was given and hasn't answered. */
export interface DeliveredToAgent {
  readonly agentId: string
  readonly username: string
  readonly messageId: string
  readonly at: Date
}

/** Messages that agents of a space were given after `since` and haven't answered: the newest `limit`, oldest first. */
export async function deliveredToAgents(
  db: Db,
  spaceId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<DeliveredToAgent[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('accounts', 'accounts.id', 'deliveries.recipient_id')
    .select(['deliveries.recipient_id', 'deliveries.message_id', 'deliveries.at', 'accounts.handle'])
    .where('deliveries.space_id', '=', spaceId)
    .where('deliveries.at', '>', since)
    // worded as the partial index's condition
    .where(sql<boolean>`deliveries.state in ('delivered', 'seen')`)
    .where('accounts.kind', '=', 'agent')
    .orderBy('deliveries.at', 'desc')
    .limit(limit)
    .execute()
  return rows
    .toReversed()
    .flatMap(({ recipient_id: agentId, handle: username, message_id: messageId, at }) =>
      messageId === null ? [] : [{ agentId, username, messageId, at }],
    )
}
