/** The queue of webhooks: a job for each agent that something is addressed to, and every minute for what a job left. */
import * as z from 'zod/mini'
import type { JobRequest, Jobs } from '../../platform/jobs.ts'
import { executorOf } from '../../platform/jobs.ts'
import * as repository from './repository.ts'
import { runWebhook } from './run.ts'
import type { WebhookServices } from './services.ts'

const QUEUE = 'webhooks'
const SWEEP_QUEUE = 'webhook-sweep'
const EVERY_MINUTE = '* * * * *'
/** Calls that this node makes at a time, each to another agent's receiver. */
const CONCURRENCY = 8
const SWEPT_MAX = 500

const Job = z.object({ agentId: z.string() })

/** A job that calls each of these agents' webhooks for what waits; to be added where something is addressed to them. */
export function webhookJobs(agentIds: readonly string[]): JobRequest[] {
  return agentIds.map((agentId) => ({ queue: QUEUE, data: { agentId } satisfies z.infer<typeof Job> }))
}

const laterJob = (agentId: string, afterSeconds: number): JobRequest => ({
  queue: QUEUE,
  data: { agentId } satisfies z.infer<typeof Job>,
  afterSeconds,
})

/** Creates the queues. To be called before the first message is posted. */
export async function declareWebhookQueues(jobs: Jobs): Promise<void> {
  await jobs.declare(QUEUE)
  await jobs.declare(SWEEP_QUEUE)
}

/** Starts the workers. */
export async function startWebhooks(services: WebhookServices & { readonly jobs: Jobs }): Promise<void> {
  const { jobs } = services
  await jobs.work(QUEUE, CONCURRENCY, (data) => runWebhook(services, Job.parse(data).agentId, laterJob))
  await jobs.work(SWEEP_QUEUE, 1, () => sweepWebhooks(services))
  await jobs.every(EVERY_MINUTE, SWEEP_QUEUE)
}

/** Adds the jobs of agents with something due: for what a lost job left, or what was addressed as the webhook was set. */
export async function sweepWebhooks({ db, clock, jobs }: WebhookServices): Promise<void> {
  const agentIds = await repository.listOverdue(db, new Date(clock.now()), SWEPT_MAX)
  if (agentIds.length === 0) return
  await db.transaction().execute((tx) => jobs.addWithin(executorOf(tx), webhookJobs(agentIds)))
}
