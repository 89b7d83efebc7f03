/** An author's wait for an answer (docs/rules/messages.md#awaited-answers). */
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { appendEvent } from '../../../platform/outbox.ts'
import { presentAll } from '../reading/read.ts'
import * as repository from '../repository.ts'
import * as changes from './change-repository.ts'
import { transact } from './change.ts'

/** Ends a message's wait with an event, if it is waiting. Safe to repeat. */
export async function endWait(
  { db, clock }: { db: Db; clock: Clock },
  spaceId: string,
  id: string,
): Promise<void> {
  await transact(db, async (tx) => {
    const isEnded = await changes.clearWait(tx, spaceId, id)
    if (!isEnded) return
    const row = await repository.findMessage(tx, spaceId, id)
    if (row === undefined) return
    const [message] = await presentAll(tx, [row])
    const seq = await appendEvent(tx, clock, {
      name: 'message',
      spaceId,
      payload: { action: 'updated', message },
      messageId: id,
    })
    await changes.setChangedSeq(tx, spaceId, id, seq)
  })
}
