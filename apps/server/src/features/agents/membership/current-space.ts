/** The space of an agent's calls that name none (docs/rules/agents.md#placement). */
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database.ts'
import { NoSuchSpace } from '../../../platform/errors.ts'
import { findAgent } from '../repository.ts'

/** Retries of one call after moves; each is another switch of the owner within milliseconds. */
const MOVES_MAX = 3

/**
 * Runs `work` in `spaceId`, the caller's space when it was authenticated. If an agent is moved before the work is done,
 * because its owner switched spaces, the work is retried in its new space instead of failing.
 *
 * @param work throws NoSuchSpace, having changed nothing, when the caller isn't in the space
 */
export async function wherePlaced<T>(
  db: Db,
  actor: Actor,
  spaceId: string,
  work: (spaceId: string) => Promise<T>,
): Promise<T> {
  let current = spaceId
  for (let moves = 0; ; moves++) {
    try {
      return await work(current)
    } catch (error) {
      if (!(error instanceof NoSuchSpace) || actor.kind !== 'agent' || moves === MOVES_MAX) throw error
      const agent = await findAgent(db, actor.accountId)
      if (agent === undefined || agent.current_space_id === null) throw error
      current = agent.current_space_id
    }
  }
}
