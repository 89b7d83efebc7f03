import { sql } from 'kysely'
import {
  AGENT_BREAKER_FAILURES,
  AGENT_BREAKER_WINDOW_MS,
  AGENT_LOOP_MESSAGES,
  AGENT_LOOP_SHARE,
} from '@flockwork/contract/limits'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import type { Db, Tx } from '../../../platform/database.ts'
import { shownPauses, type Pauses } from './pauses.ts'

/** The type of every managed agent except the guide. */
export const MANAGED_TYPE = 'cloud_gcp'

function selectControls(db: Db) {
  return db
    .selectFrom('agents')
    .innerJoin('accounts', 'accounts.id', 'agents.account_id')
    .leftJoin('accounts as owner', 'owner.id', 'agents.owner_id')
    .select([
      'accounts.id',
      'accounts.handle',
      'owner.handle as owner_handle',
      'agents.owner_id',
      'agents.agent_type',
      'agents.disabled_by',
      'agents.disabled_reason',
      'agents.pauses',
      'agents.user_hourly_limit',
      'agents.user_daily_limit',
      'agents.agent_hourly_limit',
      'agents.agent_daily_limit',
    ])
    .where('accounts.status', '<>', 'deleted')
}

export type ControlRow = NonNullable<Awaited<ReturnType<typeof findControl>>>

export function findControl(db: Db, id: string) {
  return selectControls(db).where('agents.account_id', '=', id).executeTakeFirst()
}

export function findControlForUpdate(tx: Tx, id: string) {
  return selectControls(tx).where('agents.account_id', '=', id).forUpdate('agents').executeTakeFirst()
}

/** Every managed agent: those that run in the cloud, and the guide. */
export function listManaged(db: Db) {
  return selectManaged(db).execute()
}

export function listManagedForUpdate(tx: Tx) {
  return selectManaged(tx).forUpdate('agents').execute()
}

function selectManaged(db: Db) {
  return selectControls(db)
    .where((where) =>
      where.or([
        where('agents.agent_type', '=', MANAGED_TYPE),
        where.and([where('accounts.handle', '=', GUIDE_HANDLE), where('agents.owner_id', 'is', null)]),
      ]),
    )
    .orderBy('accounts.handle')
}

export async function savePauses(tx: Tx, id: string, pauses: Pauses): Promise<void> {
  const { disabledBy, reason } = shownPauses(pauses)
  await tx
    .updateTable('agents')
    .set({ pauses: JSON.stringify(pauses), disabled_by: disabledBy, disabled_reason: reason })
    .where('account_id', '=', id)
    .execute()
}

export interface Limits {
  readonly user_hourly_limit: number | null
  readonly user_daily_limit: number | null
  readonly agent_hourly_limit: number | null
  readonly agent_daily_limit: number | null
}

export async function saveLimits(tx: Tx, id: string, limits: Limits): Promise<void> {
  await tx.updateTable('agents').set(limits).where('account_id', '=', id).execute()
}

export function findSwitch(db: Db) {
  return db.selectFrom('managed_switch').select(['disabled', 'reason']).executeTakeFirstOrThrow()
}

export function findSwitchForUpdate(tx: Tx) {
  return tx.selectFrom('managed_switch').select(['disabled', 'reason']).forUpdate().executeTakeFirstOrThrow()
}

export async function saveSwitch(tx: Tx, disabled: boolean, reason: string | null): Promise<void> {
  await tx.updateTable('managed_switch').set({ disabled, reason }).execute()
}

/** The reason given when the account muted the agent; `undefined` when it didn't. */
export async function findMute(db: Db, agentId: string, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('agent_mutes')
    .select('reason')
    .where('agent_id', '=', agentId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.reason
}

interface Mute {
  readonly agentId: string
  readonly accountId: string
  readonly reason: string
  readonly at: Date
}

export async function saveMute(tx: Tx, { agentId, accountId, reason, at }: Mute): Promise<void> {
  await tx
    .insertInto('agent_mutes')
    .values({ agent_id: agentId, account_id: accountId, reason, at })
    .onConflict((conflict) => conflict.columns(['agent_id', 'account_id']).doUpdateSet({ reason, at }))
    .execute()
}

/** Returns false when there was none. */
export async function deleteMute(tx: Tx, agentId: string, accountId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('agent_mutes')
    .where('agent_id', '=', agentId)
    .where('account_id', '=', accountId)
    .returning('agent_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Filters agents that a person paused, or whose owner is deactivated. */
export async function listPaused(db: Db, agentIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('agents')
    .innerJoin('accounts', 'accounts.id', 'agents.account_id')
    .leftJoin('accounts as owner', 'owner.id', 'agents.owner_id')
    .select('agents.account_id')
    .where('agents.account_id', 'in', [...agentIds])
    .where((where) =>
      where.or([
        sql<boolean>`cardinality(agents.disabled_by) > 0`,
        where('accounts.status', '<>', 'active'),
        where('owner.status', '<>', 'active'),
      ]),
    )
    .execute()
  return rows.map((row) => row.account_id)
}

interface TripTimes {
  /** Now. */
  readonly at: Date
  /** When a pause that begins now ends. */
  readonly until: Date
}

/** The agents whose breaker is tripped at `at`. */
export function listTripped(db: Db, at: Date) {
  return db
    .selectFrom('agents')
    .select(['account_id', 'breaker_until'])
    .where('breaker_until', '>', at)
    .execute()
}

/** Counts a failure; returns true when it trips the breaker. None counts while the breaker is tripped. */
export async function countFailure(tx: Tx, agentId: string, { at, until }: TripTimes): Promise<boolean> {
  // serialised across all nodes: otherwise two concurrent failures would miss each other
  const agent = await tx
    .selectFrom('agents')
    .select('breaker_until')
    .where('account_id', '=', agentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (agent === undefined || (agent.breaker_until !== null && agent.breaker_until > at)) return false

  const since = new Date(at.getTime() - AGENT_BREAKER_WINDOW_MS)
  await tx.deleteFrom('agent_failures').where('agent_id', '=', agentId).where('at', '<=', since).execute()
  await tx.insertInto('agent_failures').values({ agent_id: agentId, at }).execute()
  const { count } = await tx
    .selectFrom('agent_failures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow()
  if (count < AGENT_BREAKER_FAILURES) return false

  await tx.deleteFrom('agent_failures').where('agent_id', '=', agentId).execute()
  await tx.updateTable('agents').set({ breaker_until: until }).where('account_id', '=', agentId).execute()
  return true
}

/**
 * Trips the breaker of two agents that answer only each other; returns the ids of those that it pauses. Messages count
 * since the last one by a person in their thread or addressed to one of the two. An agent that
 * wrote hardly any is being flooded, not looping, and isn't paused; nor is the guide, which belongs to everyone.
 */
export async function tripLoop(
  db: Db,
  agentId: string,
  otherId: string,
  { at, until }: TripTimes,
): Promise<string[]> {
  const since = new Date(at.getTime() - AGENT_BREAKER_WINDOW_MS)
  const pair = sql`(${agentId}::uuid, ${otherId}::uuid)`
  const { rows } = await sql<{ account_id: string }>`
    with said as (
      select distinct d.space_id, d.message_id, d.author_id, d.root_id, d.seq
      from deliveries d
      where d.recipient_id in ${pair} and d.author_id in ${pair} and d.created_at > ${since}
        and d.reason in ('mention', 'reply')
    ), alone as (
      select author_id, count(*) as written, sum(count(*)) over () as total
      from said
      where not exists (
          select from messages m join accounts a on a.id = m.author_id and a.kind = 'user'
          where m.space_id = said.space_id and m.thread_root_id = said.root_id and m.seq > said.seq)
        and not exists (
          select from deliveries p join accounts a on a.id = p.author_id and a.kind = 'user'
          where p.recipient_id in ${pair} and p.space_id = said.space_id and p.created_at > ${since}
            and p.seq > said.seq)
      group by author_id
    )
    update agents set breaker_until = ${until}
    from alone
    where agents.account_id = alone.author_id and (agents.owner_id is not null or agents.agent_type = ${MANAGED_TYPE})
      and alone.total >= ${AGENT_LOOP_MESSAGES} and alone.written >= ${AGENT_LOOP_SHARE}
      and (agents.breaker_until is null or agents.breaker_until <= ${at})
    returning agents.account_id
  `.execute(db)
  return rows.map((row) => row.account_id)
}
