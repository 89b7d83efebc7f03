/**
 * The guide's actions for people (docs/rules/guide.md#acts): it offers one, and does it after a yes by the same person
 * in the same thread, with that person's permissions, through the same services as the app. Every step is safe to
 * repeat.
 */
import { createHash } from 'node:crypto'
import { whyNotInvite } from '@flockwork/contract/policy/spaces'
import type { AgentActor, PersonActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { AlreadyDone, ApiError } from '../../../platform/errors.ts'
import { executorOf } from '../../../platform/jobs.ts'
import { GuardrailViolation } from '../../guardrails/index.ts'
import type { MessageServices } from '../../messages/index.ts'
import { createInvite, requireMember } from '../../spaces/index.ts'
import { createTask } from '../../tasks/index.ts'
import { actOf, confirmationOf, type Act } from './ask.ts'
import { reminderJob } from './reminders.ts'
import * as repository from './repository.ts'
import type { RequestRow } from './repository.ts'
import { sayLack, sayOffer, says } from './words.ts'

export interface ActServices {
  readonly db: Db
  readonly clock: Clock
  readonly messages: MessageServices
  readonly guide: AgentActor
  readonly publicUrl: () => string
}

const MINUTE_MS = 60_000
const VALID_MS = 15 * MINUTE_MS
const KEPT_MS = 24 * 60 * MINUTE_MS
const REMINDERS_MAX = 50

interface Posted {
  readonly spaceId: string
  readonly messageId: string
}

/**
 * The guide's answer to a message that requests an action or answers an offer; undefined for any other message,
 * and for a plain yes or no that isn't addressed to it and answers no offer.
 */
export async function actOn(
  services: ActServices,
  { spaceId, messageId }: Posted,
  isAddressed: boolean,
): Promise<string | undefined> {
  const { db, clock } = services
  const request = await repository.findRequest(db, spaceId, messageId)
  if (request === undefined) return undefined
  const { content, author_id: askerId, thread_id: threadId } = request
  const isPerson = request.kind === 'user' && request.status === 'active'

  const confirmation = confirmationOf(content)
  if (confirmation !== undefined) {
    if (!isPerson) return undefined
    const answer = { spaceId, threadId, askerId, answerId: messageId }
    const offer = await repository.takeOffer(db, { ...answer, since: new Date(clock.now() - VALID_MS) })
    if (offer !== undefined) return settle(services, { ...offer, spaceId }, confirmation)
    if (await repository.hasOpenOffer(db, answer)) return says.tooLate
    return isAddressed ? says.nothingOpen : undefined
  }

  if (!isAddressed) return undefined
  const act = actIn(request)
  if (act === undefined) return undefined
  if (!isPerson) return says.peopleOnly
  if ('lacks' in act) return sayLack(act.lacks)
  const whyNot = await whyNotNow(services, act, spaceId, askerId)
  if (whyNot !== undefined) return whyNot
  const now = clock.now()
  await repository.insertOffer(db, {
    requestId: messageId,
    spaceId,
    threadId,
    askerId,
    requestHash: hashOf(request),
    at: new Date(now),
    keptSince: new Date(now - KEPT_MS),
  })
  return sayOffer(act)
}

/** Deterministic for a message. */
function actIn({ content, created_at: at }: RequestRow): Act | undefined {
  return actOf(content, at.getTime())
}

function hashOf({ content }: RequestRow): Buffer {
  return createHash('sha256').update(content).digest()
}

/** Why it can't be done, reported at once instead of after the yes. */
async function whyNotNow(
  { db }: ActServices,
  act: Act,
  spaceId: string,
  askerId: string,
): Promise<string | undefined> {
  if (act.kind === 'invite') {
    const whyNot = whyNotInvite(await requireMember(db, spaceId, askerId))
    return whyNot === null ? undefined : says.refused(whyNot)
  }
  if (act.kind === 'reminder' && (await repository.countReminders(db, askerId)) >= REMINDERS_MAX) {
    return says.tooMany(REMINDERS_MAX)
  }
  return undefined
}

async function settle(
  services: ActServices,
  { spaceId, requestId, requestHash }: { spaceId: string; requestId: string; requestHash: Buffer },
  confirmation: 'yes' | 'no',
): Promise<string> {
  if (confirmation === 'no') return says.dropped
  const request = await repository.findRequest(services.db, spaceId, requestId)
  // the request must be the one offered: an admin may have edited it meanwhile
  if (request === undefined || !hashOf(request).equals(requestHash)) return says.changed
  const act = actIn(request)
  if (act === undefined || 'lacks' in act) return says.changed
  try {
    return await perform(services, act, spaceId, request)
  } catch (error) {
    if (error instanceof AlreadyDone) return says.inviteLost
    if (error instanceof GuardrailViolation || (error instanceof ApiError && error.status < 500)) {
      return says.refused(error.message)
    }
    throw error
  }
}

async function perform(
  services: ActServices,
  act: Exclude<Act, { lacks: unknown }>,
  spaceId: string,
  request: RequestRow,
): Promise<string> {
  const asker = actorOf(request)
  switch (act.kind) {
    case 'task':
      return makeTask(services, asker, { spaceId, requestId: request.id, title: act.title })
    case 'invite':
      return makeInvite(services, asker, spaceId, request.id)
    case 'reminder':
      return makeReminder(services, asker, { spaceId, requestId: request.id, at: act.at })
  }
}

/** The asker, with only a member's permissions. */
function actorOf({
  author_id: accountId,
  handle,
  display_name: displayName,
  avatar_url: avatarUrl,
}: RequestRow): PersonActor {
  return {
    kind: 'user',
    accountId,
    username: handle,
    displayName,
    avatarUrl,
    from: { ip: null, userAgent: null },
    role: 'user',
    sessionId: '',
    tokenSpaceId: null,
    currentSpaceId: null,
    expiresAt: 0,
  }
}

interface MadeTask {
  readonly id: string
  readonly display_id: string
}

async function makeTask(
  { messages }: ActServices,
  asker: PersonActor,
  { spaceId, requestId, title }: { spaceId: string; requestId: string; title: string },
): Promise<string> {
  let made: MadeTask | undefined
  // a repeat returns the created task
  const answer = await messages.runOnce({
    callerId: asker.accountId,
    key: `guide:${requestId}`,
    bodyHash: `guide task ${requestId}`,
    storesAnswer: true,
    shape: (task) => task,
    work: async (once) => {
      const { id, display_id } = await createTask(messages, asker, { spaceId, title }, once)
      made = { id, display_id }
      return made
    },
  })
  const { id, display_id: displayId } = made ?? madeTaskIn(answer)
  return says.taskMade(displayId, id, title)
}

/** @throws Error unless it is a result of `makeTask`. */
function madeTaskIn(answer: unknown): MadeTask {
  if (typeof answer === 'object' && answer !== null && 'id' in answer && 'display_id' in answer) {
    return { id: String(answer.id), display_id: String(answer.display_id) }
  }
  throw new Error('The stored answer is no task')
}

async function makeInvite(
  { db, clock, messages, publicUrl }: ActServices,
  asker: PersonActor,
  spaceId: string,
  requestId: string,
): Promise<string> {
  let code = ''
  // a repeat throws AlreadyDone, because the code isn't stored
  await messages.runOnce({
    callerId: asker.accountId,
    key: `guide:${requestId}`,
    bodyHash: `guide invite ${requestId}`,
    storesAnswer: false,
    shape: () => null,
    work: async (once) => {
      code = (await createInvite({ db, clock }, asker, spaceId, {}, once)).invite_code
      return null
    },
  })
  return says.inviteMade(`${publicUrl()}/join/${code}`)
}

async function makeReminder(
  { db, clock, messages }: ActServices,
  asker: PersonActor,
  { spaceId, requestId, at }: { spaceId: string; requestId: string; at: number },
): Promise<string> {
  // the yes came clearly after the time
  if (at < clock.now() - MINUTE_MS) return sayLack('past')
  await requireMember(db, spaceId, asker.accountId)
  await db.transaction().execute(async (tx) => {
    const reminder = { requestId, spaceId, askerId: asker.accountId, dueAt: new Date(at) }
    const isNew = await repository.insertReminder(tx, reminder)
    if (isNew) await messages.jobs.addWithin(executorOf(tx), [reminderJob(requestId, at - clock.now())])
  })
  return says.reminderMade(at)
}
