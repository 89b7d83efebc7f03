/** Summaries of agents and people, as the members of a space see them (docs/rules/agents.md#privacy). */
import type { AgentSummary, FoundAccount, UserSummary } from '@flockwork/contract/summaries'
import { presenceOf } from '@flockwork/contract/policy/presence'
import { normaliseHandle } from '@flockwork/contract/text/handles'
import type { PersonActor } from '../../../platform/actor.ts'
import { wireTime, wireTimeOrNull, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { PrivateAgent } from '../../../platform/agent-errors.ts'
import { NotFound } from '../../../platform/errors.ts'
import { requireMember } from '../../spaces/index.ts'
import { noSuchAgent } from '../access.ts'
import { findSharedSpace } from '../repository.ts'
import * as repository from './repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** An account, as a member of a space. */
interface InSpace {
  readonly id: string
  readonly spaceId: string
}

/**
 * @throws NotFound for a space that the caller isn't in and an agent that isn't there, PrivateAgent for another
 * person's private one.
 */
export async function summarizeAgent(
  { db, clock }: Deps,
  actor: PersonActor,
  { id, spaceId }: InSpace,
): Promise<AgentSummary> {
  await requireMember(db, spaceId, actor.accountId)
  const row = await repository.findAgentIn(db, id, spaceId)
  if (row === undefined) throw noSuchAgent()
  const { owner_handle: handle, owner_name: name } = row
  const owner = handle === null || name === null ? null : { handle, name }
  const isPrivate = row.visibility === 'private'
  if (isPrivate && row.owner_id !== actor.accountId) throw new PrivateAgent(owner)
  return {
    name: row.display_name,
    avatar: row.avatar_url,
    owner,
    status: presenceOf(row.last_active_at?.getTime() ?? null, clock.now()),
    last_active_at: wireTimeOrNull(row.last_active_at),
    visibility: isPrivate ? 'private' : 'public',
  }
}

/** @throws NotFound for a space that the caller isn't in, and for anyone but the people in it. */
export async function summarizeUser(
  { db, clock }: Deps,
  actor: PersonActor,
  { id, spaceId }: InSpace,
): Promise<UserSummary> {
  await requireMember(db, spaceId, actor.accountId)
  const row = await repository.findPersonIn(db, id, spaceId)
  if (row === undefined) throw new NotFound('No such person')
  return {
    id: row.id,
    handle: row.handle,
    name: row.display_name,
    avatar: row.avatar_url,
    status: presenceOf(row.last_active_at?.getTime() ?? null, clock.now()),
    last_active_at: wireTimeOrNull(row.last_active_at),
    role: row.role === 'admin' ? 'admin' : 'member',
    joined_at: wireTime(row.joined_at),
    agent_count: row.agent_count ?? 0,
  }
}

interface Lookup {
  readonly handle: string
  /** The space to prefer when the caller shares several with them. */
  readonly preferred: string | null
}

/**
 * The account that a link with a handle leads to, and a space to see it in (docs/rules/messages.md#addresses).
 *
 * @throws NotFound for an unknown handle, and for an account that the caller shares no space with.
 */
export async function findByHandle(
  { db }: Pick<Deps, 'db'>,
  actor: PersonActor,
  { handle, preferred }: Lookup,
): Promise<FoundAccount> {
  const account = await repository.findAccount(db, normaliseHandle(handle))
  const spaceId =
    account === undefined
      ? null
      : await findSharedSpace(db, { accountId: account.id, viewerId: actor.accountId, preferred })
  if (account === undefined || spaceId === null) throw new NotFound('Nobody of your spaces has this name')
  return {
    id: account.id,
    type: account.kind === 'agent' ? 'agent' : 'user',
    handle: account.handle,
    org_id: spaceId,
  }
}
