/** SQL for the connections of agents. */
import { sql } from 'kysely'
import type { ConnectionStep } from '@flockwork/contract/agent-connection'
import type { Db } from '../../platform/database.ts'
import { selectAgents } from '../agents/index.ts'

export function findConnection(db: Db, agentId: string) {
  return db
    .selectFrom('accounts')
    .leftJoin('agent_connections', 'agent_connections.agent_id', 'accounts.id')
    .selectAll('agent_connections')
    .select('accounts.last_active_at')
    .where('accounts.id', '=', agentId)
    .executeTakeFirst()
}

/** How many deliveries the agent hasn't been handed yet, without those in deleted spaces, counted up to `limit`. */
export async function countWaiting(db: Db, agentId: string, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('spaces', 'spaces.id', 'deliveries.space_id')
    .select('deliveries.id')
    .where('spaces.deleted_at', 'is', null)
    .where('recipient_id', '=', agentId)
    // worded as the partial index's condition
    .where(sql<boolean>`state = 'stored'`)
    .limit(limit)
    .execute()
  return rows.length
}

/** The delivery times of unacknowledged deliveries, oldest first. */
export function listHandedOver(db: Db, agentId: string, limit: number) {
  return (
    db
      .selectFrom('deliveries')
      .select('at')
      .where('recipient_id', '=', agentId)
      // worded as the partial index's condition
      .where(sql<boolean>`state in ('stored', 'delivered')`)
      .where('state', '=', 'delivered')
      .orderBy('at')
      .limit(limit)
      .execute()
  )
}

/** The agent's oldest message in the reader's spaces, without deleted ones and task announcements. */
export function findFirstMessage(db: Db, agentId: string, readerId: string) {
  return db
    .selectFrom('members')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('messages')
          .select(['messages.id', 'messages.space_id', 'messages.content', 'messages.created_at'])
          .whereRef('messages.space_id', '=', 'members.space_id')
          .where('messages.author_id', '=', agentId)
          .where('messages.deleted_at', 'is', null)
          .where('messages.is_task', '=', false)
          .orderBy('messages.seq')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['first.id', 'first.space_id', 'first.content', 'first.created_at'])
    .where('members.account_id', '=', readerId)
    .orderBy('first.created_at')
    .limit(1)
    .executeTakeFirst()
}

export interface HandshakeRow {
  readonly agentId: string
  readonly client: string | null
  readonly protocol: string | null
  readonly at: Date
}

/** Sorted rows: two nodes that write the same agents must lock them in the same order. */
export async function saveHandshakes(db: Db, rows: readonly HandshakeRow[]): Promise<void> {
  await db
    .insertInto('agent_connections')
    .values(
      rows.map(({ agentId, client, protocol, at }) => ({
        agent_id: agentId,
        handshake_at: at,
        client,
        protocol,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('agent_id').doUpdateSet(({ ref }) => ({
        handshake_at: ref('excluded.handshake_at'),
        client: ref('excluded.client'),
        protocol: ref('excluded.protocol'),
        // a handshake clears the hint to sign in, but not an error
        error_at: sql<Date | null>`case when agent_connections.error is null then null else agent_connections.error_at end`,
        failed_step: sql<
          string | null
        >`case when agent_connections.error is null then null else agent_connections.failed_step end`,
      })),
    )
    .execute()
}

export interface ErrorRow {
  readonly agentId: string
  readonly step: ConnectionStep
  /** Null for the hint that the client has to sign in, which isn't an error. */
  readonly message: string | null
  readonly at: Date
}

/** Sorted rows, as above. */
export async function saveErrors(db: Db, rows: readonly ErrorRow[]): Promise<void> {
  await db
    .insertInto('agent_connections')
    .values(
      rows.map(({ agentId, step, message, at }) => ({
        agent_id: agentId,
        error_at: at,
        error: message,
        failed_step: step,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('agent_id')
        .doUpdateSet(({ ref }) => ({
          error_at: ref('excluded.error_at'),
          error: ref('excluded.error'),
          failed_step: ref('excluded.failed_step'),
        }))
        // the hint to sign in doesn't replace an error
        .where(sql<boolean>`excluded.error is not null or agent_connections.error is null`),
    )
    .execute()
}

/** The agents that these tokens belong to, revoked ones included. */
export function listTokenAgents(db: Db, hashes: readonly Buffer[]) {
  return db
    .selectFrom('agent_tokens')
    .innerJoin('accounts', 'accounts.id', 'agent_tokens.agent_id')
    .select(['agent_tokens.hash', 'agent_tokens.agent_id', 'agent_tokens.revoked_at'])
    .where('agent_tokens.hash', 'in', [...hashes])
    .where('accounts.status', '<>', 'deleted')
    .execute()
}

export function listAgentsNamed(db: Db, handles: readonly string[]) {
  return db
    .selectFrom('accounts')
    .select(['id', 'handle'])
    .where('kind', '=', 'agent')
    .where('handle', 'in', [...handles])
    .where('status', '<>', 'deleted')
    .execute()
}

/** Returns false while another test of the agent runs. */
export async function beginTest(
  db: Db,
  test: { agentId: string; hash: Buffer; now: Date; expiresAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('connection_tests')
    .values({ agent_id: test.agentId, hash: test.hash, expires_at: test.expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('agent_id')
        .doUpdateSet({ hash: test.hash, expires_at: test.expiresAt })
        .where('connection_tests.expires_at', '<=', test.now),
    )
    .returning('agent_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function endTest(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom('connection_tests').where('hash', '=', hash).execute()
}

/** The agent of a running test, with all columns of an `AgentActor`. Never cached. */
export function findAgentOfTest(db: Db, hash: Buffer, at: Date) {
  return selectAgents(db)
    .innerJoin('connection_tests', 'connection_tests.agent_id', 'agents.account_id')
    .where('connection_tests.hash', '=', hash)
    .where('connection_tests.expires_at', '>', at)
    .executeTakeFirst()
}

/** Deletes the records of deleted agents, and interrupted tests. */
export async function deleteOld(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('connection_tests').where('expires_at', '<=', at).execute()
  await sql`delete from agent_connections c using accounts a where a.id = c.agent_id and a.status = 'deleted'`.execute(
    db,
  )
}
