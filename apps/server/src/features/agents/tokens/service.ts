/** The tokens of an agent, issued, listed and revoked by its owner (docs/rules/agents.md#tokens). */
import { AGENT_TOKENS_MAX } from '@flockwork/contract/limits'
import type { AgentConfig, AgentToken } from '@flockwork/contract/agents'
import type { Actor, AgentActor, PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { wireTime, wireTimeOrNull, type Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { orderedId } from '../../../platform/ids.ts'
import { sha256 } from '../../../platform/secrets.ts'
import { writingOf } from '../../guardrails/index.ts'
import { requireActivePerson, type CredentialMaker } from '../../auth/index.ts'
import { noSuchAgent, requireOwn } from '../access.ts'
import { listOwnedIds, lockAgent } from '../repository.ts'
import type { AgentServices } from '../services.ts'
import { tokenToEvict } from './eviction.ts'
import { mcpConfig } from './mcp-config.ts'
import * as repository from './repository.ts'
import { makeToken } from './token-format.ts'

/** The name of a new token; absent or empty: none. */
export type TokenName = string | null | undefined

interface NewToken {
  readonly agentId: string
  readonly name: TokenName
  readonly maker: CredentialMaker
}

/** @throws GuardrailViolation for a secret in the name. */
export async function checkTokenName(
  { guard }: Pick<AgentServices, 'guard'>,
  actor: Actor,
  name: TokenName,
): Promise<void> {
  if (name) await guard(name, writingOf(actor, 'token', null))
}

/** Issues a token and returns it; only its hash is stored. Call `announceCredential` after the commit. */
export async function issueToken({ clock }: { clock: Clock }, tx: Tx, made: NewToken): Promise<string> {
  return (await insertToken({ clock }, tx, made)).token
}

async function insertToken({ clock }: { clock: Clock }, tx: Tx, { name, ...made }: NewToken) {
  const id = orderedId(clock.now())
  const token = makeToken(id)
  const at = new Date(clock.now())
  await repository.insertToken(tx, { ...made, id, name: name || null, hash: sha256(token), at })
  return { id, token }
}

/** Revokes every token of an agent. */
export async function revokeAllTokens(
  { db, clock }: Pick<AgentServices, 'db' | 'clock'>,
  id: string,
): Promise<void> {
  await db.transaction().execute((tx) => repository.revokeTokensOf(tx, [id], new Date(clock.now())))
}

/** The live tokens of a person's agents that were created since then, with their origins. */
export function listTokensMadeSince(db: Db, ownerId: string, since: Date) {
  return repository.listTokensMadeSince(db, ownerId, since)
}

/** Revokes every token of a person's agents, in the transaction that ends their other credentials. */
export async function revokeTokensOfOwner(tx: Tx, ownerId: string, at: Date): Promise<void> {
  await repository.revokeTokensOf(tx, await listOwnedIds(tx, ownerId), at)
}

/** Issues a new token and revokes all others. @throws NotFound, Forbidden for another person's agent. */
export async function regenerateToken(
  services: AgentServices,
  actor: PersonActor,
  { id, name }: { id: string; name: TokenName },
  once: Once<unknown>,
) {
  const { clock, publicUrl } = services
  const { handle } = await requireOwn(services.db, actor, id)
  await checkTokenName(services, actor, name)
  const token = await once(async (tx) => {
    const maker = await requireActivePerson(tx, actor)
    if ((await lockAgent(tx, id)) === undefined) throw noSuchAgent()
    await repository.revokeTokensOf(tx, [id], new Date(clock.now()))
    await auditTokens(services, tx, actor, { id, handle }, 'agent_tokens_replaced')
    return issueToken(services, tx, { agentId: id, name, maker })
  })
  await services.invalidateAccount(id)
  await services.announceCredential(actor.accountId)
  return { agent_token: token, mcp_config: mcpConfig(publicUrl(), handle, token) }
}

/**
 * Issues one more token, within a configuration. Beyond `AGENT_TOKENS_MAX` an unused one is revoked to make room.
 * @throws NotFound, Forbidden for another person's agent, Conflict when all tokens are in use.
 */
export async function issueConfig(
  services: AgentServices,
  actor: PersonActor,
  { id, name }: { id: string; name: TokenName },
  once: Once<unknown>,
): Promise<AgentConfig> {
  const { db, publicUrl } = services
  const { handle } = await requireOwn(db, actor, id)
  await checkTokenName(services, actor, name)
  const issued = await once(async (tx) => {
    const maker = await requireActivePerson(tx, actor)
    return issueOneMore(services, tx, { id, handle, name }, maker)
  })
  await announceIssued(services, actor, id, issued)
  return {
    agent_name: handle,
    api_token: issued.token,
    mcp_config: mcpConfig(publicUrl(), handle, issued.token),
  }
}

/** The result of `issueOneMore`. */
export interface IssuedToken {
  readonly id: string
  readonly token: string
  /** The token that was revoked to make room. */
  readonly evictedId: string | undefined
}

/**
 * Issues one more token, in a transaction; call `announceIssued` after the commit.
 * @throws NotFound, Conflict when all tokens are in use.
 */
export async function issueOneMore(
  services: { clock: Clock },
  tx: Tx,
  agent: { readonly id: string; readonly handle: string; readonly name: TokenName },
  maker: CredentialMaker,
): Promise<IssuedToken> {
  if ((await lockAgent(tx, agent.id)) === undefined) throw noSuchAgent()
  const evictedId = await evictOne(services, tx, maker, agent)
  await auditTokens(services, tx, maker, agent, 'agent_token_issued')
  return { ...(await insertToken(services, tx, { agentId: agent.id, name: agent.name, maker })), evictedId }
}

/** Notifies the owner of the token, and closes connections of an evicted one. */
export async function announceIssued(
  services: AgentServices,
  maker: { readonly accountId: string },
  agentId: string,
  { evictedId }: IssuedToken,
): Promise<void> {
  await services.announceCredential(maker.accountId)
  if (evictedId !== undefined) await services.invalidateAccount(agentId)
}

/** Revokes the token that an agent calls with; connections that use it are closed at once. @throws NotFound */
export async function revokeOwnToken(
  services: AgentServices,
  { accountId: id, username: handle, tokenId }: AgentActor,
  once: Once<void>,
): Promise<void> {
  await once(async (tx) => {
    const at = new Date(services.clock.now())
    if (tokenId === null || !(await repository.revokeToken(tx, id, tokenId, at))) {
      throw new NotFound('No such token')
    }
    await auditTokens(services, tx, { accountId: id }, { id, handle }, 'agent_token_revoked')
  })
  await services.invalidateAccount(id)
}

/** Revokes a token if the agent is at its maximum; returns its id. */
async function evictOne(
  { clock }: { clock: Clock },
  tx: Tx,
  actor: { readonly accountId: string },
  agent: { readonly id: string; readonly handle: string },
): Promise<string | undefined> {
  const live = await repository.listTokens(tx, agent.id)
  if (live.length < AGENT_TOKENS_MAX) return undefined
  const evictedId = tokenToEvict(live, clock.now())
  if (evictedId === undefined) {
    throw new Conflict(
      `This agent has ${AGENT_TOKENS_MAX} tokens, and all were used within the last 24 hours. Revoke one first.`,
    )
  }
  await repository.revokeToken(tx, agent.id, evictedId, new Date(clock.now()))
  await auditTokens({ clock }, tx, actor, agent, 'agent_token_revoked')
  return evictedId
}

/** The live tokens, the newest first. @throws NotFound, Forbidden for another person's agent. */
export async function listTokens(
  services: AgentServices,
  actor: PersonActor,
  id: string,
): Promise<AgentToken[]> {
  await requireOwn(services.db, actor, id)
  const rows = await repository.listTokens(services.db, id)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    created_at: wireTime(row.created_at),
    last_used_at: wireTimeOrNull(row.last_used_at),
  }))
}

/**
 * Revokes one token; connections that use it are closed at once.
 * @throws NotFound, also for a token that was revoked already; Forbidden for another person's agent.
 */
export async function revokeToken(
  services: AgentServices,
  actor: PersonActor,
  { id, tokenId }: { id: string; tokenId: string },
  once: Once<void>,
): Promise<void> {
  const { handle } = await requireOwn(services.db, actor, id)
  await once(async (tx) => {
    const isRevoked = await repository.revokeToken(tx, id, tokenId, new Date(services.clock.now()))
    if (!isRevoked) throw new NotFound('No such token')
    await auditTokens(services, tx, actor, { id, handle }, 'agent_token_revoked')
  })
  await services.invalidateAccount(id)
}

/** Writes changes of an agent's tokens to the audit log. */
export function auditTokens(
  { clock }: { clock: Clock },
  tx: Tx,
  actor: { readonly accountId: string },
  agent: { readonly id: string; readonly handle: string },
  action: string,
): Promise<void> {
  const target = { type: 'agent', id: agent.id, name: agent.handle }
  return audit(tx, clock, { actorId: actor.accountId, action, target })
}
