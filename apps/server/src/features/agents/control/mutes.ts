import type { Db } from '../../../platform/database.ts'
import { findMute } from './repository.ts'

/**
 * Why this account switched the agent off for its own messages; `undefined` when it didn't
 * (docs/rules/guide.md#chirpy).
 */
export function muteOf(db: Db, agentId: string, accountId: string): Promise<string | undefined> {
  return findMute(db, agentId, accountId)
}
