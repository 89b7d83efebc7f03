/** The last part of every change of a task: its events, and those of its announcement. */
import type { Bounds } from '@flockwork/contract/loops'
import type { Task, TaskAction } from '@flockwork/contract/tasks'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { executorOf } from '../../../platform/jobs.ts'
import type { NewEvent } from '../../../platform/outbox.ts'
import {
  addressedEvent,
  addressTask,
  appendWithMessages,
  takeStep,
  type MessageChange,
  webhooksAmong,
  type Recipient,
  type Stepped,
} from '../../messages/index.ts'
import { noSuchTask } from '../access.ts'
import { presentTask } from '../present.ts'
import { findTask } from '../repository.ts'
import type { TaskServices } from '../services.ts'
import { updateStoredEvents } from './stored-events.ts'

export interface Writing {
  readonly tx: Tx
  readonly clock: Clock
}

/** The task as everyone sees it, inside the transaction that changes it. @throws NotFound */
export async function readForAll(tx: Tx, spaceId: string, id: string): Promise<Task> {
  const row = await findTask(tx, spaceId, id)
  if (row === undefined) throw noSuchTask()
  return presentTask(row)
}

/** A change's delivery to an account, with its author. */
export interface Addressed {
  readonly recipient: Recipient
  readonly authorId: string
  /** Its cause (docs/rules/loops.md#cause). */
  readonly cause: Pick<Stepped, 'causeId' | 'chainId' | 'hops'>
}

interface Addressing extends Writing {
  readonly bounds: Bounds
}

/** Places the delivery in a chain: a person's action starts a new chain, an agent's is a step of one. */
export async function addressFor(
  { tx, clock, bounds }: Addressing,
  actor: Actor,
  { spaceId, messageId }: { readonly spaceId: string; readonly messageId: string },
  recipient: Recipient | null | undefined,
): Promise<{ addressed: Addressed | null; step?: Stepped }> {
  const authorId = actor.accountId
  if (actor.kind === 'user') {
    if (recipient == null) return { addressed: null }
    const cause = { causeId: null, chainId: recipient.deliveryId, hops: 0 }
    return { addressed: { recipient, authorId, cause } }
  }
  const recipients = recipient == null ? [] : [recipient]
  const step = await takeStep({ tx, clock, bounds }, actor, {
    spaceId,
    messageId,
    parentId: null,
    recipients,
  })
  const [judged] = step.recipients
  return { addressed: judged === undefined ? null : { recipient: judged, authorId, cause: step }, step }
}

interface TaskChange {
  readonly task: Task
  readonly action: TaskAction
  /** A delivery stored with the change; its author sees its state. */
  readonly addressed?: Addressed | null | undefined
}

export function taskEvent(task: Task, action: TaskAction, recipient?: Recipient): NewEvent {
  return {
    name: 'task_update',
    payload: { action, task },
    messageId: task.message_id,
    ...(recipient?.state === 'stored' && { recipients: [recipient.mention.id] }),
  }
}

/** Adds the job that calls the recipient's webhook, if it has one. */
export async function callWebhook(
  { jobs, webhookJobs }: Pick<TaskServices, 'jobs' | 'webhookJobs'>,
  tx: Tx,
  addressed: Addressed | null | undefined,
): Promise<void> {
  const requests = addressed ? webhookJobs(webhooksAmong([addressed.recipient])) : []
  if (requests.length > 0) await jobs.addWithin(executorOf(tx), requests)
}

/** Appends the events of a change, of changed messages, and of its delivery. The last part of a transaction. */
export async function appendTaskChange(
  { tx, clock }: Writing,
  { task, action, addressed }: TaskChange,
  messages: readonly MessageChange[] = [],
  rest: readonly NewEvent[] = [],
): Promise<void> {
  const { space_id: spaceId, id: taskId, message_id: messageId } = task
  const at = new Date(clock.now())
  if (action === 'updated' || action === 'deleted') await updateStoredEvents(tx, task)
  const delivery = addressed && { spaceId, taskId, messageId, authorId: addressed.authorId, at }
  const seq = await appendWithMessages({ tx, clock }, spaceId, messages, [
    taskEvent(task, action, addressed?.recipient),
    ...(addressed && delivery ? [addressedEvent(delivery, addressed.recipient)] : []),
    ...rest,
  ])
  if (addressed && delivery) {
    const { causeId, chainId, hops } = addressed.cause
    await addressTask(tx, { ...delivery, seq, cause: { causeId, chainId, hops } }, addressed.recipient)
  }
}
