import { sql } from 'kysely'
import { NO_ORIGIN, originColumns } from '../../../platform/credential-origin.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { preparedQuery } from '../../../platform/prepared-query.ts'
import type { CredentialMaker } from '../../auth/index.ts'
import { selectAgents } from '../select-agents.ts'

/** Clears the origin and the name, which may identify a machine: nobody needs them after the end. */
const ENDED = { name: null, ...NO_ORIGIN }

export async function insertToken(
  tx: Tx,
  token: { id: string; agentId: string; name: string | null; hash: Buffer; at: Date; maker: CredentialMaker },
): Promise<void> {
  await tx
    .insertInto('agent_tokens')
    .values({
      id: token.id,
      agent_id: token.agentId,
      name: token.name,
      hash: token.hash,
      created_at: token.at,
      ...originColumns(token.maker),
    })
    .execute()
}

/** The live tokens of a person's agents that were created since then. */
export function listTokensMadeSince(db: Db, ownerId: string, since: Date) {
  return db
    .selectFrom('agent_tokens')
    .innerJoin('agents', 'agents.account_id', 'agent_tokens.agent_id')
    .innerJoin('accounts', 'accounts.id', 'agents.account_id')
    .select([
      'agent_tokens.id',
      'agent_tokens.created_at',
      'agent_tokens.made_in_session',
      'agent_tokens.made_by_ip',
      'agent_tokens.made_by_user_agent',
      'agent_tokens.agent_id',
      'accounts.handle as agent_handle',
    ])
    .where('agents.owner_id', '=', ownerId)
    .where('agent_tokens.revoked_at', 'is', null)
    .where('agent_tokens.made_in_session', 'is not', null)
    .where('agent_tokens.created_at', '>', since)
    .where('accounts.status', '<>', 'deleted')
    .execute()
}

const selectByTokens = preparedQuery((db, { hashes }: { hashes: readonly Buffer[] }) =>
  selectAgents(db)
    .innerJoin('agent_tokens', 'agent_tokens.agent_id', 'agents.account_id')
    .select(['agent_tokens.id as token_id', 'agent_tokens.hash as token_hash'])
    .where('agent_tokens.hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('agent_tokens.revoked_at', 'is', null),
)

/** The agent of each hash of a live token, in the order of the hashes; `undefined` for others. Never cached. */
export async function findByTokens(db: Db, hashes: readonly Buffer[]) {
  const rows = await selectByTokens(db, { hashes })
  const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]))
  return hashes.map((hash) => byHash.get(hash.toString('hex')))
}

/** Revokes every token of these agents. */
export async function revokeTokensOf(tx: Tx, agentIds: readonly string[], at: Date): Promise<void> {
  if (agentIds.length === 0) return
  await tx
    .updateTable('agent_tokens')
    .set({ revoked_at: at, ...ENDED })
    .where('agent_id', 'in', [...agentIds])
    .where('revoked_at', 'is', null)
    .execute()
}

/** Returns false if there is no such token, or it was revoked already. */
export async function revokeToken(tx: Tx, agentId: string, id: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('agent_tokens')
    .set({ revoked_at: at, ...ENDED })
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The live tokens, the newest first. */
export function listTokens(db: Db, agentId: string) {
  return db
    .selectFrom('agent_tokens')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('agent_id', '=', agentId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
