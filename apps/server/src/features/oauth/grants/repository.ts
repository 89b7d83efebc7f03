/** SQL for grants. */
import type { AgentScope } from '@flockwork/contract/policy/scopes'
import { NO_ORIGIN, originColumns } from '../../../platform/credential-origin.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { preparedQuery } from '../../../platform/prepared-query.ts'
import { selectAgents } from '../../agents/index.ts'
import type { ActivePerson } from '../../auth/index.ts'

export interface NewGrant {
  readonly id: string
  readonly ownerId: string
  readonly agentId: string
  readonly clientId: string
  readonly clientName: string
  readonly redirectHost: string | null
  readonly scopes: readonly AgentScope[]
  readonly maker: ActivePerson
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertGrant(tx: Tx, grant: NewGrant): Promise<void> {
  await tx
    .insertInto('oauth_grants')
    .values({
      id: grant.id,
      owner_id: grant.ownerId,
      agent_id: grant.agentId,
      client_id: grant.clientId,
      client_name: grant.clientName,
      redirect_host: grant.redirectHost,
      scopes: [...grant.scopes],
      created_at: grant.createdAt,
      ...originColumns(grant.maker),
      expires_at: grant.expiresAt,
    })
    .execute()
}

const selectAgentOfGrant = preparedQuery((db, { grantId, at }: { grantId: string; at: Date }) =>
  selectAgents(db)
    .innerJoin('oauth_grants', 'oauth_grants.agent_id', 'agents.account_id')
    .select([
      'oauth_grants.owner_id as granted_by',
      'oauth_grants.last_used_at as grant_used_at',
      'oauth_grants.scopes as grant_scopes',
    ])
    .where('oauth_grants.id', '=', grantId)
    .where('oauth_grants.revoked_at', 'is', null)
    .where('oauth_grants.expires_at', '>', at),
)

/** The agent of a live grant, with the data of its actor. Never cached. */
export async function findAgentOfGrant(db: Db, grantId: string, at: Date) {
  const [row] = await selectAgentOfGrant(db, { grantId, at })
  return row
}

/** The person and session that approved a live grant, locked until the commit. Lock the person first. */
export function lockGrant(tx: Tx, id: string, at: Date) {
  return tx
    .selectFrom('oauth_grants')
    .select(['owner_id', 'made_in_session'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .forUpdate()
    .executeTakeFirst()
}

export async function touchGrant(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('oauth_grants').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** A person's live grants, the newest first. */
export function listGrants(db: Db, ownerId: string, at: Date) {
  return db
    .selectFrom('oauth_grants')
    .innerJoin('accounts', 'accounts.id', 'oauth_grants.agent_id')
    .selectAll('oauth_grants')
    .select('accounts.handle as agent_handle')
    .where('oauth_grants.owner_id', '=', ownerId)
    .where('oauth_grants.revoked_at', 'is', null)
    .where('oauth_grants.expires_at', '>', at)
    .where('accounts.status', '<>', 'deleted')
    .orderBy('oauth_grants.created_at', 'desc')
    .execute()
}

export interface EndedGrant {
  readonly id: string
  readonly agent_id: string
  readonly agent_handle: string
  readonly client_name: string
}

export type GrantFilter =
  | { readonly id: string; readonly ownerId?: string }
  | { readonly ownerId: string }
  | { readonly agentIds: readonly string[] }

/** Ends live grants. Returns them. */
export async function revokeGrants(db: Db, filter: GrantFilter, at: Date): Promise<EndedGrant[]> {
  let query = db
    .updateTable('oauth_grants')
    .set({ revoked_at: at, ...NO_ORIGIN })
    .where('revoked_at', 'is', null)
  if ('id' in filter) query = query.where('id', '=', filter.id)
  if ('ownerId' in filter && filter.ownerId !== undefined)
    query = query.where('owner_id', '=', filter.ownerId)
  if ('agentIds' in filter) query = query.where('agent_id', 'in', [...filter.agentIds])
  const ended = await query.returning(['id', 'agent_id', 'client_name']).execute()
  if (ended.length === 0) return []
  const ids = ended.map((row) => row.agent_id)
  const agents = await db.selectFrom('accounts').select(['id', 'handle']).where('id', 'in', ids).execute()
  const handles = new Map(agents.map(({ id, handle }) => [id, handle]))
  return ended.map((row) => ({ ...row, agent_handle: handles.get(row.agent_id) ?? '' }))
}

export function listOwnAgents(db: Db, ownerId: string) {
  return selectAgents(db).where('agents.owner_id', '=', ownerId).orderBy('accounts.handle').execute()
}

/** The account with this handle, including deleted ones. */
export function findHandle(db: Db, handle: string) {
  return db
    .selectFrom('handles')
    .leftJoin('agents', 'agents.account_id', 'handles.account_id')
    .leftJoin('accounts', 'accounts.id', 'handles.account_id')
    .select(['handles.handle', 'agents.owner_id', 'accounts.status'])
    .where('handles.handle', '=', handle)
    .executeTakeFirst()
}

export async function deleteEndedGrants(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('oauth_grants')
    .where(({ or, eb }) => or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
    .execute()
}
