/**
 * Announcements: messages that follow a task (docs/rules/tasks.md#announcement). The tasks room changes both in one
 * transaction. A message's row is locked before its space's sequence, so the changes here come first, and then
 * `appendWithMessages`.
 */
import type { Message } from '@flockwork/contract/messages'
import { DELETED_TEXT } from '@flockwork/contract/text/message-text'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { appendEvents, type NewEvent } from '../../../platform/outbox.ts'
import { credentialOf } from '../chains/credential.ts'
import { saveDeleted, setChangedSeqOfReplies } from '../changing/change-repository.ts'
import { updateStoredEvents } from '../changing/stored-events.ts'
import { presentAll } from '../reading/read.ts'
import { findMessages } from '../repository.ts'
import * as repository from './announcement-repository.ts'

/** A change of a message in a transaction. */
export interface MessageChange {
  readonly id: string
  /** `rewritten`: its text changed, and stored events must no longer show the old one. */
  readonly change: 'created' | 'updated' | 'rewritten' | 'deleted'
  /** Saved in one update with the number of the change, because a message's row is in many indexes. */
  readonly isClaimed?: boolean
}

/** Inserts the announcement with the number of the space's next event, whose sequence must be locked. */
export async function announceTask(
  tx: Tx,
  {
    author,
    ...announcement
  }: Omit<repository.NewAnnouncement, 'credentialId' | 'authorId'> & { readonly author: Actor },
): Promise<MessageChange> {
  const [authorId, credentialId] = [author.accountId, credentialOf(author)]
  await repository.insertAnnouncement(tx, { ...announcement, authorId, credentialId })
  return { id: announcement.id, change: 'created' }
}

/** Locks the announcements whose stored claim is outdated; `appendWithMessages` updates them. */
export async function markClaimed(
  tx: Tx,
  spaceId: string,
  claims: readonly repository.Claimed[],
): Promise<MessageChange[]> {
  const locked = await repository.lockChangedClaims(tx, spaceId, claims)
  return locked.map(({ id, isClaimed }) => ({ id, change: 'updated', isClaimed }))
}

export async function renameAnnouncement(
  tx: Tx,
  spaceId: string,
  id: string,
  content: string,
): Promise<MessageChange[]> {
  const isChanged = await repository.saveContent(tx, spaceId, id, content)
  return isChanged ? [{ id, change: 'rewritten' }] : []
}

/** Replaces the announcement by a placeholder; its thread stays. */
export async function withdrawAnnouncement(
  tx: Tx,
  spaceId: string,
  id: string,
  at: Date,
): Promise<MessageChange[]> {
  await saveDeleted(tx, { spaceId, id, at }, DELETED_TEXT)
  return [{ id, change: 'deleted' }]
}

/** Links a message to the task that was created from it. Empty if there is no such message, or it is deleted. */
export async function linkTask(
  tx: Tx,
  spaceId: string,
  messageId: string,
  taskId: string,
): Promise<MessageChange[]> {
  const isLinked = await repository.saveTaskId(tx, spaceId, messageId, taskId)
  return isLinked ? [{ id: messageId, change: 'updated' }] : []
}

/**
 * Appends the events of changed messages, then `rest`, as the last part of a transaction. Resolves with the number of
 * `rest`'s first event.
 */
export async function appendWithMessages(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  spaceId: string,
  changes: readonly MessageChange[],
  rest: readonly NewEvent[],
): Promise<number> {
  const ids = changes.map(({ id }) => id)
  const messages = ids.length === 0 ? [] : await presentAll(tx, await findMessages(tx, { spaceId, ids }))
  const byId = new Map(messages.map((message) => [message.id, message]))
  const changed = changes.flatMap(({ id, change, isClaimed }) => {
    const message = byId.get(id)
    if (message === undefined) return []
    return [{ message: { ...message, is_claimed: isClaimed ?? message.is_claimed }, change }]
  })
  for (const { message, change } of changed) {
    if (change === 'rewritten' || change === 'deleted') await updateStoredEvents(tx, message)
  }
  const events = [...changed.map(eventOf), ...rest]
  const last = await appendEvents(tx, clock, spaceId, events)
  const first = last - events.length + 1
  await repository.saveChanges(
    tx,
    spaceId,
    changed.flatMap(({ message, change }, nth) =>
      change === 'created' ? [] : [{ id: message.id, seq: first + nth, isClaimed: message.is_claimed }],
    ),
  )
  for (const [nth, { message, change }] of changed.entries()) {
    if (change === 'rewritten' || change === 'deleted') await setChangedSeqOfReplies(tx, message, first + nth)
  }
  return first + changed.length
}

function eventOf({ message, change }: { message: Message; change: MessageChange['change'] }): NewEvent {
  const payload =
    change === 'deleted'
      ? { action: 'deleted', message_id: message.id, message }
      : { action: change === 'created' ? 'created' : 'updated', message }
  return { name: 'message', payload, messageId: message.id }
}
