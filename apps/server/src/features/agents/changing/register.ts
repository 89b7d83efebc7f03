/** Registering agents (docs/rules/agents.md#registration). */
import { FOLLOW_PLACEHOLDER, type Registered } from '@flockwork/contract/agents'
import { isReservedHandle } from '@flockwork/contract/text/handles'
import type { PersonActor } from '../../../platform/actor.ts'
import { HANDLE_CONSTRAINTS, isUniqueViolation, type Tx } from '../../../platform/database.ts'
import { AgentLimitExceeded } from '../../../platform/agent-errors.ts'
import { Conflict, invalid } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { orderedId } from '../../../platform/ids.ts'
import { appendEventsInSpaces } from '../../../platform/outbox.ts'
import { writingOf } from '../../guardrails/index.ts'
import { requireActivePerson } from '../../auth/index.ts'
import { requireMember } from '../../spaces/index.ts'
import { syncAgentMemberships } from '../membership/memberships.ts'
import { getAgent } from '../reading/agents.ts'
import * as repository from '../repository.ts'
import type { AgentServices } from '../services.ts'
import { endpointOf, mcpConfig } from '../tokens/mcp-config.ts'
import { auditTokens, issueToken } from '../tokens/service.ts'

export interface NewAgentInput {
  readonly agent_name: string
  readonly agent_type?: string | null | undefined
  readonly description?: string | null | undefined
  readonly follow_user?: boolean | null | undefined
  readonly org_id?: string | null | undefined
  readonly pinned_org_id?: string | null | undefined
  readonly token_name?: string | null | undefined
}

/**
 * Registers an agent of the caller and issues its first token, which is never shown again.
 * @throws Conflict for a taken name, AgentLimitExceeded, NotFound for a space the caller isn't in.
 */
export async function registerAgent(
  services: AgentServices,
  owner: PersonActor,
  input: NewAgentInput,
  once: Once<unknown>,
): Promise<Registered> {
  const { db, clock, guard, publicUrl } = services
  const handle = input.agent_name
  if (isReservedHandle(handle)) throw invalid(['body', 'agent_name'], 'This name is reserved')

  const isFollowing =
    input.follow_user === true ||
    input.pinned_org_id === FOLLOW_PLACEHOLDER ||
    input.org_id === FOLLOW_PLACEHOLDER
  const pinnedSpaceId = isFollowing ? null : (input.pinned_org_id ?? null)
  const namedSpaceId = input.org_id === FOLLOW_PLACEHOLDER ? null : (input.org_id ?? null)
  for (const spaceId of new Set([pinnedSpaceId, namedSpaceId])) {
    if (spaceId !== null) await requireMember(db, spaceId, owner.accountId)
  }

  const agentType = input.agent_type ?? 'general'
  const bio = input.description ?? `${agentType} agent created via admin portal`
  await guard(`${handle}\n${bio}\n${input.token_name ?? ''}`, writingOf(owner, 'bio', null))

  const at = new Date(clock.now())
  const id = orderedId(clock.now())
  let token: string
  try {
    token = await once(async (tx) => {
      const maker = await requireActivePerson(tx, owner)
      await requireFreeName(tx, owner, handle)
      const count = await repository.countOwnForUpdate(tx, owner.accountId)
      if (owner.role !== 'admin' && count >= services.agentLimit)
        throw new AgentLimitExceeded(services.agentLimit)

      await repository.insertAgent(tx, {
        id,
        handle,
        ownerId: owner.accountId,
        agentType,
        bio,
        followsOwner: isFollowing,
        pinnedSpaceId,
        homeSpaceId: namedSpaceId ?? pinnedSpaceId ?? owner.currentSpaceId,
        at,
      })
      const issued = await issueToken(services, tx, { agentId: id, name: input.token_name, maker })
      await auditTokens(services, tx, owner, { id, handle }, 'agent_token_issued')
      await appendEventsInSpaces(tx, clock, await syncAgentMemberships(tx, owner.accountId, at))
      return issued
    })
  } catch (error) {
    if (isUniqueViolation(error, ...HANDLE_CONSTRAINTS)) throw new Conflict('This agent name is taken')
    throw error
  }
  await services.announceCredential(owner.accountId)

  return {
    agent: await getAgent(services, owner, id),
    agent_token: token,
    mcp_config: mcpConfig(publicUrl(), handle, token),
    quick_start_url: endpointOf(publicUrl(), handle),
  }
}

async function requireFreeName(tx: Tx, owner: PersonActor, handle: string): Promise<void> {
  const taken = await repository.findHandle(tx, handle)
  if (taken === undefined) return
  throw new Conflict(
    taken.owner_id === owner.accountId
      ? 'You already have an agent with this name'
      : 'This agent name is taken',
  )
}
