/** The tokens of an agent as its owner handles them: issued, listed, revoked (docs/rules/agents.md#tokens). */
import { AGENT_TOKENS_MAX } from '@flockwork/contract/limits'
import type { AgentToken } from '@flockwork/contract/agents'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { wireTime, wireTimeOrNull, type Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import type { StoreKey } from '../../../platform/idempotency.ts'
import { orderedId } from '../../../platform/ids.ts'
import { sha256 } from '../../../platform/secrets.ts'
import { mcpConfig } from './mcp-config.ts'
import { noSuchAgent, requireOwn } from '../reading/agents.ts'
import { lockAgent } from '../repository.ts'
import type { AgentServices } from '../services.ts'
import * as repository from './repository.ts'
import { tokenToRevoke } from './eviction.ts'
import { makeToken } from './token-format.ts'

/** Issues a token and answers it; nothing but its hash is kept. */
export async function issueToken({ clock }: { clock: Clock }, tx: Tx, agentId: string): Promise<string> {
  const id = orderedId(clock.now())
  const token = makeToken(id)
  await repository.insertToken(tx, { id, agentId, hash: sha256(token), at: new Date(clock.now()) })
  return token
}

/** Ends every token of an agent that comes in by other credentials. */
export async function endTokensOf(
  { db, clock }: Pick<AgentServices, 'db' | 'clock'>,
  id: string,
): Promise<void> {
  await db.transaction().execute((tx) => repository.revokeTokensOf(tx, [id], new Date(clock.now())))
}

/** Issues a new token and ends all others. @throws NotFound, Forbidden for another person's agent. */
export async function regenerateToken(
  services: AgentServices,
  actor: PersonActor,
  id: string,
  keep: StoreKey,
) {
  const { db, clock, publicUrl } = services
  const { handle } = await requireOwn(services, actor, id)
  const token = await db.transaction().execute(async (tx) => {
    await keep(tx)
    if ((await lockAgent(tx, id)) === undefined) throw noSuchAgent()
    await repository.revokeTokensOf(tx, [id], new Date(clock.now()))
    await note(services, tx, actor, { id, handle }, 'agent_tokens_replaced')
    return issueToken(services, tx, id)
  })
  await services.invalidateAccount(id)
  return { agent_token: token, mcp_config: mcpConfig(publicUrl(), handle, token) }
}

/**
 * Issues one more token; the others stay valid, up to so many.
 * @throws NotFound, Forbidden for another person's agent, Conflict when all that there may be are in use.
 */
export async function issueConfig(services: AgentServices, actor: PersonActor, id: string) {
  const { db, publicUrl } = services
  const { handle } = await requireOwn(services, actor, id)
  const { token, revokedId } = await db.transaction().execute(async (tx) => {
    if ((await lockAgent(tx, id)) === undefined) throw noSuchAgent()
    const made = await makeRoom(services, tx, id)
    await note(services, tx, actor, { id, handle }, 'agent_token_issued')
    return { token: await issueToken(services, tx, id), revokedId: made }
  })
  if (revokedId !== undefined) await services.invalidateAccount(id)
  return { agent_name: handle, api_token: token, mcp_config: mcpConfig(publicUrl(), handle, token) }
}

/** Answers which token had to go, if any. */
async function makeRoom({ clock }: { clock: Clock }, tx: Tx, agentId: string): Promise<string | undefined> {
  const live = await repository.listTokens(tx, agentId)
  if (live.length < AGENT_TOKENS_MAX) return undefined
  const revokedId = tokenToRevoke(live, clock.now())
  if (revokedId === undefined) {
    throw new Conflict(
      `This agent has ${AGENT_TOKENS_MAX} tokens, and all were used within the last 24 hours. Revoke one first.`,
    )
  }
  await repository.revokeToken(tx, agentId, revokedId, new Date(clock.now()))
  return revokedId
}

/** The live tokens, the newest first. @throws NotFound, Forbidden for another person's agent. */
export async function listTokens(
  services: AgentServices,
  actor: PersonActor,
  id: string,
): Promise<AgentToken[]> {
  await requireOwn(services, actor, id)
  const rows = await repository.listTokens(services.db, id)
  return rows.map((row) => ({
    id: row.id,
    created_at: wireTime(row.created_at),
    last_used_at: wireTimeOrNull(row.last_used_at),
  }))
}

/**
 * Ends one token at once: what is open with it is closed.
 * @throws NotFound, also for a token that was revoked already; Forbidden for another person's agent.
 */
export async function revokeToken(
  services: AgentServices,
  actor: PersonActor,
  { id, tokenId }: { id: string; tokenId: string },
  keep: StoreKey,
): Promise<void> {
  const { db, clock } = services
  const { handle } = await requireOwn(services, actor, id)
  await db.transaction().execute(async (tx) => {
    await keep(tx)
    const isRevoked = await repository.revokeToken(tx, id, tokenId, new Date(clock.now()))
    if (!isRevoked) throw new NotFound('No such token')
    await note(services, tx, actor, { id, handle }, 'agent_token_revoked')
  })
  await services.invalidateAccount(id)
}

function note(
  { clock }: { clock: Clock },
  tx: Tx,
  actor: PersonActor,
  agent: { id: string; handle: string },
  action: string,
): Promise<void> {
  const target = { type: 'agent', id: agent.id, name: agent.handle }
  return audit(tx, clock, { actorId: actor.accountId, action, target })
}
