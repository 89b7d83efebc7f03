/**
 * The guide's actions for people (docs/rules/guide.md#actions): it offers one, and does it after a yes by the same person
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
import { parseRequest, parseConfirmation, type Action } from './parse-request.ts'
import { reminderJob } from './reminders.ts'
import * as repository from './repository.ts'
import type { RequestRow } from './repository.ts'
import { missingReply, offerReply, replies } from './replies.ts'

export interface ActionServices {
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
export async function handleRequest(
  services: ActionServices,
  { spaceId, messageId }: Posted,
  isAddressed: boolean,
): Promise<string | undefined> {
  const { db, clock } = services
  const request = await repository.findRequest(db, spaceId, messageId)
  if (request === undefined) return undefined
  const { content, author_id: askerId, thread_id: threadId } = request
  const isPerson = request.kind === 'user' && request.status === 'active'

  const confirmation = parseConfirmation(content)
  if (confirmation !== undefined) {
    if (!isPerson) return undefined
    const answer = { spaceId, threadId, askerId, answerId: messageId }
    const offer = await repository.takeOffer(db, { ...answer, since: new Date(clock.now() - VALID_MS) })
    if (offer !== undefined) return settle(services, { ...offer, spaceId }, confirmation)
    if (await repository.hasOpenOffer(db, answer)) return replies.tooLate
    return isAddressed ? replies.nothingOpen : undefined
  }

  if (!isAddressed) return undefined
  const action = actionIn(request)
  if (action === undefined) return undefined
  if (!isPerson) return replies.peopleOnly
  if ('missing' in action) return missingReply(action.missing)
  const whyNot = await whyNotNow(services, action, spaceId, askerId)
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
  return offerReply(action)
}

/** Deterministic for a message. */
function actionIn({ content, created_at: at }: RequestRow): Action | undefined {
  return parseRequest(content, at.getTime())
}

function hashOf({ content }: RequestRow): Buffer {
  return createHash('sha256').update(content).digest()
}

/** Why it can't be done, reported at once instead of after the yes. */
async function whyNotNow(
  { db }: ActionServices,
  action: Action,
  spaceId: string,
  askerId: string,
): Promise<string | undefined> {
  if (action.kind === 'invite') {
    const whyNot = whyNotInvite(await requireMember(db, spaceId, askerId))
    return whyNot === null ? undefined : replies.refused(whyNot)
  }
  if (action.kind === 'reminder' && (await repository.countReminders(db, askerId)) >= REMINDERS_MAX) {
    return replies.tooMany(REMINDERS_MAX)
  }
  return undefined
}

async function settle(
  services: ActionServices,
  { spaceId, requestId, requestHash }: { spaceId: string; requestId: string; requestHash: Buffer },
  confirmation: 'yes' | 'no',
): Promise<string> {
  if (confirmation === 'no') return replies.dropped
  const request = await repository.findRequest(services.db, spaceId, requestId)
  // the request must be the one offered: an admin may have edited it meanwhile
  if (request === undefined || !hashOf(request).equals(requestHash)) return replies.changed
  const action = actionIn(request)
  if (action === undefined || 'missing' in action) return replies.changed
  try {
    return await perform(services, action, spaceId, request)
  } catch (error) {
    if (error instanceof AlreadyDone) return replies.inviteLost
    if (error instanceof GuardrailViolation || (error instanceof ApiError && error.status < 500)) {
      return replies.refused(error.message)
    }
    throw error
  }
}

async function perform(
  services: ActionServices,
  action: Exclude<Action, { missing: unknown }>,
  spaceId: string,
  request: RequestRow,
): Promise<string> {
  const asker = actorOf(request)
  switch (action.kind) {
    case 'task':
      return makeTask(services, asker, { spaceId, requestId: request.id, title: action.title })
    case 'invite':
      return makeInvite(services, asker, spaceId, request.id)
    case 'reminder':
      return makeReminder(services, asker, { spaceId, requestId: request.id, at: action.at })
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
  { messages }: ActionServices,
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
  return replies.taskMade(displayId, id, title)
}

/** @throws Error unless it is a result of `makeTask`. */
function madeTaskIn(answer: unknown): MadeTask {
  if (typeof answer === 'object' && answer !== null && 'id' in answer && 'display_id' in answer) {
    return { id: String(answer.id), display_id: String(answer.display_id) }
  }
  throw new Error('The stored answer is no task')
}

async function makeInvite(
  { db, clock, messages, publicUrl }: ActionServices,
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
  return replies.inviteMade(`${publicUrl()}/join/${code}`)
}

async function makeReminder(
  { db, clock, messages }: ActionServices,
  asker: PersonActor,
  { spaceId, requestId, at }: { spaceId: string; requestId: string; at: number },
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    // so that the limit counts concurrent confirmations
    await repository.lockAsker(tx, asker.accountId)
    // a repeat after a crash: it is made, perhaps even posted
    if (await repository.hasReminder(tx, requestId)) return replies.reminderMade(at)
    // the yes came clearly after the time
    if (at < clock.now() - MINUTE_MS) return missingReply('past')
    await requireMember(tx, spaceId, asker.accountId)
    if ((await repository.countReminders(tx, asker.accountId)) >= REMINDERS_MAX)
      return replies.tooMany(REMINDERS_MAX)
    const reminder = { requestId, spaceId, askerId: asker.accountId, dueAt: new Date(at) }
    await repository.insertReminder(tx, reminder)
    await messages.jobs.addWithin(executorOf(tx), [reminderJob(requestId, at - clock.now())])
    return replies.reminderMade(at)
  })
}
