/** What an owner changes of an agent: its words, who sees it, where it is (docs/rules/agents.md#placement). */
import type { Agent, AgentVisibility } from '@flockwork/contract/agents'
import type { PersonActor } from '../../../platform/actor.ts'
import { mergeEvents, appendEventsInSpaces, type EventsBySpace } from '../../../platform/outbox.ts'
import type { StoreKey } from '../../../platform/idempotency.ts'
import { requireActivePerson } from '../../auth/index.ts'
import { requireMember } from '../../spaces/index.ts'
import { withEmblem, type EmblemInput } from '../reading/emblem.ts'
import { modeAfter, wishOf, type Mode, type ModeInput } from '../membership/mode.ts'
import { changedEvents, placeAgents } from '../membership/memberships.ts'
import { getAgent, noSuchAgent, requireOwn } from '../reading/agents.ts'
import * as repository from '../repository.ts'
import type { AgentServices } from '../services.ts'

export interface AgentInput extends ModeInput {
  readonly bio?: string | null | undefined
  /** Another name of the bio. */
  readonly description?: string | null | undefined
  readonly visibility?: AgentVisibility | null | undefined
  readonly settings?: EmblemInput | null | undefined
}

/**
 * Changes what is given of an agent. Where it is changes at once: memberships, streams and what is remembered of it.
 * @throws Invalid for fields that contradict each other, NotFound for an agent or a space that the caller doesn't
 * know, Forbidden for another person's agent, GuardrailViolation.
 */
export async function updateAgent(
  services: AgentServices,
  actor: PersonActor,
  id: string,
  input: AgentInput,
  keep: StoreKey,
): Promise<Agent> {
  const { db, clock, guard } = services
  const wish = wishOf(input)
  await requireOwn(services, actor, id)
  const spaceId = wish !== null && 'spaceId' in wish ? wish.spaceId : null
  if (spaceId !== null) await requireMember(db, spaceId, actor.accountId)
  const bio = input.bio ?? input.description ?? null
  if (bio !== null) await guard(bio, 'person')

  await db.transaction().execute(async (tx) => {
    await keep(tx)
    // the owner's switches of spaces wait: where the agent goes is decided by where its owner is
    await requireActivePerson(tx, actor.accountId)
    if (spaceId !== null) await requireMember(tx, spaceId, actor.accountId)
    const row = await repository.lockAgent(tx, id)
    if (row === undefined) throw noSuchAgent()

    const mode = modeOf(row)
    const next = wish === null ? mode : modeAfter(mode, wish, row.place_id)
    await repository.saveAgent(tx, id, {
      bio: bio ?? row.bio,
      visibility: input.visibility ?? row.visibility,
      settings: withEmblem(row.settings, input.settings ?? {}),
      ...next,
    })
    const moved = wish === null ? NOTHING : await placeAgents(tx, actor.accountId, new Date(clock.now()))
    const isShownOtherwise = [bio, input.visibility ?? null, input.settings ?? null].some(
      (one) => one !== null,
    )
    const changed = isShownOtherwise ? await changedEvents(tx, id) : NOTHING
    await appendEventsInSpaces(tx, clock, mergeEvents(moved, changed))
  })
  await services.invalidateAccount(id)
  return getAgent(services, actor, id)
}

const NOTHING: EventsBySpace = new Map()

function modeOf(row: repository.AgentRow): Mode {
  return {
    followsOwner: row.follow_user,
    pinnedSpaceId: row.pinned_space_id,
    homeSpaceId: row.home_space_id,
  }
}
