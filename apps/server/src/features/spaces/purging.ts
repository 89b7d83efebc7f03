/** The personal spaces of deleted accounts are erased after 30 days (docs/rules/accounts.md#deletion). */
import { PERSONAL_SPACE_RETENTION_MS } from '@flockwork/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { listToErase, markErased } from './departure-repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** At most `limit` spaces whose time is over, the one deleted first in front. */
export function spacesToPurge({ db, clock }: Deps, limit: number): Promise<string[]> {
  return listToErase(db, new Date(clock.now() - PERSONAL_SPACE_RETENTION_MS), limit)
}

/** Nothing of the space is left. */
export function markPurged({ db, clock }: Deps, spaceId: string): Promise<void> {
  return markErased(db, spaceId, new Date(clock.now()))
}
