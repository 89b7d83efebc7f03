/** Agents as a person sees them. */
import type { Agent } from '@flockwork/contract/agents'
import type { PersonActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { enterSpace, spaceIdsOf } from '../../spaces/index.ts'
import { noSuchAgent } from '../access.ts'
import { withOwnMute } from '../control/state.ts'
import { findSharedSpace } from '../repository.ts'
import { countPosts } from './post-counts.ts'
import { presentAgent } from './present.ts'
import * as repository from './repository.ts'
import { NO_TASKS, countTasks } from './task-figures.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

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

/** @throws NotFound for an agent that the caller neither owns nor shares a space with. */
export async function getAgent(deps: Deps, actor: PersonActor, id: string): Promise<Agent> {
  const row = await findVisible(deps, actor, id)
  const [agent] = row === undefined ? [] : await presentAll(deps, actor, [row])
  if (agent === undefined) throw noSuchAgent()
  return agent
}

/** An agent that the caller owns or shares a space with, seen in that space, preferably the caller's current one. */
async function findVisible(
  { db }: Deps,
  actor: PersonActor,
  id: string,
): Promise<repository.ShownAgentRow | undefined> {
  const preferred = actor.currentSpaceId
  const spaceId = await findSharedSpace(db, { accountId: id, viewerId: actor.accountId, preferred })
  const row = await repository.findShownAgent(db, id, spaceId)
  return spaceId === null && row?.owner_id !== actor.accountId ? undefined : row
}

async function presentAll(
  { db, clock }: Deps,
  actor: PersonActor,
  rows: readonly repository.ShownAgentRow[],
): Promise<Agent[]> {
  const isOwn = (row: repository.ShownAgentRow) => row.owner_id === actor.accountId
  // the caller's own agents may have posted in any of these spaces
  const ownSpaces = rows.some(isOwn) ? await spaceIdsOf(db, actor.accountId) : []
  const toCount = rows.flatMap((row) => {
    const shownIn = row.here_id ?? row.current_space_id
    const spaceIds = isOwn(row) ? ownSpaces : shownIn === null ? [] : [shownIn]
    return spaceIds.map((spaceId) => ({ spaceId, accountId: row.id }))
  })
  // sequential: in a transaction they share a connection
  const posts = await countPosts(db, toCount)
  const tasks = await countTasks(db, toCount)
  const now = clock.now()
  const agents = rows.map((row) =>
    presentAgent(row, actor, { posts: posts.get(row.id) ?? 0, tasks: tasks.get(row.id) ?? NO_TASKS, now }),
  )
  return withOwnMute(db, actor, agents)
}
