/**
 * Teams of a space: created by its members, changed by their creators and the space's admins
 * (docs/rules/agents.md#teams).
 */
import { TEAMS_PER_SPACE } from '@flockwork/contract/limits'
import {
  TEAM_COLORS,
  builtInTeamName,
  type ShownTeam,
  type Team,
  type TeamColor,
} from '@flockwork/contract/teams'
import { isId } from '@flockwork/contract/common'
import type { PersonActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { orderedId } from '../../platform/ids.ts'
import { lockSequences, appendEvents } from '../../platform/outbox.ts'
import { type Guard, writingOf } from '../guardrails/index.ts'
import { enterSpace, requireMember } from '../spaces/index.ts'
import { mayEdit, readTeams, readTeamsFor, teamEvents } from './present.ts'
import * as repository from './repository.ts'

export interface TeamServices {
  readonly db: Db
  readonly clock: Clock
  readonly guard: Guard
}

export const noSuchTeam = () => new NotFound('No such team')

/** @throws NotFound for a space that the caller isn't in. */
export async function listTeams(
  { db }: Pick<TeamServices, 'db'>,
  actor: PersonActor,
  named: string | undefined,
): Promise<ShownTeam[]> {
  return readTeamsFor(db, await enterSpace(db, actor, named), actor.accountId)
}

interface NewTeam {
  readonly spaceId: string | undefined
  readonly name: string
  readonly description?: string | null | undefined
  readonly color?: TeamColor | null | undefined
}

/** @throws NotFound for a space that the caller isn't in, Conflict at `TEAMS_PER_SPACE`. */
export async function createTeam(
  { db, clock, guard }: TeamServices,
  actor: PersonActor,
  { spaceId: named, name, description, color }: NewTeam,
  once: Once<ShownTeam>,
): Promise<ShownTeam> {
  const spaceId = await enterSpace(db, actor, named)
  const fields = { name, description: description ?? '', color: color ?? TEAM_COLORS[0] }
  await guard(textOf(fields), writingOf(actor, 'team', spaceId))
  const id = orderedId(clock.now())
  return once(async (tx) => {
    await requireMember(tx, spaceId, actor.accountId)
    const count = await repository.countTeamsForUpdate(tx, spaceId)
    if (count >= TEAMS_PER_SPACE) throw new Conflict(`A space has at most ${TEAMS_PER_SPACE} teams`)
    const at = new Date(clock.now())
    await repository.insertTeam(tx, { id, spaceId, creatorId: actor.accountId, at, ...fields })
    return appendTeamEvent({ tx, clock }, actor, spaceId, id)
  })
}

interface TeamChange {
  readonly id: string
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  readonly color?: TeamColor | null | undefined
}

/**
 * Changes the given fields; absent ones stay.
 * @throws NotFound for a team of a space that the caller isn't in, Forbidden for a built-in one, and for
 * anyone but its creator and the admins of the space.
 */
export async function updateTeam(
  { db, clock, guard }: TeamServices,
  actor: PersonActor,
  { id, name, description, color }: TeamChange,
  once: Once<ShownTeam>,
): Promise<ShownTeam> {
  if (builtInTeamName(id) !== null) throw new Forbidden('The built-in teams stay as they are')
  const team = isId(id) ? await repository.findTeam(db, id.toLowerCase()) : undefined
  if (team === undefined) throw noSuchTeam()
  const membership = await requireMember(db, team.space_id, actor.accountId).catch(asNoSuchTeam)
  if (!mayEdit({ accountId: actor.accountId, role: membership.role }, team.created_by)) {
    throw new Forbidden('Only its creator and admins of the space may change a team')
  }
  await guard(
    textOf({ name: name ?? '', description: description ?? '' }),
    writingOf(actor, 'team', team.space_id),
  )
  return once(async (tx) => {
    // fields that aren't given keep their latest value
    const current = (await repository.lockTeam(tx, team.id)) ?? team
    await repository.saveTeam(tx, team.id, {
      name: name ?? current.name,
      description: description ?? current.description,
      color: color ?? current.color,
    })
    return appendTeamEvent({ tx, clock }, actor, team.space_id, team.id)
  })
}

/** Hides teams of spaces that the caller isn't in. */
function asNoSuchTeam(error: unknown): never {
  throw error instanceof NotFound ? noSuchTeam() : error
}

const textOf = ({ name, description }: { name: string; description: string }) => `${name}\n${description}`

/**
 * Appends the event with the team's current state, and returns it as the actor sees it. The last part of the
 * transaction.
 */
async function appendTeamEvent(
  { tx, clock }: { tx: Tx; clock: Clock },
  { accountId }: PersonActor,
  spaceId: string,
  id: string,
): Promise<ShownTeam> {
  // read under the lock, so that the event never has half of a concurrent change
  await lockSequences(tx, [spaceId])
  const isThis = (team: Team) => team.id === id
  const shown = (await readTeamsFor(tx, spaceId, accountId)).find(isThis)
  if (shown === undefined) throw noSuchTeam()
  await appendEvents(tx, clock, spaceId, teamEvents((await readTeams(tx, spaceId)).filter(isThis)))
  return shown
}
