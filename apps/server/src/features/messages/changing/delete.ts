/** Deleting a message, and reading its earlier texts (docs/rules/messages.md#deleting). */
import type { Message } from '@flockwork/contract/messages'
import { mayReadVersions, whyNotDelete } from '@flockwork/contract/policy/messages'
import { DELETED_TEXT } from '@flockwork/contract/text/message-text'
import type { Actor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { wireTime } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { Forbidden } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { lockSequences } from '../../../platform/outbox.ts'
import { writingOf } from '../../guardrails/index.ts'
import { closeReport } from '../flagging/flag.ts'
import { requireUnpaused } from '../pause.ts'
import { deliveryEvent } from '../reading/present.ts'
import { noSuchMessage, readMessage } from '../reading/read.ts'
import * as repository from '../repository.ts'
import type { EditServices } from '../services.ts'
import * as changes from './change-repository.ts'
import {
  appendChange,
  factsOf,
  isAdministrator,
  lockAndFind,
  readForAll,
  spaceToChange,
  viewerOf,
} from './change.ts'
import { endHeld } from './step.ts'

interface Deletion {
  readonly reason?: string | undefined
  /** Purges the text and its versions, too. */
  readonly permanent: boolean
}

/**
 * Replaces the message by a placeholder, which preserves its thread. Its unread deliveries become undeliverable,
 * with an event for its author. Safe to repeat.
 * @returns the placeholder; nothing after a permanent deletion.
 * @throws NotFound, Forbidden with the reason, GuardrailViolation for the given reason.
 */
export async function deleteMessage(
  { db, clock, guard }: Pick<EditServices, 'db' | 'clock' | 'guard'>,
  actor: Actor,
  id: string,
  { reason, permanent }: Deletion,
  once: Once<Message | undefined>,
): Promise<Message | undefined> {
  const spaceId = await spaceToChange(db, actor, id)
  if (permanent && !isAdministrator(actor)) {
    throw new Forbidden('Only administrators may erase a message for good')
  }
  return once((tx) => deleteWithin({ tx, clock, guard }, actor, { spaceId, id, reason, permanent }))
}

/** The same as a part of a larger transaction. @throws as `deleteMessage`. */
export async function deleteWithin(
  { tx, clock, guard }: Pick<EditServices, 'clock' | 'guard'> & { readonly tx: Tx },
  actor: Actor,
  { spaceId, id, reason, permanent }: Deletion & { readonly spaceId: string; readonly id: string },
): Promise<Message | undefined> {
  const placeholder = () => (permanent ? undefined : readMessage({ db: tx, clock }, actor, spaceId, id))
  await requireUnpaused(tx, clock, actor)
  const before = await lockAndFind(tx, spaceId, id)
  const refusal = whyNotDelete(await viewerOf(tx, actor, spaceId), factsOf(before), clock.now())
  if (refusal !== null) throw new Forbidden(refusal)
  const isDeleted = before.deleted_at !== null
  if (isDeleted && !permanent) return placeholder()
  if (reason !== undefined) await guard(reason, writingOf(actor, 'reason', spaceId))

  const at = new Date(clock.now())
  const change = { spaceId, id, before: before.content, by: actor.accountId, at }
  if (!isDeleted && !permanent) await changes.insertVersion(tx, change)
  await changes.saveDeleted(tx, change, DELETED_TEXT)
  if (permanent) await changes.purgeTexts(tx, spaceId, id)
  await audit(tx, clock, {
    actorId: actor.accountId,
    action: permanent ? 'message_erased' : 'message_deleted',
    target: { type: 'message', id },
    spaceId,
    ...(before.author_id !== actor.accountId &&
      !isDeleted &&
      !permanent && { before: { content: before.content } }),
    ...(reason !== undefined && { after: { reason } }),
  })

  const reports = await closeReport({ tx, clock }, actor, { spaceId, messageId: id }, 'deleted')
  // before the deliveries, in a post's lock order
  await lockSequences(tx, [spaceId])
  const cancelled = await changes.cancelDeliveries(tx, spaceId, id, { why: 'The message was deleted', at })
  const holds = await endHeld(tx, cancelled)
  const message = await readForAll(tx, spaceId, id)
  const seq = await appendChange({ tx, clock }, message, 'deleted', [
    ...cancelled.map(deliveryEvent),
    ...(holds.get(spaceId) ?? []),
    ...reports,
  ])
  await changes.setChangedSeqOfReplies(tx, message, seq)
  return placeholder()
}

/** The earlier texts, oldest first. @throws NotFound, Forbidden unless the author or an administrator. */
export async function readVersions(
  { db, clock }: Pick<EditServices, 'db' | 'clock'>,
  reader: Actor,
  id: string,
) {
  const spaceId = await spaceToChange(db, reader, id)
  const row = await repository.findMessage(db, spaceId, id)
  if (row === undefined) throw noSuchMessage()
  const viewer = await viewerOf(db, reader, spaceId)
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
