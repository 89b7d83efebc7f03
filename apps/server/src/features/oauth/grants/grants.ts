/** Listing and revoking grants of programs. Grants are read on every call, never cached. */
import type { ConnectedApp } from '@flockwork/contract/oauth'
import { GRANT_SCOPES, type AgentScope } from '@flockwork/contract/policy/scopes'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Bus } from '../../../platform/bus.ts'
import { wireTime, wireTimeOrNull, type Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import type { GrantFacts } from '../library/provider.ts'
import { deleteExpiredRecords, deleteRecordsOf } from '../library/records.ts'
import * as repository from './repository.ts'

export interface GrantDeps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus
}

/** A live grant: not revoked or expired, its agent and owner active. */
export async function findLiveGrant(
  { db, clock }: Pick<GrantDeps, 'db' | 'clock'>,
  grantId: string,
): Promise<GrantFacts | undefined> {
  const row = await repository.findAgentOfGrant(db, grantId, new Date(clock.now()))
  const isLive = row?.account_status === 'active' && row.owner_status === 'active'
  return isLive ? { agentId: row.account_id, ownerId: row.granted_by } : undefined
}

/** The known ones among `scopes`, in our order. */
export function knownScopes(scopes: Iterable<string>): AgentScope[] {
  const all = new Set(scopes)
  return GRANT_SCOPES.filter((scope) => all.has(scope))
}

/** The programs with a live grant of this person. */
export async function listApps(
  { db, clock }: Pick<GrantDeps, 'db' | 'clock'>,
  accountId: string,
): Promise<ConnectedApp[]> {
  const rows = await repository.listGrants(db, accountId, new Date(clock.now()))
  return rows.map((row) => ({
    id: row.id,
    client_name: row.client_name,
    redirect_host: row.redirect_host,
    agent: { id: row.agent_id, handle: row.agent_handle },
    scopes: knownScopes(row.scopes),
    created_at: wireTime(row.created_at),
    last_used_at: wireTimeOrNull(row.last_used_at),
    expires_at: wireTime(row.expires_at),
  }))
}

/** Revokes a program's access at once on every node. @throws NotFound for an ended grant or another person's. */
export async function disconnect(
  deps: GrantDeps,
  actor: PersonActor,
  id: string,
  once: Once<void>,
): Promise<void> {
  await once(async (tx) => {
    const by = { actorId: actor.accountId, action: 'app_disconnected' }
    const ended = await endIn(deps, tx, { id, ownerId: actor.accountId }, by)
    if (ended.length === 0) throw new NotFound('No such app')
  })
  await publishEnded(deps, [id])
}

/** Ends a grant that its program revoked, or whose token was reused: one of the two users is a thief. */
export async function endGrant(deps: GrantDeps, id: string, isReused: boolean): Promise<void> {
  const by = { actorId: null, action: isReused ? 'app_token_reused' : 'app_disconnected' }
  const ended = await deps.db.transaction().execute((tx) => endIn(deps, tx, { id }, by))
  await deleteRecordsOf(deps.db, [id])
  await publishEnded(deps, ended)
}

/** Returns the ids of the grants that ended. */
async function endIn(
  { clock }: Pick<GrantDeps, 'clock'>,
  tx: Tx,
  filter: repository.GrantFilter,
  by: { readonly actorId: string | null; readonly action: string },
): Promise<string[]> {
  const ended = await repository.revokeGrants(tx, filter, new Date(clock.now()))
  const ids = ended.map(({ id }) => id)
  await deleteRecordsOf(tx, ids)
  for (const { agent_id: id, agent_handle: name, client_name: app } of ended) {
    await audit(tx, clock, { ...by, target: { type: 'agent', id, name }, after: { app } })
  }
  return ids
}

async function publishEnded({ bus }: GrantDeps, ids: readonly string[]): Promise<void> {
  await bus.publish(ids.map((grantId) => ({ kind: 'grant_ended', grantId })))
}

/**
 * Ends the grants of a person or of agents, in the transaction that ends these. Their streams and waits are ended by
 * the account's message on the bus.
 */
export async function endGrantsOf(
  deps: Pick<GrantDeps, 'clock'>,
  tx: Tx,
  whose: { readonly ownerId: string } | { readonly agentIds: readonly string[] },
): Promise<void> {
  await endIn(deps, tx, whose, { actorId: null, action: 'app_disconnected' })
}

/** Longer than any of their access tokens is valid. */
const ENDED_RETENTION_MS = 24 * 60 * 60 * 1000

/** Deletes expired records and grants that ended long enough ago. */
export async function pruneGrants({ db, clock }: Pick<GrantDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - ENDED_RETENTION_MS)
  await deleteExpiredRecords(db, new Date(clock.now()))
  await repository.deleteEndedGrants(db, before)
}
