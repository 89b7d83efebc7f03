/** SQL for the webhooks of agents. */
import { sql } from 'kysely'
import type { PersonActor } from '../../platform/actor.ts'
import { originColumns, NO_ORIGIN } from '../../platform/credential-origin.ts'
import type { Db, Tx } from '../../platform/database.ts'

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

export function findWebhook(db: Db, agentId: string) {
  return db.selectFrom('agent_webhooks').selectAll().where('agent_id', '=', agentId).executeTakeFirst()
}

/** Null for an agent without an owner. */
export async function findOwner(db: Db, agentId: string): Promise<string | null> {
  const row = await db
    .selectFrom('agents')
    .select('owner_id')
    .where('account_id', '=', agentId)
    .executeTakeFirst()
  return row?.owner_id ?? null
}

export async function lockWebhook(tx: Tx, agentId: string): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom('agent_webhooks')
    .selectAll()
    .where('agent_id', '=', agentId)
    .forUpdate()
    .executeTakeFirst()
}

/** False if there is one already: another call was faster. */
export async function insertWebhook(
  tx: Tx,
  {
    agentId,
    url,
    secret,
    isOn,
    at,
  }: { agentId: string; url: string; secret: string; isOn: boolean; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('agent_webhooks')
    .values({ agent_id: agentId, url, secret, is_on: isOn, on_since: at, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Resets its failures, because the owner has reviewed it. */
export async function saveWebhook(
  tx: Tx,
  agentId: string,
  { url, isOn, onSince }: { url: string; isOn: boolean; onSince: Date },
): Promise<void> {
  await tx
    .updateTable('agent_webhooks')
    .set({
      url,
      is_on: isOn,
      on_since: onSince,
      ended_why: null,
      ended_at: null,
      failures: 0,
      failing_since: null,
      held_until: null,
    })
    .where('agent_id', '=', agentId)
    .execute()
}

export async function saveSecret(
  tx: Tx,
  agentId: string,
  { secret, oldUntil }: { secret: string; oldUntil: Date },
): Promise<void> {
  await tx
    .updateTable('agent_webhooks')
    .set((eb) => ({ old_secret: eb.ref('secret'), old_secret_until: oldUntil, secret }))
    .where('agent_id', '=', agentId)
    .execute()
}

export async function deleteWebhook(tx: Tx, agentId: string): Promise<boolean> {
  // the webhook before its calls, as everywhere
  await lockWebhook(tx, agentId)
  await tx.deleteFrom('webhook_calls').where('agent_id', '=', agentId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('agent_webhooks')
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Acquires the lease of a webhook that is on; `undefined` while another job holds it. */
export async function takeLease(
  db: Db,
  agentId: string,
  { lease, now, until }: { lease: string; now: Date; until: Date },
): Promise<WebhookRow | undefined> {
  return db
    .updateTable('agent_webhooks')
    .set({ lease, leased_until: until })
    .where('agent_id', '=', agentId)
    .where('is_on', '=', true)
    .where((eb) =>
      eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now), eb('lease', '=', lease)]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Whether to add a job for that time: the webhook is on, and none is planned earlier. */
export async function planWake(
  tx: Tx,
  agentId: string,
  { now, at }: { now: Date; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('agent_webhooks')
    .set({ wakes_at: at })
    .where('agent_id', '=', agentId)
    .where('is_on', '=', true)
    .where((eb) => eb.or([eb('wakes_at', 'is', null), eb('wakes_at', '<=', now), eb('wakes_at', '>', at)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function endLease(
  tx: Tx,
  agentId: string,
  { lease, wakesAt }: { lease: string; wakesAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('agent_webhooks')
    .set({ lease: null, leased_until: null, wakes_at: wakesAt })
    .where('agent_id', '=', agentId)
    .where('lease', '=', lease)
    .execute()
}

export async function markWorking(tx: Tx, agentId: string): Promise<void> {
  await tx
    .updateTable('agent_webhooks')
    .set({ failures: 0, failing_since: null, held_until: null })
    .where('agent_id', '=', agentId)
    .execute()
}

export async function markFailing(
  tx: Tx,
  agentId: string,
  { failures, failingSince, heldUntil }: { failures: number; failingSince: Date; heldUntil: Date },
): Promise<void> {
  await tx
    .updateTable('agent_webhooks')
    .set({ failures, failing_since: failingSince, held_until: heldUntil })
    .where('agent_id', '=', agentId)
    .execute()
}

/** Prevents attempts before `until`. */
export async function hold(db: Db, agentId: string, until: Date): Promise<void> {
  await db.updateTable('agent_webhooks').set({ held_until: until }).where('agent_id', '=', agentId).execute()
}

/** Switches it off automatically. */
export async function markEnded(tx: Tx, agentId: string, why: string, at: Date): Promise<void> {
  await tx
    .updateTable('agent_webhooks')
    .set({ is_on: false, ended_why: why, ended_at: at, ...NO_ORIGIN })
    .where('agent_id', '=', agentId)
    .execute()
}

/** The webhooks of a person's agents that were set, or switched off by the server, since `since`. */
export function listChanged(db: Db, ownerId: string, since: Date) {
  return db
    .selectFrom('agent_webhooks')
    .innerJoin('agents', 'agents.account_id', 'agent_webhooks.agent_id')
    .innerJoin('accounts', 'accounts.id', 'agents.account_id')
    .select([
      'agent_webhooks.agent_id',
      'agent_webhooks.url',
      'agent_webhooks.is_on',
      'agent_webhooks.set_at',
      'agent_webhooks.made_in_session',
      'agent_webhooks.made_by_ip',
      'agent_webhooks.made_by_user_agent',
      'agent_webhooks.ended_at',
      'accounts.handle',
    ])
    .where('agents.owner_id', '=', ownerId)
    .where((eb) =>
      eb.or([eb('agent_webhooks.ended_at', '>', since), eb('agent_webhooks.set_at', '>', since)]),
    )
    .where('accounts.status', '<>', 'deleted')
    .execute()
}

/** Locks the webhooks of a person's agents that are on; returns the agents. */
export async function lockOn(tx: Tx, ownerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('agent_webhooks')
    .innerJoin('agents', 'agents.account_id', 'agent_webhooks.agent_id')
    .select('agent_webhooks.agent_id')
    .where('agents.owner_id', '=', ownerId)
    .where('agent_webhooks.is_on', '=', true)
    .orderBy('agent_webhooks.agent_id')
    .forUpdate('agent_webhooks')
    .execute()
  return rows.map((row) => row.agent_id)
}

/** Saves the origin of the call that set its URL. */
export async function saveOrigin(tx: Tx, agentId: string, actor: PersonActor, at: Date): Promise<void> {
  await tx
    .updateTable('agent_webhooks')
    .set({ set_at: at, ...originColumns(actor) })
    .where('agent_id', '=', agentId)
    .execute()
}

/** The agents with due calls that no job works on, longest overdue first: a lost job's leftovers. */
export async function listOverdue(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ agent_id: string }>`
    select w.agent_id from agent_webhooks w
    where w.is_on and coalesce(w.leased_until, '-infinity') <= ${now} and coalesce(w.held_until, '-infinity') <= ${now}
      and (
        exists (
          select from webhook_calls c join members m on m.account_id = c.agent_id and m.space_id = c.space_id
          where c.agent_id = w.agent_id and c.state = 'waiting' and c.due_at <= ${now})
        or exists (
          select from deliveries d join members m on m.account_id = d.recipient_id and m.space_id = d.space_id
          where d.recipient_id = w.agent_id and d.state = 'stored'
            and not exists (select from webhook_calls c where c.delivery_id = d.id))
      )
    order by w.wakes_at nulls first, w.agent_id
    limit ${limit}
  `.execute(db)
  return rows.map((row) => row.agent_id)
}

/** Deletes the webhooks of deleted agents, and old calls. */
export async function deleteOld(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('webhook_calls')
    .where('created_at', '<', before)
    .where('state', '<>', 'waiting')
    .execute()
  // calls for an agent that didn't return to the space
  await sql`
    delete from webhook_calls c
    where c.created_at < ${before} and c.state = 'waiting' and not exists (
      select from deliveries d where d.id = c.delivery_id and d.state in ('stored', 'delivered'))
  `.execute(db)
  const deleted = db
    .selectFrom('agent_webhooks')
    .innerJoin('accounts', 'accounts.id', 'agent_webhooks.agent_id')
    .select('agent_webhooks.agent_id')
    .where('accounts.status', '=', 'deleted')
  await db.deleteFrom('webhook_calls').where('agent_id', 'in', deleted).execute()
  await db.deleteFrom('agent_webhooks').where('agent_id', 'in', deleted).execute()
}
