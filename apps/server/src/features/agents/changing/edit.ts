/** An owner's changes to an agent: its bio, its visibility, its placement (docs/rules/agents.md#placement). */
import type { Agent, AgentVisibility } from '@flockwork/contract/agents'
import type { PersonActor } from '../../../platform/actor.ts'
import { mergeEvents, appendEventsInSpaces, type EventsBySpace } from '../../../platform/outbox.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { writingOf } from '../../guardrails/index.ts'
import { requireActivePerson } from '../../auth/index.ts'
import { requireMember } from '../../spaces/index.ts'
import { noSuchAgent, requireOwn } from '../access.ts'
import { changedEvents, syncAgentMemberships } from '../membership/memberships.ts'
import { changedMode, readModeChange, type Mode, type ModeInput } from '../membership/mode.ts'
import { getAgent } from '../reading/agents.ts'
import { withEmblem, type EmblemInput } from '../reading/emblem.ts'
import * as repository from '../repository.ts'
import type { AgentServices } from '../services.ts'

export interface AgentInput extends ModeInput {
  readonly bio?: string | null | undefined
  /** An alias of `bio`. */
  readonly description?: string | null | undefined
  readonly visibility?: AgentVisibility | null | undefined
  readonly settings?: EmblemInput | null | undefined
}

/**
 * Changes the given fields of an agent; absent ones stay. A move takes effect at once, in its memberships and streams.
 * @throws Invalid for fields that contradict each other, NotFound for an agent or a space that the caller doesn't
 * know, Forbidden for another person's agent, GuardrailViolation.
 */
export async function updateAgent(
  services: AgentServices,
  actor: PersonActor,
  id: string,
  input: AgentInput,
  once: Once<Agent>,
): Promise<Agent> {
  const { db, clock, guard } = services
  const move = readModeChange(input)
  await requireOwn(db, actor, id)
  const spaceId = move !== null && 'spaceId' in move ? move.spaceId : null
  if (spaceId !== null) await requireMember(db, spaceId, actor.accountId)
  const bio = input.bio ?? input.description ?? null
  const shown = [bio, ...Object.values(input.settings ?? {})].filter((text) => typeof text === 'string')
  if (shown.length > 0) await guard(shown.join('\n'), writingOf(actor, 'bio', null))

  const agent = await once(async (tx) => {
    // locks the owner's row: where a following agent goes depends on the owner's current space
    await requireActivePerson(tx, actor)
    if (spaceId !== null) await requireMember(tx, spaceId, actor.accountId)
    const row = await repository.lockAgent(tx, id)
    if (row === undefined) throw noSuchAgent()

    const mode = modeOf(row)
    const next = move === null ? mode : changedMode(mode, move, row.current_space_id)
    await repository.saveAgent(tx, id, {
      bio: bio ?? row.bio,
      visibility: input.visibility ?? row.visibility,
      settings: withEmblem(row.settings, input.settings ?? {}),
      ...next,
    })
    const moved =
      move === null ? NO_EVENTS : await syncAgentMemberships(tx, actor.accountId, new Date(clock.now()))
    const isShownDifferently = [bio, input.visibility ?? null, input.settings ?? null].some(
      (field) => field !== null,
    )
    const changed = isShownDifferently ? await changedEvents(tx, id) : NO_EVENTS
    const agent = await getAgent({ ...services, db: tx }, actor, id)
    await appendEventsInSpaces(tx, clock, mergeEvents(moved, changed))
    return agent
  })
  await services.invalidateAccount(id)
  return agent
}

const NO_EVENTS: EventsBySpace = new Map()

function modeOf(row: repository.AgentRow): Mode {
  return {
    followsOwner: row.follow_user,
    pinnedSpaceId: row.pinned_space_id,
    homeSpaceId: row.home_space_id,
  }
}
