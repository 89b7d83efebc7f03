import { sql } from 'kysely'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import type { Db, Tx } from '../../../platform/database.ts'
import { shownPauses, type Pauses } from './pauses.ts'

/** Every managed agent but the guide is known by its type. */
const MANAGED_TYPE = 'cloud_gcp'

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

/** Why the account switched the agent off for itself; `undefined` when it didn't. */
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

/** Whether there was one. */
export async function deleteMute(tx: Tx, agentId: string, accountId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('agent_mutes')
    .where('agent_id', '=', agentId)
    .where('account_id', '=', accountId)
    .returning('agent_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Of these, the agents that a person paused, or that are deactivated with their owner. */
export async function listStopped(db: Db, agentIds: readonly string[]): Promise<string[]> {
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
