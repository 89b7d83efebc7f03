/** The webhook queue: a job per addressed agent, and a sweep every minute for what a lost job left. */
import * as z from 'zod/mini'
import type { JobRequest, Jobs } from '../../platform/jobs.ts'
import { coalesceJobs, executorOf } from '../../platform/jobs.ts'
import { createOwnerTurns } from './owner-turns.ts'
import * as repository from './repository.ts'
import { runWebhook } from './run.ts'
import type { WebhookServices } from './services.ts'

const QUEUE = 'webhooks'
const SWEEP_QUEUE = 'webhook-sweep'
const EVERY_MINUTE = '* * * * *'
/** Concurrent calls of this node, each to a different agent's receiver. */
const CONCURRENCY = 8
/** Of these for the agents of one owner, so that slow receivers leave workers for others. */
const CONCURRENCY_PER_OWNER = 2
const SWEPT_MAX = 500

const Job = z.object({ agentId: z.string() })

/** Jobs that call these agents' webhooks; add them in the transaction that addresses the agents. */
export function webhookJobs(agentIds: readonly string[]): JobRequest[] {
  return agentIds.map((agentId) => ({ queue: QUEUE, data: { agentId } satisfies z.infer<typeof Job> }))
}

const laterJob = (agentId: string, afterSeconds: number): JobRequest => ({
  queue: QUEUE,
  data: { agentId } satisfies z.infer<typeof Job>,
  afterSeconds,
})

/** Creates the queues. Call it before the first message is posted. */
export async function declareWebhookQueues(jobs: Jobs): Promise<void> {
  await jobs.declare(QUEUE)
  await jobs.declare(SWEEP_QUEUE)
}

/** Starts the workers. */
export async function startWebhooks(services: WebhookServices & { readonly jobs: Jobs }): Promise<void> {
  const { db, jobs, onError } = services
  const turns = createOwnerTurns(CONCURRENCY_PER_OWNER)
  await jobs.work(QUEUE, CONCURRENCY, async (data) => {
    const { agentId } = Job.parse(data)
    // a run sends everything pending
    await coalesceJobs(db, QUEUE, { agentId })
    const ownerId = (await repository.findOwner(db, agentId)) ?? agentId
    if (!turns.start(ownerId, agentId)) return
    try {
      await runWebhook(services, agentId, laterJob)
    } finally {
      // agents whose jobs can't be added are found by the sweep
      await addJobs(services, turns.end(ownerId)).catch(onError)
    }
  })
  await jobs.work(SWEEP_QUEUE, 1, () => sweepWebhooks(services))
  await jobs.every(EVERY_MINUTE, SWEEP_QUEUE)
}

/** Adds jobs for agents with due calls: after a lost job, or for what was addressed while the webhook was being set. */
export async function sweepWebhooks(services: WebhookServices): Promise<void> {
  const { db, clock } = services
  await addJobs(services, await repository.listOverdue(db, new Date(clock.now()), SWEPT_MAX))
}

async function addJobs(
  { db, jobs }: Pick<WebhookServices, 'db' | 'jobs'>,
  agentIds: readonly string[],
): Promise<void> {
  if (agentIds.length === 0) return
  await db.transaction().execute((tx) => jobs.addWithin(executorOf(tx), webhookJobs(agentIds)))
}
