/** Shared by all changes of a stored message: permission facts, locks, and events. */
import type { Message } from '@flockwork/contract/messages'
import type { MessageFacts, Viewer } from '@flockwork/contract/policy/messages'
import type { Actor } from '../../../platform/actor.ts'
import { wireTime, wireTimeOrNull, type Clock } from '../../../platform/clock.ts'
import { retryDeadlocks, type Db, type Tx } from '../../../platform/database.ts'
import { appendEvents, type NewEvent } from '../../../platform/outbox.ts'
import { noSuchMessage, presentAll, spaceOfMessage } from '../reading/read.ts'
import * as repository from '../repository.ts'
import * as changes from './change-repository.ts'
import { updateStoredEvents } from './stored-events.ts'

/**
 * The transaction of a change. Everywhere, a message's row is locked before its space's sequence. Where a statement
 * locks many rows a deadlock is still possible, and the transaction is retried.
 */
export function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryDeadlocks(() => db.transaction().execute(work))
}

export function isAdministrator(actor: Actor): boolean {
  return actor.kind === 'user' && actor.role === 'admin'
}

/**
 * The space of a message that the actor may change; administrators may in every space
 * (docs/rules/messages.md#administrators).
 */
export async function spaceToChange(db: Db, actor: Actor, id: string): Promise<string> {
  if (!isAdministrator(actor)) return spaceOfMessage(db, actor, id)
  const spaceId = await repository.findSpaceOfMessage(db, id)
  if (spaceId === undefined) throw noSuchMessage()
  return spaceId
}

export async function viewerOf(db: Db, actor: Actor, spaceId: string): Promise<Viewer> {
  return {
    accountId: actor.accountId,
    isAdmin: isAdministrator(actor),
    isSpaceAdmin: await changes.isSpaceAdmin(db, spaceId, actor.accountId),
  }
}

export function factsOf(row: repository.MessageRow): MessageFacts {
  return {
    author_id: row.author_id,
    uploaded_at: wireTime(row.created_at),
    reply_count: row.replies ?? 0,
    deleted_at: wireTimeOrNull(row.deleted_at),
    is_task: row.is_task,
  }
}

/** Locks the message's row until the commit and reads it. @throws NotFound */
export async function lockAndFind(tx: Tx, spaceId: string, id: string): Promise<repository.MessageRow> {
  await changes.lockMessage(tx, spaceId, id)
  const row = await repository.findMessage(tx, spaceId, id)
  if (row === undefined) throw noSuchMessage()
  return row
}

/** The message as everyone sees it, inside the transaction that changes it. @throws NotFound */
export async function readForAll(tx: Tx, spaceId: string, id: string): Promise<Message> {
  const row = await repository.findMessage(tx, spaceId, id)
  const [message] = row === undefined ? [] : await presentAll(tx, [row])
  if (message === undefined) throw noSuchMessage()
  return message
}

/**
 * Appends the event of the change and its follow-up events, and updates the stored events about the message. Resolves
 * with the number of the first.
 */
export async function appendChange(
  { tx, clock }: { tx: Tx; clock: Clock },
  message: Message,
  action: 'updated' | 'deleted',
  rest: readonly NewEvent[],
): Promise<number> {
  await updateStoredEvents(tx, message)
  const change = action === 'updated' ? { action, message } : { action, message_id: message.id, message }
  const events: NewEvent[] = [{ name: 'message', payload: change, messageId: message.id }, ...rest]
  const last = await appendEvents(tx, clock, message.space_id, events)
  const first = last - events.length + 1
  await changes.setChangedSeq(tx, message.space_id, message.id, first)
  return first
}
