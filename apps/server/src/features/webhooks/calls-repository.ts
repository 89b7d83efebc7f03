/** SQL for webhook calls: one per delivery to an agent. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

/** Whether the agent is in the space: deliveries elsewhere wait until it is there again. */
const isThere = (agentId: string, spaceId: string) => sql<boolean>`
  exists (select from members m where m.account_id = ${sql.ref(agentId)} and m.space_id = ${sql.ref(spaceId)})`
const CALLED_WHERE_IT_IS = isThere('webhook_calls.agent_id', 'webhook_calls.space_id')

/**
 * Inserts a call for each delivery to the agent in its spaces that has none: all undelivered ones, and those that
 * another channel delivered since the webhook was switched on and within the last hour. Returns how many.
 */
export async function insertCalls(
  db: Db,
  agentId: string,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<number> {
  // one query per index: delivered but unacknowledged rows only accumulate
  const oldest = (state: 'stored' | 'delivered', from: Date | '-infinity') => sql`
    select d.id, d.recipient_id, d.space_id, d.reason, d.created_at
    from deliveries d
    where d.recipient_id = ${agentId} and d.state = ${sql.lit(state)} and d.created_at >= ${from}
      and not exists (select from webhook_calls c where c.delivery_id = d.id)
      and ${isThere('d.recipient_id', 'd.space_id')}
    order by d.created_at, d.id
    limit ${limit}
  `
  const { numAffectedRows } = await sql`
    insert into webhook_calls (delivery_id, agent_id, space_id, reason, state, due_at, created_at)
    select o.id, o.recipient_id, o.space_id, o.reason, 'waiting', ${now}, o.created_at
    from ((${oldest('stored', '-infinity')}) union all (${oldest('delivered', since)})) o
    order by o.created_at, o.id
    limit ${limit}
    on conflict do nothing
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** The next due call. */
export function findDue(db: Db, agentId: string, now: Date) {
  return db
    .selectFrom('webhook_calls')
    .select(['delivery_id', 'attempts'])
    .where('agent_id', '=', agentId)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .where(CALLED_WHERE_IT_IS)
    .orderBy('due_at')
    .orderBy('created_at')
    .orderBy('delivery_id')
    .limit(1)
    .executeTakeFirst()
}

/** When the agent's next call is due; null if there is none. */
export async function findNextDue(db: Db, agentId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('webhook_calls')
    .select('due_at')
    .where('agent_id', '=', agentId)
    .where('state', '=', 'waiting')
    .where(CALLED_WHERE_IT_IS)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

export interface Attempt {
  readonly state: 'waiting' | 'delivered' | 'dead' | 'cancelled'
  readonly attempts: number
  readonly dueAt?: Date
  /** Absent: nothing was sent. */
  readonly triedAt?: Date
  readonly status: number | null
  readonly problem: string | null
}

/** False for a call that is no longer pending. */
export async function saveAttempt(tx: Tx, deliveryId: string, attempt: Attempt): Promise<boolean> {
  const { state, attempts, dueAt, triedAt, status, problem } = attempt
  const { numUpdatedRows } = await tx
    .updateTable('webhook_calls')
    .set({
      state,
      attempts,
      status,
      problem,
      ...(dueAt !== undefined && { due_at: dueAt }),
      ...(triedAt !== undefined && { tried_at: triedAt }),
    })
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Postpones a pending call. */
export async function postpone(db: Db, deliveryId: string, dueAt: Date): Promise<void> {
  await db
    .updateTable('webhook_calls')
    .set({ due_at: dueAt })
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Cancels the call if its delivery is no longer pending; otherwise returns false. */
export async function cancelIfOver(db: Db, deliveryId: string, problem: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_calls c set state = 'cancelled', status = null, problem = ${problem}
    where c.delivery_id = ${deliveryId} and c.state = 'waiting' and not exists (
      select from deliveries d where d.id = c.delivery_id and d.state in ('stored', 'delivered'))
  `.execute(db)
  return Number(numAffectedRows ?? 0n) > 0
}

/** Cancels all pending calls, unless another run has taken the lease: what it calls may be newer than the problem. */
export async function cancelAll(
  db: Db,
  agentId: string,
  { lease, problem }: { readonly lease: string; readonly problem: string },
): Promise<void> {
  await db
    .updateTable('webhook_calls')
    .set({ state: 'cancelled', problem })
    .where('agent_id', '=', agentId)
    .where('state', '=', 'waiting')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('agent_webhooks')
          .select('agent_id')
          .where('agent_id', '=', agentId)
          .where('lease', '=', lease),
      ),
    )
    .execute()
}

/** Turns all pending calls into dead letters. */
export async function giveUpAll(tx: Tx, agentId: string, problem: string): Promise<void> {
  await tx
    .updateTable('webhook_calls')
    .set((eb) => ({ state: 'dead', problem: eb.fn.coalesce('problem', eb.val(problem)) }))
    .where('agent_id', '=', agentId)
    .where('state', '=', 'waiting')
    .execute()
}

/** Makes one or all dead letters pending again, from the first attempt on. Returns how many. */
export async function revive(
  tx: Tx,
  agentId: string,
  { deliveryId, now }: { deliveryId: string | undefined; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_calls')
    .set({ state: 'waiting', attempts: 0, due_at: now })
    .where('agent_id', '=', agentId)
    .where('state', '=', 'dead')
    .$if(deliveryId !== undefined, (query) => query.where('delivery_id', '=', deliveryId ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Makes all pending calls due, from the first attempt on. */
export async function restartWaiting(tx: Tx, agentId: string, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_calls')
    .set({ attempts: 0, due_at: now })
    .where('agent_id', '=', agentId)
    .where('state', '=', 'waiting')
    .execute()
}

export async function listCalls(db: Db, agentId: string, limit: number) {
  return db
    .selectFrom('webhook_calls')
    .selectAll()
    .where('agent_id', '=', agentId)
    .orderBy('created_at', 'desc')
    .orderBy('delivery_id', 'desc')
    .limit(limit)
    .execute()
}

export async function countCalls(db: Db, agentId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('webhook_calls')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('agent_id', '=', agentId)
    .groupBy('state')
    .execute()
  return new Map(rows.map(({ state, count }) => [state, count]))
}
