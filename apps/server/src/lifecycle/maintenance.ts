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
import { requeueReminders } from '../features/guide/index.ts'
import { pruneRuns } from '../features/runs/index.ts'
import { pruneViolations } from '../features/guardrails/index.ts'
import { expireDeliveries } from '../features/inbox/index.ts'
import { requeueDecisions } from '../features/loops/index.ts'
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
/** A run that takes longer than its job has would continue beside its repeat: each statement may take a minute. */
const EXPIRES_S = 30 * 60

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'addWithin'>
  readonly onError: (error: unknown) => void
}

/** In this order; the steps are independent. */
const STEPS: readonly ((deps: Omit<Deps, 'onError'>) => Promise<unknown>)[] = [
  requeueReminders,
  requeueDecisions,
  expireDeliveries,
  pruneEvents,
  pruneDemos,
  pruneIdempotencyKeys,
  pruneRequestCounts,
  pruneActs,
  ({ db, clock }) => pruneUsage({ db, now: clock.now() }),
  pruneLoginAttempts,
  pruneResetLinks,
  pruneSessions,
  pruneGrants,
  pruneConnections,
  pruneWebhooks,
  pruneSpend,
  pruneRuns,
  pruneViolations,
  pruneActivity,
  pruneInstance,
  mergeAccountTallies,
  purgeTasks,
  purgeDeletedSpaces,
]

export async function startMaintenance(deps: Deps & { readonly jobs: Jobs }): Promise<void> {
  await deps.jobs.declare(QUEUE, { expireInSeconds: EXPIRES_S })
  await deps.jobs.work(QUEUE, 1, () => runMaintenance(deps))
  await deps.jobs.every(EVERY_TEN_MINUTES, QUEUE)
}

/**
 * Safe to repeat, and to run on several nodes at once. A failing step is reported, doesn't prevent the others, and is
 * retried in the next run.
 */
export async function runMaintenance({ onError, ...deps }: Deps): Promise<void> {
  for (const step of STEPS) {
    try {
      await step(deps)
    } catch (error) {
      onError(error)
    }
  }
}
