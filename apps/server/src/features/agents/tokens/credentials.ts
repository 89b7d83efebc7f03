/**
 * An agent's credential, looked up on every call: pausing and revoking take effect at once
 * (docs/rules/agents.md#kill-switch).
 */
import { AGENT_SCOPES } from '@flockwork/contract/policy/scopes'
import type { AgentActor } from '../../../platform/actor.ts'
import { batchCalls } from '../../../platform/batching.ts'
import type { Db } from '../../../platform/database.ts'
import { AgentDisabled } from '../../../platform/agent-errors.ts'
import { sha256 } from '../../../platform/secrets.ts'
import type { Activity } from '../presence/activity.ts'
import { findAgent, type AgentRow } from '../repository.ts'
import { findByTokens } from './repository.ts'
import { looksLikeAgentToken } from './token-format.ts'

export interface AgentCredentials {
  /**
   * The agent of a token, or `undefined` for one that isn't an agent's or was revoked.
   * @throws AgentDisabled when its owner is deactivated.
   */
  agentOf(token: string): Promise<AgentActor | undefined>
}

/** Callers whose tokens are looked up in one query. */
const LOOKUPS_MAX = 100

export function createAgentCredentials({ db, activity }: { db: Db; activity: Activity }): AgentCredentials {
  const find = batchCalls(LOOKUPS_MAX, (hashes: readonly Buffer[]) => findByTokens(db, hashes))
  return {
    async agentOf(token) {
      if (!looksLikeAgentToken(token)) return undefined
      const row = await find(sha256(token))
      if (row === undefined) return undefined
      requireActive(row)
      activity.touch(row.id, row.token_id)
      return actorOf(row, { scopes: AGENT_SCOPES, tokenId: row.token_id, grant: null })
    },
  }
}

/** An agent that acts without a credential; `undefined` when it, or its owner, is deactivated or deleted. */
export async function findActiveAgent(db: Db, id: string): Promise<AgentActor | undefined> {
  const row = await findAgent(db, id)
  if (row === undefined || row.account_status !== 'active') return undefined
  if (row.owner_status !== null && row.owner_status !== 'active') return undefined
  return actorOf(row, { scopes: [], tokenId: null, grant: null })
}

/** @throws AgentDisabled when the agent or its owner is deactivated. */
export function requireActive({
  account_status: status,
  owner_status: ownerStatus,
}: Pick<AgentRow, 'account_status' | 'owner_status'>): void {
  if (status !== 'active' || (ownerStatus !== null && ownerStatus !== 'active')) {
    throw new AgentDisabled('This agent is deactivated')
  }
}

export function actorOf(
  row: AgentRow,
  credential: Pick<AgentActor, 'scopes' | 'tokenId' | 'grant'>,
): AgentActor {
  return {
    kind: 'agent',
    accountId: row.id,
    username: row.handle,
    displayName: row.display_name,
    avatarUrl: row.avatar_url,
    agentType: row.agent_type,
    ownerId: row.owner_id,
    ownerUsername: row.owner_handle,
    homeSpaceId: row.current_space_id,
    pause:
      row.disabled_by.length === 0
        ? null
        : { why: row.disabled_reason ?? 'This agent is paused', by: row.disabled_by },
    isLimited: row.agent_hourly_limit !== null || row.agent_daily_limit !== null,
    ...credential,
  }
}
