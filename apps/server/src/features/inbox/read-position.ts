/** How far a member has read a space, as reported by its client (docs/rules/deliveries.md#read-position). */
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { appendEvents, lockSequences } from '../../platform/outbox.ts'
import { noteActor, readMine, requireMember } from '../spaces/index.ts'
import { deliveryEvents } from './deliveries.ts'
import { markSeenUpTo } from './delivery-repository.ts'
import * as repository from './read-position-repository.ts'

/** How far the reader has read, and the number of others' messages after that. */
interface ReadPosition {
  readonly last_seen_message_id: string | null
  readonly unread: number
}

/**
 * Moves the reader's position forward to a message. Deliveries up to there become seen, with events for their authors,
 * and one for the reader's other devices.
 * @throws NotFound for a foreign space, or a message that isn't in it.
 */
export async function moveReadPosition(
  { db, clock }: { db: Db; clock: Clock },
  reader: Actor,
  { spaceId, messageId }: { spaceId: string; messageId: string },
  once: Once<ReadPosition>,
) {
  await requireMember(db, spaceId, reader.accountId)
  const seq = await repository.findSeq(db, spaceId, messageId)
  if (seq === undefined) throw new NotFound('Message not found')
  const readerId = reader.accountId

  return once(async (tx) => {
    // first, like a post, which also changes deliveries
    await lockSequences(tx, [spaceId])
    const isMoved = await repository.moveForward(tx, spaceId, readerId, seq)
    const at = new Date(clock.now())
    const seen = await markSeenUpTo(tx, { spaceId, readerId, seq, at })
    const mine = (await readMine({ db: tx, clock }, readerId, [spaceId])).get(spaceId)
    const unread = mine?.unread ?? 0
    const position = {
      last_seen_message_id: await repository.lastSeenMessageId(tx, spaceId, readerId),
      unread,
    }
    if (!isMoved && seen.length === 0) return position
    if (isMoved && reader.kind === 'user') await noteActor(tx, clock, { spaceId, accountId: readerId })
    await appendEvents(tx, clock, spaceId, [
      ...(deliveryEvents(seen).get(spaceId) ?? []),
      {
        name: 'seen',
        payload: { message_id: messageId, unread, seen_up_to: mine?.seen_up_to ?? seq },
        audience: readerId,
      },
    ])
    return position
  })
}
