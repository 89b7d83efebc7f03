/** Deleting a message, and what it said before (docs/rules/messages.md#deleting). */
import type { Message } from '@flockwork/contract/messages'
import { mayReadVersions, whyNotDelete } from '@flockwork/contract/policy/messages'
import { DELETED_TEXT } from '@flockwork/contract/text/message-text'
import type { Actor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { wireTime } from '../../../platform/clock.ts'
import { Forbidden } from '../../../platform/errors.ts'
import { lockSequences } from '../../../platform/outbox.ts'
import * as changes from './change-repository.ts'
import * as changing from './changing.ts'
import type { MessageServices } from '../services.ts'
import { deliveryEvent } from '../delivery-event.ts'
import { requireUnpaused } from '../pause.ts'
import { noSuchMessage, readMessage } from '../reading/read.ts'
import * as repository from '../repository.ts'

interface Removal {
  readonly reason?: string | undefined
  /** Erases the text and its history, too. */
  readonly permanent: boolean
}

/**
 * Puts a placeholder in the message's place; its thread stays. What was addressed by it and not yet read
 * ends as undeliverable, and its author is told. Repeating it changes nothing.
 * Answers the placeholder, or nothing when the message was erased for good.
 * @throws NotFound, Forbidden with the reason.
 */
export async function removeMessage(
  { db, clock }: Pick<MessageServices, 'db' | 'clock'>,
  remover: Actor,
  id: string,
  { reason, permanent }: Removal,
): Promise<Message | undefined> {
  const spaceId = await changing.spaceToChange(db, remover, id)
  if (permanent && !changing.isAdministrator(remover)) {
    throw new Forbidden('Only administrators may erase a message for good')
  }
  await changing.transact(db, async (tx) => {
    await requireUnpaused(tx, clock, remover)
    const before = await changing.lockedMessage(tx, spaceId, id)
    const refusal = whyNotDelete(
      await changing.viewerOf(tx, remover, spaceId),
      changing.factsOf(before),
      clock.now(),
    )
    if (refusal !== null) throw new Forbidden(refusal)
    const isDeleted = before.deleted_at !== null
    if (isDeleted && !permanent) return

    const at = new Date(clock.now())
    const change = { spaceId, id, before: before.content, by: remover.accountId, at }
    if (!isDeleted && !permanent) await changes.keepVersion(tx, change)
    await changes.saveDeleted(tx, change, DELETED_TEXT)
    if (permanent) await changes.eraseTexts(tx, spaceId, id)
    await audit(tx, clock, {
      actorId: remover.accountId,
      action: permanent ? 'message_erased' : 'message_deleted',
      target: { type: 'message', id },
      spaceId,
      ...(reason !== undefined && { after: { reason } }),
    })

    // posts take the space's lock before they touch deliveries, and so must we
    await lockSequences(tx, [spaceId])
    const ended = await changes.endDeliveries(tx, spaceId, id, { why: 'The message was deleted', at })
    const message = await changing.presentNow(tx, spaceId, id)
    const seq = await changing.tellChange({ tx, clock }, message, 'deleted', ended.map(deliveryEvent))
    // they quote it
    await changes.markRepliesChanged(tx, message, seq)
  })
  return permanent ? undefined : readMessage(db, remover, spaceId, id)
}

/** The earlier texts, oldest first. @throws NotFound, Forbidden for others than the author and administrators. */
export async function readVersions(
  { db, clock }: Pick<MessageServices, 'db' | 'clock'>,
  reader: Actor,
  id: string,
) {
  const spaceId = await changing.spaceToChange(db, reader, id)
  const row = await repository.findMessage(db, spaceId, id)
  if (row === undefined) throw noSuchMessage()
  const viewer = await changing.viewerOf(db, reader, spaceId)
  if (!mayReadVersions(viewer, row)) {
    throw new Forbidden('Only its author may read the earlier texts of a message')
  }
  if (row.author_id !== reader.accountId) {
    await db.transaction().execute((tx) =>
      audit(tx, clock, {
        actorId: reader.accountId,
        action: 'message_history_read',
        target: { type: 'message', id },
        spaceId,
      }),
    )
  }
  const versions = await changes.listVersions(db, spaceId, id)
  return versions.map(({ content, handle, replaced_at }) => ({
    content,
    edited_at: wireTime(replaced_at),
    edited_by: handle,
  }))
}
