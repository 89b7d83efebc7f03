import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export interface RunKey {
  readonly agentId: string
  readonly messageId: string
}

/** Starts a run, or resumes one of a dead process, which can be stopped again; returns its state. */
export async function beginRun(
  db: Db,
  { agentId, messageId, spaceId, at }: RunKey & { readonly spaceId: string; readonly at: Date },
) {
  await db
    .insertInto('model_runs')
    .values({
      agent_id: agentId,
      message_id: messageId,
      space_id: spaceId,
      state: 'running',
      started_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['agent_id', 'message_id'])
        .doUpdateSet({ ended_at: null })
        .where('model_runs.state', '=', 'running'),
    )
    .execute()
  return db
    .selectFrom('model_runs')
    .leftJoin('accounts', 'accounts.id', 'model_runs.stopped_by')
    .select(['model_runs.state', 'accounts.handle as stopped_by'])
    .where('agent_id', '=', agentId)
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow()
}

/** Marks that its answer is about to be posted: from here on it can't be stopped. Returns false if it isn't running. */
export async function claimPost(db: Db, { agentId, messageId }: RunKey, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('model_runs')
    .set({ ended_at: at })
    .where('agent_id', '=', agentId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A run that was stopped meanwhile stays stopped. */
export async function endRun(db: Db, { agentId, messageId }: RunKey, at: Date): Promise<void> {
  await db
    .updateTable('model_runs')
    .set({ state: 'answered', ended_at: at })
    .where('agent_id', '=', agentId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'running')
    .execute()
}

/** Forgets a run whose answer nobody needs, so that it can't be stopped any more. */
export async function dropRun(db: Db, { agentId, messageId }: RunKey): Promise<void> {
  await db
    .deleteFrom('model_runs')
    .where('agent_id', '=', agentId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'running')
    .execute()
}

/** Returns false if it isn't running, or its answer is being posted. */
export async function stopRun(
  tx: Tx,
  { agentId, messageId }: RunKey,
  by: string,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('model_runs')
    .set({ state: 'stopped', stopped_by: by, ended_at: at })
    .where('agent_id', '=', agentId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'running')
    .where('ended_at', 'is', null)
    .returning('agent_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findStop(db: Db, { agentId, messageId }: RunKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('model_runs')
    .innerJoin('accounts', 'accounts.id', 'model_runs.stopped_by')
    .select('accounts.handle')
    .where('agent_id', '=', agentId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'stopped')
    .executeTakeFirst()
  return row?.handle
}

/** Whether the person may stop the run: the message's author, the agent's owner and admins of the space may. */
export async function mayStop(
  db: Db,
  { agentId, messageId }: RunKey,
  { spaceId, personId }: { readonly spaceId: string; readonly personId: string },
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (select from messages where space_id = ${spaceId} and id = ${messageId} and author_id = ${personId})
      or exists (select from agents where account_id = ${agentId} and owner_id = ${personId})
      or exists (select from members where space_id = ${spaceId} and account_id = ${personId} and role = 'admin') as may
  `.execute(db)
  return rows[0]?.may === true
}

/** Whether the message is still there, and the agent has not answered it. */
export async function awaitsAnswer(
  db: Db,
  { agentId, messageId }: RunKey,
  spaceId: string,
): Promise<boolean> {
  const { rows } = await sql<{ awaits: boolean }>`
    select exists (
      select from messages asked
      where asked.space_id = ${spaceId} and asked.id = ${messageId} and asked.deleted_at is null
        and not exists (
          select from messages answer
          where answer.space_id = asked.space_id
            and answer.thread_root_id = coalesce(asked.thread_root_id, asked.id)
            and answer.parent_id = asked.id and answer.author_id = ${agentId}
        )
    ) as awaits
  `.execute(db)
  return rows[0]?.awaits === true
}

/** The person who started the message's chain, and the task whose thread it is in. */
export async function findOrigin(
  db: Db,
  spaceId: string,
  messageId: string,
): Promise<{ personId: string | null; taskId: string | null }> {
  const { rows } = await sql<{ person_id: string | null; task_id: string | null }>`
    select (
        select a.id from (
          select author_id from messages where id = coalesce(m.chain_id, m.id)
          union all
          select author_id from deliveries where id = m.chain_id
        ) began
        join accounts a on a.id = began.author_id and a.kind = 'user' limit 1
      ) as person_id,
      (select t.id from tasks t where t.space_id = m.space_id and t.message_id = coalesce(m.thread_root_id, m.id) limit 1)
        as task_id
    from messages m
    where m.space_id = ${spaceId} and m.id = ${messageId}
  `.execute(db)
  const [row] = rows
  return { personId: row?.person_id ?? null, taskId: row?.task_id ?? null }
}

export async function deleteRunsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('model_runs').where('started_at', '<', before).execute()
}
