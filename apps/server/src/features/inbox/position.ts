/**
 * How far a space was read (docs/rules/deliveries.md#read-position): the position moves on when the reader's client
 * reports it.
 */
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { NotFound } from '../../platform/errors.ts'
import { lockSequences, appendEvents } from '../../platform/outbox.ts'
import { requireMember } from '../spaces/index.ts'
import * as positions from './position-repository.ts'
import { deliveryEvents } from './telling.ts'

/**
 * Moves the reader's position to a message, never backwards. What was addressed to the reader up to there is
 * seen, its authors hear of it, and so do the reader's other browsers.
 * @throws NotFound for a foreign space, or a message that isn't in it.
 */
export async function markPosition(
  { db, clock }: { db: Db; clock: Clock },
  reader: Actor,
  spaceId: string,
  messageId: string,
) {
  await requireMember(db, spaceId, reader.accountId)
  const seq = await positions.findSeq(db, spaceId, messageId)
  if (seq === undefined) throw new NotFound('Message not found')
  const readerId = reader.accountId

  return db.transaction().execute(async (tx) => {
    // the space's lock comes first, as a post takes it: both change deliveries
    await lockSequences(tx, [spaceId])
    const isMoved = await positions.moveOn(tx, spaceId, readerId, seq)
    const at = new Date(clock.now())
    const seen = await positions.markSeenUpTo(tx, { spaceId, readerId, seq, at })
    const position = await positions.readPosition(tx, spaceId, readerId)
    if (!isMoved && seen.length === 0) return position
    await appendEvents(tx, clock, spaceId, [
      ...(deliveryEvents(seen).get(spaceId) ?? []),
      { name: 'seen', payload: { message_id: messageId, unread: position.unread }, audience: readerId },
    ])
    return position
  })
}
