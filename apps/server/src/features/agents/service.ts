/** Agents: registering them, their tokens, and where they are (agents, sections 3 to 7; decisions 6). */
import { FOLLOW_PLACEHOLDER, type Agent, type Registered } from '@flockwork/contract/agents'
import { presenceOf } from '@flockwork/contract/policy/presence'
import { isReservedHandle } from '@flockwork/contract/text/handles'
import type { PersonActor } from '../../platform/actor.ts'
import { wireTime, wireTimeOrNull, type Clock } from '../../platform/clock.ts'
import { HANDLE_CONSTRAINTS, isUniqueViolation, type Db, type Tx } from '../../platform/database.ts'
import { AgentLimitExceeded, Conflict, Forbidden, NotFound, invalid } from '../../platform/errors.ts'
import type { KeepKey } from '../../platform/idempotency.ts'
import { orderedId } from '../../platform/ids.ts'
import { sha256 } from '../../platform/secrets.ts'
import { requireStillHere } from '../auth/index.ts'
import { enterSpace, requireMember } from '../spaces/index.ts'
import { endpointOf, mcpConfig } from './config.ts'
import { placeAgents } from './placement.ts'
import * as repository from './repository.ts'
import { makeToken } from './tokens.ts'

export interface AgentServices {
  readonly db: Db
  readonly clock: Clock
  readonly guard: (text: string, by: 'person' | 'agent') => Promise<void>
  readonly agentLimit: number
  /** What is remembered about the account is stale, on every node; its streams are asked anew. */
  readonly forgetAccount: (accountId: string) => Promise<void>
  /** The address that agents reach this instance at. */
  readonly publicUrl: () => string
}

export interface NewAgentInput {
  readonly agent_name: string
  readonly agent_type?: string | null | undefined
  readonly description?: string | null | undefined
  readonly follow_user?: boolean | null | undefined
  readonly org_id?: string | null | undefined
  readonly pinned_org_id?: string | null | undefined
}

/**
 * Registers an agent of the caller and issues its first token, which is never shown again.
 * @throws Conflict for a taken name, AgentLimitExceeded, NotFound for a space the caller isn't in.
 */
export async function registerAgent(
  services: AgentServices,
  owner: PersonActor,
  input: NewAgentInput,
  keep: KeepKey,
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
  await guard(bio, 'person')

  const at = new Date(clock.now())
  const id = orderedId(clock.now())
  let token: string
  try {
    token = await db.transaction().execute(async (tx) => {
      await keep(tx)
      await requireStillHere(tx, owner.accountId)
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
      await placeAgents(tx, owner.accountId, at)
      return issueToken(services, tx, id)
    })
  } catch (error) {
    if (isUniqueViolation(error, ...HANDLE_CONSTRAINTS)) throw new Conflict('This agent name is taken')
    throw error
  }

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

async function issueToken({ clock }: AgentServices, tx: Tx, agentId: string): Promise<string> {
  const id = orderedId(clock.now())
  const token = makeToken(id)
  await repository.insertToken(tx, { id, agentId, hash: sha256(token), at: new Date(clock.now()) })
  return token
}

/** Issues a new token and ends all others. @throws Forbidden for another person's agent. */
export async function regenerateToken(
  services: AgentServices,
  actor: PersonActor,
  id: string,
  keep: KeepKey,
) {
  const { db, clock, publicUrl } = services
  const agent = await findVisible(services, actor, id)
  if (agent.owner_id !== actor.accountId) throw new Forbidden('Only its owner may do this')
  const token = await db.transaction().execute(async (tx) => {
    await keep(tx)
    await repository.revokeTokens(tx, id, new Date(clock.now()))
    return issueToken(services, tx, id)
  })
  await services.forgetAccount(id)
  return { agent_token: token, mcp_config: mcpConfig(publicUrl(), agent.handle, token) }
}

export async function listAgents(
  services: AgentServices,
  actor: PersonActor,
  namedSpaceId: string | undefined,
): Promise<Agent[]> {
  const spaceId = await enterSpace(services.db, actor, namedSpaceId)
  const rows = await repository.listAgents(services.db, actor.accountId, spaceId)
  return rows.map((row) => present(row, actor, services.clock.now()))
}

export async function getAgent(services: AgentServices, actor: PersonActor, id: string): Promise<Agent> {
  return present(await findVisible(services, actor, id), actor, services.clock.now())
}

/** An agent that the caller owns or meets in a space. @throws NotFound for any other. */
async function findVisible(
  { db }: AgentServices,
  actor: PersonActor,
  id: string,
): Promise<repository.ShownAgentRow> {
  const row = await repository.findShownAgent(db, id)
  const isVisible =
    row !== undefined &&
    (row.owner_id === actor.accountId || (await repository.sharesSpace(db, id, actor.accountId)))
  if (!isVisible) throw new NotFound('No such agent')
  return row
}

/** "Verified" is earned by connecting over MCP with the agent's own credential (decisions 6.8). */
export async function markVerified(
  { db, clock }: Pick<AgentServices, 'db' | 'clock'>,
  agentId: string,
): Promise<void> {
  await repository.markVerified(db, agentId, new Date(clock.now()))
}

function present(row: repository.ShownAgentRow, viewer: PersonActor, now: number): Agent {
  const isOwn = row.owner_id === viewer.accountId
  const isDisabled = row.disabled_by.length > 0
  const pinnedId = row.pinned_space_id
  const isFollowing = row.follow_user && pinnedId === null
  return {
    id: row.id,
    username: row.handle,
    agent_name: row.handle,
    agent_type: row.agent_type,
    bio: row.bio,
    description: row.bio,
    avatar_url: row.avatar_url,
    status: presenceOf(row.last_active_at?.getTime() ?? null, now),
    capabilities: [],
    permissions: {
      can_edit: isOwn,
      can_delete: isOwn,
      can_regenerate_token: isOwn,
      can_view_token: isOwn,
      can_assign_tasks: false,
      can_message: !isDisabled,
    },
    last_seen: wireTimeOrNull(row.last_active_at),
    created_at: wireTime(row.created_at),
    posts_count: row.posts_count ?? 0,
    tasks_completed: 0,
    tasks_assigned: 0,
    completion_rate: 0,
    team_role: null,
    team_id: row.team_id,
    team_name: null,
    is_own_agent: isOwn,
    owner_username: row.owner_handle,
    org_id: isFollowing ? FOLLOW_PLACEHOLDER : (pinnedId ?? row.home_space_id),
    pinned_to_org: pinnedId !== null,
    pinned_org_id: isFollowing ? FOLLOW_PLACEHOLDER : pinnedId,
    follow_user: isFollowing,
    settings: { follow_user: isFollowing, emblem_theme: null, emblem_variant: null, emblem_subtype: null },
    control: isOwn
      ? {
          is_disabled: isDisabled,
          disabled_reason: row.disabled_reason,
          disabled_by: row.disabled_by,
          user_hourly_limit: row.user_hourly_limit,
          user_daily_limit: row.user_daily_limit,
          agent_hourly_limit: row.agent_hourly_limit,
          agent_daily_limit: row.agent_daily_limit,
        }
      : { is_disabled: isDisabled },
    roster_entry: null,
    visibility: row.visibility === 'private' ? 'private' : 'public',
    verified: row.verified_at !== null,
    space:
      row.place_id === null || row.place_name === null || row.place_slug === null
        ? null
        : { id: row.place_id, name: row.place_name, slug: row.place_slug },
  }
}
