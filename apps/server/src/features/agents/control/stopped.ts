import type { Db } from '../../../platform/database.ts'
import { listStopped } from './repository.ts'

/** Those of the agents that a person paused, or that are deactivated with their owner: they wait for nothing. */
export function stoppedAmong(db: Db, agentIds: readonly string[]): Promise<string[]> {
  return agentIds.length === 0 ? Promise.resolve([]) : listStopped(db, agentIds)
}
