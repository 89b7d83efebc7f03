import { sql } from 'kysely'
import { PRESENCE_ACTIVE_MS } from '@flockwork/contract/limits'
import type { Db } from '../../../platform/database.ts'

/** A person's agent that acted. */
export interface Acted {
  readonly id: string
  readonly wasActive: boolean
}

/** Notes that these accounts act; answers the people's agents among them. */
export async function touchAccounts(db: Db, ids: readonly string[], at: Date): Promise<Acted[]> {
  const activeSince = new Date(at.getTime() - PRESENCE_ACTIVE_MS)
  const { rows } = await sql<{ id: string; was_active: boolean }>`
    with before as materialized (
      select id, last_active_at from accounts where id = any(${[...ids]}::uuid[])
    ), touched as (
      update accounts set last_active_at = ${at}
      -- not one whose last call was its own deletion
      where id = any(${[...ids]}::uuid[]) and status <> 'deleted'
    )
    select id, coalesce(last_active_at > ${activeSince}, false) as was_active
    from before join agents on agents.account_id = id and agents.owner_id is not null
  `.execute(db)
  return rows.map(({ id, was_active: wasActive }) => ({ id, wasActive }))
}

/** Where these agents are, and when they were last active. Of private ones their spaces aren't told. */
export async function listPlaces(db: Db, agentIds: readonly string[]) {
  return db
    .selectFrom('accounts')
    .innerJoin('agents', 'agents.account_id', 'accounts.id')
    .innerJoin('members', 'members.account_id', 'accounts.id')
    .select(['accounts.id as agent_id', 'accounts.handle as username', 'accounts.last_active_at'])
    .select('members.space_id')
    .where('accounts.id', 'in', [...agentIds])
    .where('agents.visibility', '<>', 'private')
    .execute()
}
