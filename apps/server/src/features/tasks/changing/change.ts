/** Shared by all changes of a stored task. */
import type { Task, TaskAction } from '@flockwork/contract/tasks'
import type { Actor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { lockSequences, type NewEvent } from '../../../platform/outbox.ts'
import { deliveryEvent, requireUnpaused, type MessageChange, type Recipient } from '../../messages/index.ts'
import { isAdministrator, lockAndFind, noSuchTask, requireRight, spaceToChange } from '../access.ts'
import { presentTask } from '../present.ts'
import { findTask, saveTask, type TaskFields, type TaskRow } from '../repository.ts'
import type { TaskServices } from '../services.ts'
import { addressFor, appendTaskChange, callWebhook, readForAll } from '../writing/append.ts'
import { markAnswered } from '../writing/delivery-repository.ts'

/** What a change does to a task; null for no change. */
export interface Plan {
  readonly fields: TaskFields
  readonly action: TaskAction
  /** Changes the messages that follow the task. */
  readonly messages?: (tx: Tx) => Promise<MessageChange[]>
  /** Changes deliveries, once the space's sequence is locked; returns the events for their authors. */
  readonly deliveries?: (tx: Tx) => Promise<NewEvent[]>
  /** The account that is notified of the change; never the actor. */
  readonly recipient?: Recipient | null | undefined
}

export interface Change {
  readonly id: string
  /** The version that the caller read. */
  readonly version?: number | null | undefined
  readonly refusal?: string | undefined
  /** The action in the audit log, when an administrator changes a task that isn't theirs. */
  readonly audited: string
}

/** @throws Forbidden, Conflict for a task that changed since the caller read it. */
async function requireChange(
  db: Db,
  actor: Actor,
  row: TaskRow,
  { version, refusal }: Pick<Change, 'version' | 'refusal'>,
): Promise<void> {
  await requireRight(db, actor, row, refusal)
  if (version != null && version !== row.version) {
    throw new Conflict('Somebody changed this task meanwhile. Look at it again before you change it.')
  }
}

/**
 * Runs the checks of `changeTask` before the guardrails check the text, so that their result reveals nothing about a
 * task that the account may not see.
 * @throws NotFound, Forbidden, Conflict
 */
export async function checkChange(
  { db }: Pick<TaskServices, 'db'>,
  actor: Actor,
  { id, ...change }: Pick<Change, 'id' | 'version' | 'refusal'>,
): Promise<TaskRow> {
  const row = await findTask(db, await spaceToChange(db, actor, id), id)
  if (row === undefined) throw noSuchTask()
  await requireChange(db, actor, row, change)
  return row
}

/**
 * Changes a task in one transaction: checks permissions and version, saves, and appends the events.
 * @throws NotFound, Forbidden, Conflict for a task that changed since the caller read it.
 */
export async function changeTask(
  services: TaskServices,
  actor: Actor,
  { id, version, refusal, audited }: Change,
  once: Once<Task>,
  plan: (tx: Tx, row: TaskRow, at: Date) => Promise<Plan | null>,
): Promise<Task> {
  const { db, clock } = services
  const spaceId = await spaceToChange(db, actor, id)
  return once(async (tx) => {
    await requireUnpaused(tx, clock, actor)
    const row = await lockAndFind(tx, spaceId, id)
    await requireChange(tx, actor, row, { version, refusal })
    const at = new Date(clock.now())
    const planned = await plan(tx, row, at)
    if (planned === null) return presentTask(row)
    if (isAdministrator(actor) && row.author_id !== actor.accountId) {
      await audit(tx, clock, {
        actorId: actor.accountId,
        action: audited,
        target: { type: 'task', id, name: row.title },
        spaceId,
        ...changesOf(row, planned.fields),
      })
    }
    const messages = (await planned.messages?.(tx)) ?? []
    // before the task counts and the deliveries, in the lock order of new tasks and posts
    await lockSequences(tx, [spaceId])
    const isClaimants = actor.accountId === (planned.fields.claimant_id ?? row.claimant_id)
    await saveTask(tx, { spaceId, id, at }, { ...(isClaimants && { worked_at: at }), ...planned.fields })
    const act = { taskId: id, accountId: actor.accountId, isUnprompted: planned.action === 'updated' }
    const answered = await markAnswered(tx, spaceId, [act], at)
    const rest = [...((await planned.deliveries?.(tx)) ?? []), ...answered.map(deliveryEvent)]
    const task = await readForAll(tx, spaceId, id)
    const { action, recipient } = planned
    const place = { spaceId, messageId: row.message_id }
    const { addressed, step } = recipient
      ? await addressFor({ tx, clock, bounds: services.bounds }, actor, place, recipient)
      : { addressed: null }
    await callWebhook(services, tx, addressed)
    const events = [...rest, ...(step?.events ?? [])]
    await appendTaskChange({ tx, clock }, { task, action, addressed }, messages, events)
    return task
  })
}

/** Fields derived from others. */
const DERIVED = new Set(['words', 'worked_at', 'edited_by'])

/** The changed fields, before and after. */
function changesOf(row: TaskRow, fields: TaskFields): { before: object; after: object } {
  const changed = Object.entries(fields).filter(([name]) => !DERIVED.has(name))
  const stored = new Map<string, unknown>(Object.entries(row))
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, stored.get(name) ?? null])),
    after: Object.fromEntries(changed),
  }
}
