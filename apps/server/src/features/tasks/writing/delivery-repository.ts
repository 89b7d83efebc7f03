import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import type { EndedDelivery, ShownDelivery } from '../../messages/index.ts'

const CHANGED = sql`
  d.id, d.message_id, d.task_id, d.author_id, d.recipient_id, a.kind as recipient_kind, a.handle as recipient_handle,
  d.reason, d.state, d.why, d.at
`

type ChangedRow = ShownDelivery & { readonly author_id: string }

type WithdrawnRow = ChangedRow & EndedDelivery

/** An account's action on a task. */
interface Act {
  readonly taskId: string
  readonly accountId: string
  /** Whether they can do it without having received the delivery. */
  readonly isUnprompted: boolean
}

/** Marks the deliveries to these accounts about these tasks, pairwise, as answered by their actions. */
export async function markAnswered(
  tx: Tx,
  spaceId: string,
  acts: readonly Act[],
  at: Date,
): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    update deliveries d set state = 'answered', at = ${at}
    from accounts a, unnest(
      ${acts.map(({ taskId }) => taskId)}::uuid[],
      ${acts.map(({ accountId }) => accountId)}::uuid[],
      ${acts.map(({ isUnprompted }) => isUnprompted)}::boolean[]
    ) as act(task_id, account_id, is_unprompted)
    where a.id = d.recipient_id and d.space_id = ${spaceId} and d.task_id = act.task_id
      and d.recipient_id = act.account_id
      and (d.state in ('delivered', 'seen') or d.state = 'stored' and not act.is_unprompted)
    returning ${CHANGED}
  `.execute(tx)
  return rows
}

/** Withdraws an account's unread deliveries about a task. */
export async function withdraw(
  tx: Tx,
  { spaceId, taskId, recipientId }: { spaceId: string; taskId: string; recipientId: string | null },
  { why, at }: { why: string; at: Date },
): Promise<WithdrawnRow[]> {
  const { rows } = await sql<WithdrawnRow>`
    update deliveries d set state = 'undeliverable', why = ${why}, at = ${at}
    from accounts a, (
      select id, state as was from deliveries
      where space_id = ${spaceId} and task_id = ${taskId}
        and (${recipientId}::uuid is null or recipient_id = ${recipientId})
        and state in ('stored', 'delivered', 'held')
      for update
    ) found
    where a.id = d.recipient_id and d.id = found.id
    returning ${CHANGED}, found.was, d.space_id, d.chain_id, d.seq
  `.execute(tx)
  return rows
}
