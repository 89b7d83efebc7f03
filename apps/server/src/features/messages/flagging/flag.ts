/** Reports of messages to the admins of their space (docs/rules/messages.md#reports). */
import { REACTION_KINDS } from '@flockwork/contract/text/reactions'
import type { Actor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { orderedId } from '../../../platform/ids.ts'
import type { NewEvent } from '../../../platform/outbox.ts'
import * as repository from './flag-repository.ts'

/** The reaction that reports a message instead of being displayed. */
export const FLAG = REACTION_KINDS.flag

interface Flagged {
  readonly spaceId: string
  readonly messageId: string
  readonly authorId: string
}

/**
 * Reports the message, once per account until the report is closed. The message must be locked. Returns the events
 * for its space's admins, to be appended. @throws Conflict for one's own message.
 */
export async function flagMessage(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  { accountId }: Actor,
  { spaceId, messageId, authorId }: Flagged,
): Promise<NewEvent[]> {
  if (authorId === accountId) throw new Conflict('Nobody reports their own message')
  const at = new Date(clock.now())
  const { reportId, isNew } = await repository.openReport(tx, {
    id: orderedId(clock.now()),
    spaceId,
    messageId,
    at,
  })
  await repository.insertFlag(tx, { reportId, accountId, spaceId, at })
  return isNew ? reportEvents(tx, spaceId) : []
}

/**
 * Closes the message's open report, if it has one, and audits that. The message must be locked. Returns
 * the events for its space's admins, to be appended.
 */
export async function closeReport(
  { tx, clock }: { readonly tx: Tx; readonly clock: Clock },
  { accountId }: Pick<Actor, 'accountId'>,
  { spaceId, messageId }: Omit<Flagged, 'authorId'>,
  state: 'kept' | 'deleted',
): Promise<NewEvent[]> {
  const closed = await repository.closeReport(tx, {
    messageId,
    state,
    by: accountId,
    at: new Date(clock.now()),
  })
  if (closed === undefined) return []
  await audit(tx, clock, {
    actorId: accountId,
    action: state === 'kept' ? 'report_kept' : 'report_deleted',
    target: { type: 'report', id: closed.id },
    spaceId,
    before: { state: 'open' },
    after: { state, message_id: messageId, flags: closed.flags },
  })
  return reportEvents(tx, spaceId)
}

/** One event per admin: nobody else may learn that something was reported. */
async function reportEvents(tx: Tx, spaceId: string): Promise<NewEvent[]> {
  const { admins, open } = await repository.adminsAndCount(tx, spaceId)
  return admins.map((audience) => ({
    name: 'space_update',
    payload: { action: 'reports', open_reports: open },
    audience,
  }))
}
