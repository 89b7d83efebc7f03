/** What has had its time: expired, trimmed, forgotten. A job, so that one node does it for all. */
import { eraseDeletedSpaces } from './erasure.ts'
import {
  forgetOldGuesses,
  forgetOldResetLinks,
  forgetOldSessions,
  forgetRetiredKeys,
} from './features/auth/index.ts'
import { forgetOldConnections } from './features/connection/index.ts'
import { forgetOldDemos } from './features/demo/index.ts'
import { expireOld } from './features/inbox/index.ts'
import { forgetOldGrants } from './features/oauth/index.ts'
import { trimEvents } from './features/realtime/index.ts'
import { forgetOldUsage } from './features/agents/index.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/database.ts'
import { forgetOldKeys } from './platform/idempotency.ts'
import type { Jobs } from './platform/jobs.ts'
import { forgetOldCounts } from './platform/rate-limit.ts'

const QUEUE = 'housekeeping'
const EVERY_TEN_MINUTES = '*/10 * * * *'

interface Needs {
  readonly db: Db
  readonly clock: Clock
}

export async function startHousekeeping(needs: Needs & { readonly jobs: Jobs }): Promise<void> {
  await needs.jobs.declare(QUEUE)
  await needs.jobs.work(QUEUE, 1, () => keepHouse(needs))
  await needs.jobs.every(EVERY_TEN_MINUTES, QUEUE)
}

/** Safe to repeat and to run on several nodes at once. */
export async function keepHouse(needs: Needs): Promise<void> {
  await expireOld(needs)
  await trimEvents(needs)
  await forgetOldDemos(needs)
  await forgetOldKeys(needs)
  await forgetOldCounts(needs)
  await forgetOldUsage({ db: needs.db, now: needs.clock.now() })
  await forgetOldGuesses(needs.db)
  await forgetOldResetLinks(needs)
  await forgetOldSessions(needs)
  await forgetRetiredKeys(needs)
  await forgetOldGrants(needs)
  await forgetOldConnections(needs)
  await eraseDeletedSpaces(needs)
}
