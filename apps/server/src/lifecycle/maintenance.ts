/** Expires, prunes and purges what has outlived its retention. A job, so that one node does it for all. */
import { pruneInstance } from './prune-instance.ts'
import { purgeDeletedSpaces } from './purge-spaces.ts'
import {
  mergeAccountTallies,
  pruneLoginAttempts,
  pruneResetLinks,
  pruneSessions,
} from '../features/auth/index.ts'
import { pruneSpend } from '../features/budgets/index.ts'
import { pruneConnections } from '../features/connection/index.ts'
import { pruneDemos } from '../features/demo/index.ts'
import { pruneRuns } from '../features/runs/index.ts'
import { pruneViolations } from '../features/guardrails/index.ts'
import { expireDeliveries } from '../features/inbox/index.ts'
import { pruneGrants } from '../features/oauth/index.ts'
import { pruneEvents } from '../features/realtime/index.ts'
import { pruneActivity } from '../features/spaces/index.ts'
import { purgeTasks } from '../features/tasks/index.ts'
import { pruneActs, pruneUsage } from '../features/agents/index.ts'
import { pruneWebhooks } from '../features/webhooks/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { pruneIdempotencyKeys } from '../platform/idempotency.ts'
import type { Jobs } from '../platform/jobs.ts'
import { pruneRequestCounts } from '../platform/rate-limit.ts'

const QUEUE = 'housekeeping'
const EVERY_TEN_MINUTES = '*/10 * * * *'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export async function startMaintenance(deps: Deps & { readonly jobs: Jobs }): Promise<void> {
  await deps.jobs.declare(QUEUE)
  await deps.jobs.work(QUEUE, 1, () => runMaintenance(deps))
  await deps.jobs.every(EVERY_TEN_MINUTES, QUEUE)
}

/** Safe to repeat, and to run on several nodes at once. */
export async function runMaintenance(deps: Deps): Promise<void> {
  await expireDeliveries(deps)
  await pruneEvents(deps)
  await pruneDemos(deps)
  await pruneIdempotencyKeys(deps)
  await pruneRequestCounts(deps)
  await pruneActs(deps)
  await pruneUsage({ db: deps.db, now: deps.clock.now() })
  await pruneLoginAttempts(deps)
  await pruneResetLinks(deps)
  await pruneSessions(deps)
  await pruneGrants(deps)
  await pruneConnections(deps)
  await pruneWebhooks(deps)
  await pruneSpend(deps)
  await pruneRuns(deps)
  await pruneViolations(deps)
  await pruneActivity(deps)
  await pruneInstance(deps)
  await mergeAccountTallies(deps)
  await purgeTasks(deps)
  await purgeDeletedSpaces(deps)
}
