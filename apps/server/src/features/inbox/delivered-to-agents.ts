import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** A message that was delivered to an agent and not answered yet. */
export interface DeliveredToAgent {
  readonly agentId: string
  readonly username: string
  readonly messageId: string
  readonly at: Date
}

const DELIVERED_AT = sql<Date>`coalesce(deliveries.delivered_at, deliveries.at)`

/**
 * Unanswered messages delivered to agents of a space after `since`: the newest `limit`, oldest first. Without those that
 * an agent run by the server has seen: it will not answer them.
 */
export async function deliveredToAgents(
  db: Db,
  spaceId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<DeliveredToAgent[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('accounts', 'accounts.id', 'deliveries.recipient_id')
    .innerJoin('agents', 'agents.account_id', 'deliveries.recipient_id')
    .select(['deliveries.recipient_id', 'deliveries.message_id', 'accounts.handle', DELIVERED_AT.as('at')])
    .where('deliveries.space_id', '=', spaceId)
    // implied by the delivery time, and in the index
    .where('deliveries.at', '>', since)
    .where(DELIVERED_AT, '>', since)
    // worded as the partial index's condition
    .where(sql<boolean>`deliveries.state in ('delivered', 'seen')`)
    .where((eb) => eb.or([eb('deliveries.state', '=', 'delivered'), eb('agents.owner_id', 'is not', null)]))
    .orderBy(DELIVERED_AT, 'desc')
    .limit(limit)
    .execute()
  return rows
    .toReversed()
    .flatMap(({ recipient_id: agentId, handle: username, message_id: messageId, at }) =>
      messageId === null ? [] : [{ agentId, username, messageId, at }],
    )
}
