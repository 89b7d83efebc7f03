import { isId } from '@flockwork/contract/common'
import { builtInTeamName } from '@flockwork/contract/teams'
import type { PersonActor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { lockSequences, appendEvents } from '../../platform/outbox.ts'
import { requireOwn } from '../agents/index.ts'
import { enterSpace, requireMember } from '../spaces/index.ts'
import { readTeams, teamEvents } from './present.ts'
import * as repository from './repository.ts'
import { noSuchTeam, type TeamServices } from './service.ts'

interface Assignment {
  readonly agentId: string
  /** Null for none. */
  readonly teamId: string | null
  readonly spaceId: string | undefined
}

/**
 * Assigns an agent to a team of a space that it is in, or to none. An agent has one team per space.
 * @throws NotFound for a space, a team or an agent that the caller doesn't know there, Forbidden for another
 * person's agent.
 */
export async function assignTeam(
  { db, clock }: TeamServices,
  actor: PersonActor,
  { agentId, teamId, spaceId: named }: Assignment,
  once: Once<Assigned>,
): Promise<Assigned> {
  const spaceId = await enterSpace(db, actor, named)
  await requireMember(db, spaceId, agentId).catch(asNoSuchAgent)
  const team = teamId === null ? null : await requireTeam(db, spaceId, teamId)
  await requireOwn(db, actor, agentId)

  const assigned = { team_id: team?.id ?? null, team_name: team?.name ?? null }
  return once(async (tx) => {
    const before = await repository.findAssignmentForUpdate(tx, spaceId, agentId)
    if (before === (team?.id ?? null)) return assigned
    if (team === null) await repository.unassign(tx, spaceId, agentId)
    else await repository.assign(tx, { spaceId, agentId, team: team.key })
    // read under the lock: a concurrent assignment may just have committed
    await lockSequences(tx, [spaceId])
    const changed = (await readTeams(tx, spaceId)).filter(({ id }) => id === before || id === team?.id)
    await appendEvents(tx, clock, spaceId, teamEvents(changed))
    return assigned
  })
}

interface Assigned {
  readonly team_id: string | null
  readonly team_name: string | null
}

interface FoundTeam {
  readonly id: string
  readonly name: string
  readonly key: repository.Assignment['team']
}

async function requireTeam(db: Db, spaceId: string, teamId: string): Promise<FoundTeam> {
  const builtIn = builtInTeamName(teamId)
  if (builtIn !== null) return { id: teamId, name: builtIn, key: { builtIn: teamId } }
  const team = isId(teamId) ? await repository.findTeam(db, teamId.toLowerCase()) : undefined
  if (team?.space_id !== spaceId) throw noSuchTeam()
  return { id: team.id, name: team.name, key: { id: team.id } }
}

function asNoSuchAgent(error: unknown): never {
  throw error instanceof NotFound ? new NotFound('No such agent in this space') : error
}
