/** What an agent may change of itself. */
import { agentRoutes } from '@flockwork/contract/agents'
import type { AgentActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { AgentBreakerOpen, AgentDisabled, Forbidden, invalid } from '../../../platform/errors.ts'
import { appendEventsInSpaces } from '../../../platform/outbox.ts'
import { requireMember } from '../../spaces/index.ts'
import * as repository from '../self/own-repository.ts'
import { changedEvents } from '../membership/memberships.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly guard: (text: string, by: 'person' | 'agent') => Promise<void>
}

/** Replaces the agent's bio, and tells everyone who sees the agent. @throws Invalid for one that is too long, GuardrailViolation, AgentDisabled, AgentBreakerOpen. */
export async function describeSelf(
  { db, clock, guard }: Deps,
  actor: AgentActor,
  text: string,
): Promise<string> {
  // what its owner may write
  const parsed = agentRoutes.update.body.safeParse({ bio: text })
  if (!parsed.success) throw invalid(['bio'], parsed.error.issues[0]?.message ?? 'must be text')
  const bio = parsed.data.bio ?? ''
  await guard(bio, 'agent')
  await db.transaction().execute(async (tx) => {
    const isSaved = await repository.saveBio(tx, actor.accountId, bio, new Date(clock.now()))
    if (!isSaved) throw await whyPaused({ db: tx, clock }, actor)
    await appendEventsInSpaces(tx, clock, await changedEvents(tx, actor.accountId))
  })
  return bio
}

/**
 * Makes a space the one where the agent posts when nothing says otherwise.
 * @throws NotFound for a space it isn't in, Forbidden for an agent that its owner keeps in one, AgentDisabled,
 * AgentBreakerOpen.
 */
export async function actAsHome(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: AgentActor,
  spaceId: string,
): Promise<void> {
  await requireMember(db, spaceId, actor.accountId)
  if (spaceId === actor.homeSpaceId) return
  const row = await repository.findMode(db, actor.accountId)
  const keeper = row?.pinned_space_id === null ? 'follows its owner' : 'is pinned by its owner'
  if (row === undefined || row.follow_user || row.pinned_space_id !== null) {
    throw new Forbidden(`This agent ${keeper} and acts in that one space alone. Ask its owner to move it`)
  }
  const isSaved = await repository.saveHome(db, actor.accountId, spaceId, new Date(clock.now()))
  if (!isSaved) throw await whyPaused({ db, clock }, actor)
}

async function whyPaused(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { accountId, username }: AgentActor,
): Promise<AgentDisabled | AgentBreakerOpen> {
  const row = await repository.findMode(db, accountId)
  const leftMs = (row?.breaker_until?.getTime() ?? 0) - clock.now()
  if (row?.disabled_by.length === 0 && leftMs > 0)
    return new AgentBreakerOpen(username, Math.ceil(leftMs / 1000))
  return new AgentDisabled(row?.disabled_reason ?? 'This agent is paused')
}
