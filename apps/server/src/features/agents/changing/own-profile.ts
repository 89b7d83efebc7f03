/** An agent's changes to itself. */
import { agentRoutes } from '@flockwork/contract/agents'
import type { AgentActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { AgentBreakerOpen, AgentDisabled } from '../../../platform/agent-errors.ts'
import { Forbidden, invalid } from '../../../platform/errors.ts'
import { appendEventsInSpaces } from '../../../platform/outbox.ts'
import { type Guard, writingOf } from '../../guardrails/index.ts'
import { requireMember } from '../../spaces/index.ts'
import { changedEvents } from '../membership/memberships.ts'
import * as repository from '../repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly guard: Guard
}

/**
 * Replaces the agent's bio; its spaces get the event.
 * @throws Invalid for one that is too long, GuardrailViolation, AgentDisabled, AgentBreakerOpen.
 */
export async function updateOwnBio(
  { db, clock, guard }: Deps,
  actor: AgentActor,
  text: string,
): Promise<string> {
  // the same rule as for its owner
  const parsed = agentRoutes.update.body.safeParse({ bio: text })
  if (!parsed.success) throw invalid(['bio'], parsed.error.issues[0]?.message ?? 'must be text')
  const bio = parsed.data.bio ?? ''
  await guard(bio, writingOf(actor, 'bio', null))
  await db.transaction().execute(async (tx) => {
    const isSaved = await repository.saveOwnBio(tx, actor.accountId, bio, new Date(clock.now()))
    if (!isSaved) throw await whyPaused({ db: tx, clock }, actor)
    await appendEventsInSpaces(tx, clock, await changedEvents(tx, actor.accountId))
  })
  return bio
}

/**
 * Sets the space for the agent's calls that name none.
 * @throws NotFound for a space that it isn't in, Forbidden for a pinned or following agent, AgentDisabled,
 * AgentBreakerOpen.
 */
export async function switchHomeSpace(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: AgentActor,
  spaceId: string,
): Promise<void> {
  await requireMember(db, spaceId, actor.accountId)
  if (spaceId === actor.homeSpaceId) return
  const row = await repository.findOwnState(db, actor.accountId)
  const mode = row?.pinned_space_id === null ? 'follows its owner' : 'is pinned by its owner'
  if (row === undefined || row.follow_user || row.pinned_space_id !== null) {
    throw new Forbidden(`This agent ${mode} and acts in that one space alone. Ask its owner to move it`)
  }
  const isSaved = await repository.saveOwnHome(db, actor.accountId, spaceId, new Date(clock.now()))
  if (!isSaved) throw await whyPaused({ db, clock }, actor)
}

/** "Verified" is earned by connecting over MCP with the agent's own credential (docs/rules/agents.md#verified). */
export async function markVerified(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  agentId: string,
): Promise<void> {
  await repository.markVerified(db, agentId, new Date(clock.now()))
}

async function whyPaused(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { accountId, username }: AgentActor,
): Promise<AgentDisabled | AgentBreakerOpen> {
  const row = await repository.findOwnState(db, accountId)
  const leftMs = (row?.breaker_until?.getTime() ?? 0) - clock.now()
  if (row?.disabled_by.length === 0 && leftMs > 0)
    return new AgentBreakerOpen(username, Math.ceil(leftMs / 1000))
  return new AgentDisabled(row?.disabled_reason ?? 'This agent is paused', row?.disabled_by)
}
