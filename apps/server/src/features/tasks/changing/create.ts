/** Creating a task, with its announcement and optionally an assignment (docs/rules/tasks.md#announcement). */
import { TASK_EXPECTED_MINUTES } from '@flockwork/contract/limits'
import { NO_GROOMING, type Task, type TaskPriority } from '@flockwork/contract/tasks'
import { displayId } from '@flockwork/contract/tasks/display-id'
import type { Actor } from '../../../platform/actor.ts'
import { invalid, NotFound } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { randomId } from '../../../platform/ids.ts'
import { writingOf } from '../../guardrails/index.ts'
import { announceTask, linkTask, requireUnpaused } from '../../messages/index.ts'
import { requireMember, spaceOf } from '../../spaces/index.ts'
import { withChecklist, type GivenChecklist } from '../present.ts'
import { vectorOf } from '../reading/words.ts'
import type { TaskServices } from '../services.ts'
import { addressFor, appendTaskChange, callWebhook, readForAll } from '../writing/append.ts'
import { assignmentOf } from './assignee.ts'
import * as repository from './create-repository.ts'

export interface NewTask {
  readonly spaceId?: string | null | undefined
  readonly title: string
  readonly description?: string | null | undefined
  readonly priority?: TaskPriority | null | undefined
  readonly isIdea?: boolean | undefined
  readonly skills?: readonly string[] | null | undefined
  readonly checklist?: GivenChecklist | null | undefined
  readonly deadline?: string | null | undefined
  readonly expectedMinutes?: number | null | undefined
  readonly assigneeId?: string | null | undefined
  readonly sourceMessageId?: string | null | undefined
}

/**
 * @throws NotFound for a space that the author isn't in, an unknown assignee or source message; Invalid for an
 * idea with an assignee; GuardrailViolation.
 */
export async function createTask(
  services: TaskServices,
  author: Actor,
  input: NewTask,
  once: Once<Task>,
): Promise<Task> {
  const { db, clock, guard } = services
  const spaceId = spaceOf(author, input.spaceId)
  await requireMember(db, spaceId, author.accountId)
  if (input.isIdea === true && input.assigneeId != null) {
    throw invalid(['body', 'type'], 'An idea is assigned once an admin has approved it')
  }
  const { title, description, skills } = {
    ...input,
    description: input.description ?? '',
    skills: input.skills ?? [],
  }
  await guard([title, description, ...skills].join('\n'), writingOf(author, 'task', spaceId))

  return once(async (tx) => {
    await requireUnpaused(tx, clock, author)
    await requireMember(tx, spaceId, author.accountId)
    const [id, messageId] = [randomId(), randomId()]
    const assignment =
      input.assigneeId == null
        ? null
        : await assignmentOf({ ...services, db: tx }, author, spaceId, input.assigneeId)
    // before the space's sequence, in the lock order of every change
    const { sourceMessageId = null } = input
    const source = sourceMessageId === null ? [] : await linkTask(tx, spaceId, sourceMessageId, id)
    if (sourceMessageId !== null && source.length === 0) throw new NotFound('Message not found')

    const {
      number,
      seq,
      messages: messagesSoFar,
      at,
    } = await repository.takeNumber(tx, spaceId, new Date(clock.now()))
    await repository.insertTask(tx, {
      space_id: spaceId,
      id,
      number,
      title,
      description,
      author_id: author.accountId,
      assignee_id: assignment?.mention.id ?? null,
      assigned_at: assignment === null ? null : at,
      status: assignment === null ? 'available' : 'assigned',
      status_extended: input.isIdea === true ? 'idea' : null,
      priority: input.priority ?? 'medium',
      skills: [...skills],
      grooming_checklist: JSON.stringify(withChecklist(NO_GROOMING, input.checklist)),
      message_id: messageId,
      source_message_id: sourceMessageId,
      created_at: at,
      updated_at: at,
      deadline: input.deadline == null ? null : new Date(input.deadline),
      expected_minutes: input.expectedMinutes ?? TASK_EXPECTED_MINUTES,
      words: vectorOf(spaceId, [title, description]),
    })
    const isOthers = assignment !== null && assignment.mention.id !== author.accountId
    const { addressed, step } = await addressFor(
      { tx, clock, bounds: services.bounds },
      author,
      { spaceId, messageId },
      isOthers ? assignment : null,
    )
    const announced = await announceTask(tx, {
      spaceId,
      id: messageId,
      seq: seq + 1,
      taskId: id,
      content: announcementOf(number, title),
      isClaimed: false,
      messagesSoFar,
      at,
      step,
      author,
    })
    const task = await readForAll(tx, spaceId, id)
    const messages = [announced, ...source]
    await callWebhook(services, tx, addressed)
    await appendTaskChange({ tx, clock }, { task, action: 'created', addressed }, messages, step?.events)
    return task
  })
}

export function announcementOf(number: number, title: string): string {
  return `${displayId(number)} ${title}`
}
