/** Reminders: a job in the database, which survives restarts, mentions the person once at the requested time. */
import * as z from 'zod/mini'
import type { AgentActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { IdempotencyMismatch, NotFound } from '../../../platform/errors.ts'
import { executorOf, type JobRequest } from '../../../platform/jobs.ts'
import { GuardrailViolation } from '../../guardrails/index.ts'
import { postMessage, type MessageServices } from '../../messages/index.ts'
import { parseRequest } from './parse-request.ts'
import * as repository from './repository.ts'
import { reminderText } from './replies.ts'

interface ReminderServices {
  readonly db: Db
  readonly clock: Clock
  readonly messages: MessageServices
  readonly guide: AgentActor
  /** Whether the guide may post now. */
  readonly isActive: () => Promise<boolean>
}

export const REMINDERS = 'guide-reminders'
/** While the guide is paused or the space deleted it looks again so often: the reminder waits. */
const PAUSED_S = 600
const Job = z.object({ requestId: z.string() })

export function reminderJob(requestId: string, inMs: number): JobRequest {
  return {
    queue: REMINDERS,
    data: { requestId } satisfies z.infer<typeof Job>,
    afterSeconds: Math.max(0, Math.ceil(inMs / 1000)),
  }
}

/** Posts one reminder in its thread; safe to repeat. Does nothing if the person left or deleted the request. */
export async function remind(services: ReminderServices, data: unknown): Promise<void> {
  const { db, clock, messages, guide } = services
  const { requestId } = Job.parse(data)
  const reminder = await repository.findOpenReminder(db, requestId)
  if (reminder === undefined) return
  // a deleted space may be restored, or is purged with what waits in it
  if (reminder.space_deleted_at !== null || !(await services.isActive())) {
    await db
      .transaction()
      .execute((tx) => messages.jobs.addWithin(executorOf(tx), [reminderJob(requestId, PAUSED_S * 1000)]))
    return
  }
  const { space_id: spaceId } = reminder
  const request = await repository.findRequest(db, spaceId, requestId)
  const action = request && parseRequest(request.content, request.created_at.getTime())
  const isWanted =
    request !== undefined &&
    request.status === 'active' &&
    action?.kind === 'reminder' &&
    !('missing' in action) &&
    (await repository.isMember(db, spaceId, reminder.asker_id))
  if (isWanted) {
    const post = (content: string) =>
      postMessage(messages, guide, {
        spaceId,
        content,
        parentId: requestId,
        key: `guide-reminder:${requestId}`,
      })
    await post(reminderText(request.handle, action.text)).catch((error: unknown) => {
      // the guardrails may refuse its text by now
      if (error instanceof GuardrailViolation) return post(reminderText(request.handle, ''))
      // already posted, or the space was deleted
      if (error instanceof IdempotencyMismatch || error instanceof NotFound) return
      throw error
    })
  }
  await repository.endReminder(db, requestId, new Date(clock.now()))
}
