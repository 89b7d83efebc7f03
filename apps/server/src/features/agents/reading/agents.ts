/** Agents as a person sees them. */
import type { Agent } from '@flockwork/contract/agents'
import type { PersonActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import { enterSpace, spacesOf } from '../../spaces/index.ts'
import { withOwnSwitch } from '../control/state.ts'
import { countPosts } from './post-counts.ts'
import { presentAgent } from './present.ts'
import * as repository from './repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export const noSuchAgent = () => new NotFound('No such agent')

/**
 * The caller's own agents, the others of the space, and Chirpy.
 * @throws NotFound for a space that the caller isn't in.
 */
export async function listAgents(
  deps: Deps,
  actor: PersonActor,
  namedSpaceId: string | undefined,
): Promise<Agent[]> {
  const spaceId = await enterSpace(deps.db, actor, namedSpaceId)
  const rows = await repository.listShownAgents(deps.db, actor.accountId, spaceId)
  return presentAll(deps, actor, rows)
}

/** @throws NotFound for an agent that the caller neither owns nor meets in a space. */
export async function getAgent(deps: Deps, actor: PersonActor, id: string): Promise<Agent> {
  const row = await findVisible(deps, actor, id)
  const [agent] = row === undefined ? [] : await presentAll(deps, actor, [row])
  if (agent === undefined) throw noSuchAgent()
  return agent
}

/** @throws NotFound for an agent that the caller doesn't know, Forbidden for another person's. */
export async function requireOwn(
  deps: Deps,
  actor: PersonActor,
  id: string,
): Promise<repository.ShownAgentRow> {
  const row = await findVisible(deps, actor, id)
  if (row === undefined) throw noSuchAgent()
  if (row.owner_id !== actor.accountId) throw new Forbidden('Only its owner may do this')
  return row
}

/** An agent that the caller owns or meets in a space, as seen there: in the current one, if it is in that. */
async function findVisible(
  { db }: Deps,
  actor: PersonActor,
  id: string,
): Promise<repository.ShownAgentRow | undefined> {
  const meeting = { agentId: id, viewerId: actor.accountId, preferred: actor.currentSpaceId }
  const spaceId = await repository.findMeetingPlace(db, meeting)
  const row = await repository.findShownAgent(db, id, spaceId)
  return spaceId === null && row?.owner_id !== actor.accountId ? undefined : row
}

async function presentAll(
  { db, clock }: Deps,
  actor: PersonActor,
  rows: readonly repository.ShownAgentRow[],
): Promise<Agent[]> {
  const isOwn = (row: repository.ShownAgentRow) => row.owner_id === actor.accountId
  // where one's own may ever have been, wherever each is now
  const ownSpaces = rows.some(isOwn) ? await spacesOf(db, actor.accountId) : []
  const places = rows.flatMap((row) => {
    const spaceId = row.here_id ?? row.place_id
    const spaceIds = isOwn(row) ? ownSpaces : spaceId === null ? [] : [spaceId]
    return spaceIds.map((one) => ({ spaceId: one, accountId: row.id }))
  })
  const posts = await countPosts(db, places)
  const now = clock.now()
  const agents = rows.map((row) => presentAgent(row, actor, { posts: posts.get(row.id) ?? 0, now }))
  return withOwnSwitch(db, actor, agents)
}
