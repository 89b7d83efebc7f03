/**
 * Answers what is addressed to managed agents (docs/rules/managed-agents.md#runs). The deliveries are the source of
 * truth, as for webhooks (ADR-0022): a transaction that addresses an agent adds a job, which picks up all pending
 * deliveries.
 */
import * as z from 'zod/mini'
import { AgentBreakerOpen } from '../../platform/agent-errors.ts'
import { executorOf, findWithoutJob, type JobRequest, type Jobs } from '../../platform/jobs.ts'
import { lockSequences } from '../../platform/outbox.ts'
import { findActiveAgent } from '../agents/index.ts'
import { createSearch, factTools, type ArticleSearch } from '../guide/index.ts'
import { markDeliveredIn, markFailedIn, markSeenIn } from '../inbox/index.ts'
import { FAILED_TO_ANSWER, postAnswer, type Outcome } from '../runs/index.ts'
import * as repository from './repository.ts'
import type { ManagedServices } from './services.ts'

const QUEUE = 'managed'
const RUN_QUEUE = 'managed-run'
const SWEEP_QUEUE = 'managed-sweep'
const EVERY_MINUTE = '* * * * *'
/** Answers that this node generates concurrently. */
const CONCURRENCY = 8
const TAKEN_UP_MAX = 100
const SWEPT_MAX = 500
const WITHIN_MS = 120_000
const RUN_EXPIRES_S = 180

const Addressed = z.object({ agentId: z.string() })
const Run = z.object({ agentId: z.string(), spaceId: z.string(), messageId: z.string() })

/** A job for each of these agents that picks up its deliveries; a no-op for agents that aren't managed. */
export function managedJobs(agentIds: readonly string[]): JobRequest[] {
  return agentIds.map((agentId) => ({ queue: QUEUE, data: { agentId } satisfies z.infer<typeof Addressed> }))
}

/** Creates the queues. Call it before the first message is posted. */
export async function declareManagedQueues(jobs: Jobs): Promise<void> {
  await jobs.declare(QUEUE)
  await jobs.declare(RUN_QUEUE, { expireInSeconds: RUN_EXPIRES_S })
  await jobs.declare(SWEEP_QUEUE)
}

export async function startManaged(services: ManagedServices & { readonly jobs: Jobs }): Promise<void> {
  const { jobs } = services
  const search = createSearch(services.articles)
  await jobs.work(QUEUE, 1, (data) => takeUp(services, Addressed.parse(data).agentId))
  await jobs.work(RUN_QUEUE, CONCURRENCY, (data) => answerOne(services, search, Run.parse(data)))
  await jobs.work(SWEEP_QUEUE, 1, () => sweepManaged(services))
  await jobs.every(EVERY_MINUTE, SWEEP_QUEUE)
}

/**
 * Picks up what a lost job left, and what was delayed by the circuit breaker. Tells the authors of messages whose run
 * ended without an answer, as when its last attempt failed.
 */
export async function sweepManaged(services: ManagedServices): Promise<void> {
  for (const agentId of await repository.listBehind(services.db, SWEPT_MAX)) await takeUp(services, agentId)
  await failUnanswered(services)
}

/** The job is added with the state `delivered` and ends after the answer's commit: without one, no answer will come. */
async function failUnanswered({ db, clock }: ManagedServices): Promise<void> {
  const pickedUp = (await repository.listPickedUp(db, SWEPT_MAX)).map((row) => ({ row, job: runOf(row) }))
  const ended = new Set(
    await findWithoutJob(
      db,
      RUN_QUEUE,
      pickedUp.map(({ job }) => job),
    ),
  )
  const failed = pickedUp.filter(({ job }) => ended.has(job)).map(({ row }) => row)
  for (const [agentId, rows] of Map.groupBy(failed, (row) => row.agent_id)) {
    const ids = rows.map(({ id }) => id)
    await db.transaction().execute((tx) => markFailedIn({ clock }, tx, agentId, ids, FAILED_TO_ANSWER))
  }
}

const runOf = (row: Omit<repository.PickedUpRow, 'id'>): z.infer<typeof Run> => ({
  agentId: row.agent_id,
  spaceId: row.space_id,
  messageId: row.message_id,
})

/** Marks pending deliveries as delivered and adds a job for each answer, in one transaction. */
async function takeUp({ db, clock, jobs, breaker }: ManagedServices, agentId: string): Promise<void> {
  if (breaker.pausedUntil(agentId) !== undefined) return
  const actor = await findActiveAgent(db, agentId)
  // a paused agent has nothing pending
  if (actor === undefined || actor.pause !== null) return
  let taken = TAKEN_UP_MAX
  while (taken === TAKEN_UP_MAX) {
    taken = await db.transaction().execute(async (tx) => {
      if (!(await repository.lockManaged(tx, agentId))) return 0
      const waiting = await repository.listWaiting(tx, agentId, TAKEN_UP_MAX)
      if (waiting.length === 0) return 0
      const [answered, noticed] = [waiting.filter(isAnswered), waiting.filter((row) => !isAnswered(row))]
      await jobs.addWithin(
        executorOf(tx),
        answered.map((row) => ({ queue: RUN_QUEUE, data: runOf({ ...row, agent_id: agentId }) })),
      )
      const idsOf = (rows: readonly repository.WaitingRow[]) => rows.map(({ id }) => id)
      // marking and appending lock these: lock all of them first, in a fixed order
      await lockSequences(tx, [...new Set(waiting.map(({ space_id: id }) => id))])
      if (noticed.length > 0) await markSeenIn({ clock }, tx, agentId, idsOf(noticed))
      if (answered.length > 0) await markDeliveredIn({ clock }, tx, agentId, idsOf(answered))
      return waiting.length
    })
  }
}

/** A reply by an agent isn't answered, or two managed agents would go on until their chain's bound. */
function isAnswered({ reason, is_by_person: isByPerson }: repository.WaitingRow): boolean {
  return reason !== 'reply' || isByPerson
}

/** Safe to repeat: the answer is posted once. While the circuit breaker pauses the agent, the job is put off. */
async function answerOne(
  services: ManagedServices,
  search: ArticleSearch,
  run: z.infer<typeof Run>,
): Promise<void> {
  const { db, clock, jobs, breaker } = services
  const until = breaker.pausedUntil(run.agentId)
  const putOff = (afterSeconds: number) =>
    db
      .transaction()
      .execute((tx) => jobs.addWithin(executorOf(tx), [{ queue: RUN_QUEUE, data: run, afterSeconds }]))
  if (until !== undefined) return putOff(Math.ceil((until - clock.now()) / 1000))
  try {
    await generateAndPost(services, search, run)
  } catch (error) {
    if (!(error instanceof AgentBreakerOpen)) throw error
    await putOff(error.state.retryAfterSeconds)
  }
}

async function generateAndPost(
  services: ManagedServices,
  search: ArticleSearch,
  { agentId, spaceId, messageId }: z.infer<typeof Run>,
): Promise<void> {
  const { db, clock, messages, runs, guideId, publicUrl, touch } = services
  const [agent, settings] = await Promise.all([
    findActiveAgent(db, agentId),
    repository.findManaged(db, agentId),
  ])
  if (agent === undefined || agent.pause !== null || settings === undefined) return

  touch(agentId)
  const where = { spaceId, messageId }
  await runs.publishWorking(agent, where, 'started')
  try {
    const outcome = await runs.run({
      agent,
      ...where,
      instructions: settings.instructions,
      model: settings.model,
      tools: factTools({ db, clock, search, guideId, publicUrl }, spaceId),
      toolNames: settings.tools,
      withinMs: WITHIN_MS,
    })
    const text = textOf(outcome, settings.model ?? services.defaultModel)
    if (text === undefined) return
    await postAnswer(messages, agent, {
      ...where,
      key: `managed:${messageId}`,
      text,
      refusedText: 'My answer was not posted, because the guardrails of this workspace refuse it.',
    })
    await runs.finish({ agentId, messageId })
  } finally {
    await runs.publishWorking(agent, where, 'stopped')
  }
}

/** The text to post; undefined for none. */
function textOf(outcome: Outcome, model: string | null): string | undefined {
  switch (outcome.kind) {
    case 'answer':
      return outcome.text
    case 'stopped':
      return `Stopped by ${outcome.by}.`
    case 'no_budget':
      return `I stopped before I was done. ${outcome.why}. An administrator can raise it.`
    case 'failed':
      return `I could not answer: ${whyFailed(outcome.why, model)}`
    case 'obsolete':
      return undefined
  }
}

function whyFailed(why: Extract<Outcome, { kind: 'failed' }>['why'], model: string | null): string {
  if (model === null) return 'no model is configured on this server. Its operator can set one.'
  switch (why) {
    case 'unknown_model':
      return 'the model that I answer with is not there any more. An administrator can choose another.'
    case 'key':
      return 'the model refuses the key of this server. Its operator can set another.'
    case 'busy':
      return 'the model is busy. Ask me again in a while.'
    case 'silent':
    case 'slow':
      return 'the model did not answer in time. Ask me again in a while.'
    case 'too_large':
      return 'the answer became too long. Ask for less at once.'
    case 'nonsense':
    case 'refused':
      return 'the model did not give an answer. Ask me in other words.'
    case 'unreachable':
    case 'broken':
    case 'cut':
      return 'the model could not be reached. Ask me again in a while.'
  }
}
