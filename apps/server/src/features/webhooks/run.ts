/**
 * Calls one agent's webhook for all pending deliveries: one attempt at a time, under a lease, so that no two nodes call
 * the same receiver concurrently. The result of an attempt is stored before the next; if a process dies between an
 * attempt and storing its result, the attempt is repeated (docs/rules/webhooks.md#attempts).
 */
import { randomUUID } from 'node:crypto'
import { WEBHOOK_TIMEOUT_MS } from '@flockwork/contract/limits'
import type { AgentActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { executorOf, type JobRequest } from '../../platform/jobs.ts'
import { findActiveAgent } from '../agents/index.ts'
import { markDeliveredIn } from '../inbox/index.ts'
import * as calls from './calls-repository.ts'
import { payloadOf } from './payload.ts'
import * as repository from './repository.ts'
import { holdS, isOver, retryInS } from './schedule.ts'
import { secretsOf } from './secrets.ts'
import { GONE, type Outcome } from './send.ts'
import type { WebhookServices } from './services.ts'
import { signatureHeaders } from './signature.ts'

/** The length of one run; the next job does the rest, so that agents take turns. */
const RUN_MS = 25_000
const LEASE_MS = WEBHOOK_TIMEOUT_MS + 5000
const TAKEN_UP_MAX = 100
/** How long after it was addressed a delivery is still sent though another channel has delivered it. */
const STILL_SENT_MS = 60 * 60 * 1000
const COME_BACK_S = 1
/** The pause of an agent's calls after an internal error. */
const REST_MS = 60_000
const STOPPED = 'The agent was paused or is gone'
const NOT_WANTED = 'Read, answered, withdrawn or expired before it was sent'

type JobFor = (agentId: string, afterSeconds: number) => JobRequest

/** @param stopwatch milliseconds that only increase */
export async function runWebhook(
  services: WebhookServices,
  agentId: string,
  jobFor: JobFor,
  stopwatch: () => number = () => performance.now(),
): Promise<void> {
  const { db, clock } = services
  const lease = randomUUID()
  const first = await renew(services, agentId, lease)
  if (first === undefined) return comeBack(services, agentId, jobFor)
  const endsAt = stopwatch() + RUN_MS
  let isCutOff = false
  try {
    let row: repository.WebhookRow | undefined = first
    while (row !== undefined) {
      isCutOff = stopwatch() >= endsAt
      if (isCutOff) break
      if (mayNotCallBefore(services, row) > clock.now()) break
      const actor = await findActiveAgent(db, agentId)
      if (actor === undefined || actor.pause !== null) {
        // their deliveries are undeliverable
        await calls.cancelAll(db, agentId, { lease, problem: STOPPED })
        break
      }
      const isDone = await callNext(services, row, actor)
      if (isDone) break
      row = await renew(services, agentId, lease)
    }
  } catch (error) {
    services.onError(error)
    // otherwise due calls would be retried immediately, in a loop
    await repository.hold(db, agentId, new Date(clock.now() + REST_MS))
  } finally {
    await finish(services, agentId, { lease, jobFor, isCutOff })
  }
}

/** Acquires or extends the lease; `undefined` if another job holds it, or the webhook is off. */
function renew({ db, clock }: WebhookServices, agentId: string, lease: string) {
  const now = clock.now()
  return repository.takeLease(db, agentId, { lease, now: new Date(now), until: new Date(now + LEASE_MS) })
}

/** Another job holds the lease, or died with it: plans a job soon, for deliveries that it may have missed. */
async function comeBack(
  { db, clock, jobs }: WebhookServices,
  agentId: string,
  jobFor: JobFor,
): Promise<void> {
  const now = new Date(clock.now())
  const at = new Date(now.getTime() + COME_BACK_S * 1000)
  await db.transaction().execute(async (tx) => {
    // one job is enough
    const isPlanned = await repository.planWake(tx, agentId, { now, at })
    if (isPlanned) await jobs.addWithin(executorOf(tx), [jobFor(agentId, COME_BACK_S)])
  })
}

/** Milliseconds since 1970: the end of the backoff after a failure, or of the breaker's pause. */
function mayNotCallBefore({ breaker }: WebhookServices, row: repository.WebhookRow): number {
  return Math.max(row.held_until?.getTime() ?? 0, breaker.pausedUntil(row.agent_id) ?? 0)
}

/** Makes one attempt; true if nothing is due, or nothing may be sent now. */
async function callNext(
  services: WebhookServices,
  row: repository.WebhookRow,
  actor: AgentActor,
): Promise<boolean> {
  const { db, clock } = services
  const now = clock.now()
  const due = (await calls.findDue(db, row.agent_id, new Date(now))) ?? (await takeUp(services, row, now))
  if (due === undefined) return true
  try {
    return await attempt(services, row, actor, due)
  } catch (error) {
    // after the other pending calls
    await calls.postpone(db, due.delivery_id, new Date(clock.now() + REST_MS))
    throw error
  }
}

/** True if the agent's breaker has just tripped: the call stays pending. */
async function attempt(
  services: WebhookServices,
  row: repository.WebhookRow,
  actor: AgentActor,
  due: NonNullable<Awaited<ReturnType<typeof calls.findDue>>>,
): Promise<boolean> {
  const { db, clock, send } = services
  const { delivery_id: deliveryId, attempts } = due
  const payload = await payloadOf(services, actor, deliveryId)
  if (payload === 'delayed') return true
  if (payload === undefined) {
    const isCancelled = await calls.cancelIfOver(db, deliveryId, NOT_WANTED)
    // the agent has just been moved
    if (!isCancelled) await calls.postpone(db, deliveryId, new Date(clock.now() + REST_MS))
    return false
  }
  const { body } = payload
  const timestamp = Math.floor(clock.now() / 1000)
  const outcome = await send({
    url: row.url,
    body,
    headers: signatureHeaders(secretsOf(services, row), { id: deliveryId, timestamp, body }),
  })
  await saveOutcome(services, row, { deliveryId, attempts: attempts + 1, outcome })
  return false
}

async function takeUp({ db }: WebhookServices, row: repository.WebhookRow, now: number) {
  const since = new Date(Math.max(row.on_since.getTime(), now - STILL_SENT_MS))
  await calls.insertCalls(db, row.agent_id, { now: new Date(now), since, limit: TAKEN_UP_MAX })
  return calls.findDue(db, row.agent_id, new Date(now))
}

interface Made {
  readonly deliveryId: string
  /** Including this one. */
  readonly attempts: number
  readonly outcome: Outcome
}

async function saveOutcome(
  services: WebhookServices,
  { agent_id: agentId, url, on_since: onSince }: repository.WebhookRow,
  { deliveryId, attempts, outcome }: Made,
): Promise<void> {
  const { db, clock } = services
  const { status, problem, retryAfterS } = outcome
  const triedAt = new Date(clock.now())
  const made = { attempts, status, problem, triedAt }
  const isEnded = await db.transaction().execute(async (tx) => {
    // re-read: its owner may have changed it during the attempt
    const row = await repository.lockWebhook(tx, agentId)
    if (row === undefined) return false
    // switching it off and on changes `on_since`
    const isOfOldSetting = row.url !== url || row.on_since.getTime() !== onSince.getTime()
    if (problem === null) {
      await calls.saveAttempt(tx, deliveryId, { ...made, state: 'delivered' })
      if (!isOfOldSetting) await repository.markWorking(tx, agentId)
      await markDeliveredIn({ clock }, tx, agentId, [deliveryId])
      return false
    }

    if (isOfOldSetting) {
      // the result says nothing about the new setting, which hasn't been tried yet
      const again = { ...made, attempts: 0, state: 'waiting', dueAt: triedAt } as const
      await calls.saveAttempt(tx, deliveryId, again)
      return false
    }

    const waitS = retryInS(attempts, retryAfterS, Math.random())
    const dueAt = new Date(clock.now() + (waitS ?? 0) * 1000)
    await calls.saveAttempt(tx, deliveryId, {
      ...made,
      state: waitS === undefined ? 'dead' : 'waiting',
      dueAt,
    })
    const failures = row.failures + 1
    const failingSince = row.failing_since ?? triedAt
    const heldUntil = new Date(clock.now() + holdS(failures, retryAfterS) * 1000)
    await repository.markFailing(tx, agentId, { failures, failingSince, heldUntil })
    if (status !== GONE && !isOver(failingSince.getTime(), failures, clock.now())) return false
    if (!row.is_on) return false
    await repository.markEnded(tx, agentId, problem, triedAt)
    await calls.giveUpAll(tx, agentId, problem)
    await audit(tx, clock, {
      actorId: null,
      action: 'agent_webhook_ended',
      target: { type: 'agent', id: agentId },
      after: { why: problem },
    })
    return true
  })
  if (isEnded) await announceEnd(services, agentId)
}

async function announceEnd(
  { db, announce, invalidateAccount }: WebhookServices,
  agentId: string,
): Promise<void> {
  await invalidateAccount(agentId)
  const agent = await findActiveAgent(db, agentId)
  if (agent?.ownerId != null) await announce(agent.ownerId)
}

/** Releases the lease, and adds the job for calls that are due later, or for what a run that was cut off left. */
async function finish(
  services: WebhookServices,
  agentId: string,
  { lease, jobFor, isCutOff }: { lease: string; jobFor: JobFor; isCutOff: boolean },
): Promise<void> {
  const { db, clock, jobs } = services
  await db.transaction().execute(async (tx) => {
    const row = await repository.lockWebhook(tx, agentId)
    if (row === undefined || row.lease !== lease) return
    const now = clock.now()
    // there may be deliveries without a call, whose own jobs were removed when this run began
    const due = isCutOff ? new Date(now) : await calls.findNextDue(tx, agentId)
    if (due === null || !row.is_on) return repository.endLease(tx, agentId, { lease, wakesAt: null })

    const at = Math.max(due.getTime(), mayNotCallBefore(services, row), now)
    // one job is enough
    const isPlanned = row.wakes_at !== null && row.wakes_at.getTime() > now && row.wakes_at.getTime() <= at
    await repository.endLease(tx, agentId, { lease, wakesAt: isPlanned ? row.wakes_at : new Date(at) })
    if (!isPlanned) await jobs.addWithin(executorOf(tx), [jobFor(agentId, Math.ceil((at - now) / 1000))])
  })
}
