/**
 * Reminders mention the person once at the requested time. The row is what counts (docs/rules/guide.md#actions): a job wakes
 * at its time, and what that didn't post is taken up again.
 */
import * as z from 'zod/mini'
import type { AgentActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { IdempotencyMismatch } from '../../../platform/errors.ts'
import { requeue, type JobRequest, type Jobs } from '../../../platform/jobs.ts'
import { GuardrailViolation } from '../../guardrails/index.ts'
import { postReply, type MessageServices } from '../../messages/index.ts'
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
const Job = z.object({ requestId: z.string() })

export function reminderJob(requestId: string, inMs: number): JobRequest {
  return {
    queue: REMINDERS,
    data: { requestId } satisfies z.infer<typeof Job>,
    afterSeconds: Math.max(0, Math.ceil(inMs / 1000)),
  }
}

/**
 * Adds jobs for due reminders whose job was given up or lost, or that waited for the guide, the space or the person.
 */
export function requeueReminders({
  db,
  clock,
  jobs,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'addWithin'>
}): Promise<void> {
  return requeue<z.infer<typeof Job>>({ db, jobs }, REMINDERS, (tx, page) =>
    repository.listDueReminders(tx, { ...page, now: new Date(clock.now()) }),
  )
}

/**
 * Posts one reminder in its thread; safe to repeat. Ends it if the person left or deleted the request. While the guide is
 * paused, the space deleted or the person deactivated it does nothing: the reminder gets another job.
 */
export async function remind(services: ReminderServices, data: unknown): Promise<void> {
  const { db, clock, messages, guide } = services
  const { requestId } = Job.parse(data)
  const reminder = await repository.findOpenReminder(db, requestId)
  if (reminder === undefined || reminder.is_waiting || !(await services.isActive())) return
  const { space_id: spaceId, is_for_member: isForMember } = reminder
  const request = await repository.findRequest(db, spaceId, requestId)
  const action = request && parseRequest(request.content, request.created_at.getTime())
  if (isForMember && request !== undefined && action?.kind === 'reminder' && !('missing' in action)) {
    const post = (content: string) =>
      postReply(messages, guide, {
        spaceId,
        content,
        parentId: requestId,
        key: `guide-reminder:${requestId}`,
      })
    await post(reminderText(request.handle, action.text)).catch((error: unknown) => {
      // the guardrails may refuse its text by now
      if (error instanceof GuardrailViolation) return post(reminderText(request.handle, ''))
      // already posted
      if (error instanceof IdempotencyMismatch) return
      // not found: the space or the request was deleted meanwhile, which the next attempt sees
      throw error
    })
  }
  await repository.endReminder(db, requestId, new Date(clock.now()))
}
