/** The owner's settings of an agent's webhook (docs/rules/webhooks.md). */
import {
  WEBHOOK_CALLS_RETENTION_MS,
  WEBHOOK_CALLS_SHOWN,
  WEBHOOK_SECRET_OVERLAP_MS,
} from '@flockwork/contract/limits'
import type { Webhook, WebhookCall, WebhookTest } from '@flockwork/contract/webhooks'
import type { PersonActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { wireTime, wireTimeOrNull, type Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { Conflict, invalid, NotFound } from '../../platform/errors.ts'
import { orderedId } from '../../platform/ids.ts'
import type { Once } from '../../platform/idempotency.ts'
import { executorOf } from '../../platform/jobs.ts'
import { findActiveAgent, requireOwn } from '../agents/index.ts'
import { requireActivePerson } from '../auth/index.ts'
import * as calls from './calls-repository.ts'
import { testPayload } from './payload.ts'
import * as repository from './repository.ts'
import { encryptSecret, secretsOf } from './secrets.ts'
import { whyNoWebhook } from './send.ts'
import type { WebhookServices } from './services.ts'
import { newSecret, signatureHeaders } from './signature.ts'
import { webhookJobs } from './worker.ts'

interface Saved {
  readonly webhook: Webhook
  /** Shown only once. */
  readonly secret: string | null
}

/** @throws NotFound for an agent that the caller doesn't know, Forbidden for another person's. */
export async function readWebhook(
  { db }: Pick<WebhookServices, 'db'>,
  actor: PersonActor,
  agentId: string,
): Promise<{ webhook: Webhook | null }> {
  await requireOwn(db, actor, agentId)
  const row = await repository.findWebhook(db, agentId)
  return { webhook: row === undefined ? null : await present(db, row) }
}

/**
 * Sets the URL, and whether it is called; pending deliveries are sent then.
 * @throws NotFound, Forbidden, Invalid for a URL that can't be a webhook.
 */
export async function setWebhook(
  services: WebhookServices,
  actor: PersonActor,
  agentId: string,
  { url, is_on: wanted }: { readonly url: string; readonly is_on?: boolean | undefined },
  once: Once<Saved>,
): Promise<Saved> {
  const { db, clock, encryption, allowPrivate } = services
  await requireOwn(db, actor, agentId)
  const problem = whyNoWebhook(url, allowPrivate)
  if (problem !== undefined) throw invalid(['body', 'url'], problem)
  const saved = await once(async (tx) => {
    await requireActivePerson(tx, actor)
    const at = new Date(clock.now())
    const before = await repository.lockWebhook(tx, agentId)
    const isOn = wanted ?? before?.is_on ?? true
    const isNews = isOn && !(before?.is_on === true && before.url === url)
    let secret: string | null = null
    if (before === undefined) {
      secret = newSecret()
      const stored = encryptSecret(encryption, agentId, secret)
      const isNew = await repository.insertWebhook(tx, { agentId, url, secret: stored, isOn, at })
      if (!isNew) throw new Conflict('This agent just got a webhook. Look at it again.')
    } else {
      const onSince = before.is_on && isOn ? before.on_since : at
      await repository.saveWebhook(tx, agentId, { url, isOn, onSince })
    }
    if (isNews) {
      await repository.saveOrigin(tx, agentId, actor, at)
      await calls.restartWaiting(tx, agentId, at)
    }
    // the URL itself may contain a secret
    const after = { host: new URL(url).host, is_on: isOn }
    await note(tx, clock, actor, { action: 'agent_webhook_set', agentId, after })
    if (isOn) await callSoon(services, tx, agentId)
    return { webhook: await presentNow(tx, agentId), secret }
  })
  await services.invalidateAccount(agentId)
  if (saved.webhook.is_on) await services.announce(actor.accountId)
  return saved
}

/** @throws NotFound, also if there is no webhook; Forbidden. */
export async function rotateSecret(
  services: WebhookServices,
  actor: PersonActor,
  agentId: string,
  once: Once<{ webhook: Webhook; secret: string }>,
): Promise<{ webhook: Webhook; secret: string }> {
  const { db, clock, encryption } = services
  await requireOwn(db, actor, agentId)
  return once(async (tx) => {
    await requireActivePerson(tx, actor)
    if ((await repository.lockWebhook(tx, agentId)) === undefined) throw noWebhook()
    const secret = newSecret()
    await repository.saveSecret(tx, agentId, {
      secret: encryptSecret(encryption, agentId, secret),
      oldUntil: new Date(clock.now() + WEBHOOK_SECRET_OVERLAP_MS),
    })
    await note(tx, clock, actor, { action: 'agent_webhook_secret_rotated', agentId })
    return { webhook: await presentNow(tx, agentId), secret }
  })
}

export async function removeWebhook(
  services: WebhookServices,
  actor: PersonActor,
  agentId: string,
  once: Once<void>,
): Promise<void> {
  const { db, clock } = services
  await requireOwn(db, actor, agentId)
  await once(async (tx) => {
    await requireActivePerson(tx, actor)
    const isRemoved = await repository.deleteWebhook(tx, agentId)
    if (isRemoved) await note(tx, clock, actor, { action: 'agent_webhook_removed', agentId })
  })
  await services.invalidateAccount(agentId)
}

/** Makes one signed call now, whether it is on or not; nothing is stored. @throws NotFound, Forbidden. */
export async function testWebhook(
  services: WebhookServices,
  actor: PersonActor,
  agentId: string,
): Promise<WebhookTest> {
  const { db, clock, send } = services
  await requireOwn(db, actor, agentId)
  const row = await repository.findWebhook(db, agentId)
  const agent = await findActiveAgent(db, agentId)
  if (row === undefined || agent === undefined) throw noWebhook()
  const now = clock.now()
  const body = testPayload(agent, new Date(now))
  const signed = { id: orderedId(now), timestamp: Math.floor(now / 1000), body }
  const { status, problem } = await send({
    url: row.url,
    body,
    headers: signatureHeaders(secretsOf(services, row), signed),
  })
  return { ok: problem === null, status, problem }
}

/**
 * Resends one dead letter, or all of them and what waits for its next attempt.
 * @throws NotFound, Forbidden, Conflict while the webhook is off.
 */
export async function resendCalls(
  services: WebhookServices,
  actor: PersonActor,
  agentId: string,
  callId: string | undefined,
  once: Once<{ webhook: Webhook }>,
): Promise<{ webhook: Webhook }> {
  const { db, clock } = services
  await requireOwn(db, actor, agentId)
  return once(async (tx) => {
    const row = await repository.lockWebhook(tx, agentId)
    if (row === undefined) throw noWebhook()
    if (!row.is_on) throw new Conflict('The webhook is off. Switch it on first.')
    const now = new Date(clock.now())
    if (callId === undefined) await calls.restartWaiting(tx, agentId, now)
    const revived = await calls.revive(tx, agentId, { deliveryId: callId, now })
    if (revived === 0 && callId !== undefined) throw new NotFound('No such dead letter')
    // the owner says that it works again
    await repository.saveWebhook(tx, agentId, { url: row.url, isOn: true, onSince: row.on_since })
    await callSoon(services, tx, agentId)
    return { webhook: await presentNow(tx, agentId) }
  })
}

/** Deletes the webhooks of deleted agents, and calls of long ago. */
export async function pruneWebhooks({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await repository.deleteOld(db, new Date(clock.now() - WEBHOOK_CALLS_RETENTION_MS))
}

const noWebhook = () => new NotFound('This agent has no webhook')

async function callSoon({ jobs }: Pick<WebhookServices, 'jobs'>, tx: Tx, agentId: string): Promise<void> {
  await jobs.addWithin(executorOf(tx), webhookJobs([agentId]))
}

function note(
  tx: Tx,
  clock: Clock,
  actor: PersonActor,
  { action, agentId, after }: { action: string; agentId: string; after?: object },
): Promise<void> {
  return audit(tx, clock, {
    actorId: actor.accountId,
    action,
    target: { type: 'agent', id: agentId },
    ...(after !== undefined && { after }),
  })
}

async function presentNow(tx: Tx, agentId: string): Promise<Webhook> {
  const row = await repository.findWebhook(tx, agentId)
  if (row === undefined) throw noWebhook()
  return present(tx, row)
}

async function present(db: Db, row: repository.WebhookRow): Promise<Webhook> {
  const counts = await calls.countCalls(db, row.agent_id)
  const latest = await calls.listCalls(db, row.agent_id, WEBHOOK_CALLS_SHOWN)
  const { ended_at: endedAt, ended_why: why } = row
  return {
    url: row.url,
    is_on: row.is_on,
    failing_since: wireTimeOrNull(row.failing_since),
    ended: endedAt === null || why === null ? null : { at: wireTime(endedAt), why },
    old_secret_until: wireTimeOrNull(row.old_secret_until),
    waiting: counts.get('waiting') ?? 0,
    dead: counts.get('dead') ?? 0,
    calls: latest.map(presentCall),
    created_at: wireTime(row.created_at),
  }
}

function presentCall(row: Awaited<ReturnType<typeof calls.listCalls>>[number]): WebhookCall {
  return {
    id: row.delivery_id,
    // only this room and the inbox write it, with these values
    reason: row.reason as WebhookCall['reason'],
    state: row.state as WebhookCall['state'],
    attempts: row.attempts,
    tried_at: wireTimeOrNull(row.tried_at),
    status: row.status,
    problem: row.problem,
    due_at: row.state === 'waiting' ? wireTime(row.due_at) : null,
    created_at: wireTime(row.created_at),
  }
}
