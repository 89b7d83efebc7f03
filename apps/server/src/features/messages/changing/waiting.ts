/** An author's wait for an answer (docs/rules/messages.md#awaited-answers). */
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { JobRequest, Jobs } from '../../../platform/jobs.ts'
import { appendEvent } from '../../../platform/outbox.ts'
import { presentAll } from '../reading/read.ts'
import * as repository from '../repository.ts'
import * as changes from './change-repository.ts'
import { transact } from './change.ts'

const QUEUE = 'wait-ends'
/** For storing the message before the wait, and reading the answer after it. */
const MARGIN_S = 60

const Job = z.object({ spaceId: z.string(), messageId: z.string() })

/**
 * A job that ends the wait of a message if its call didn't: its process may have died, or failed to. Add it in the
 * transaction that stores the message.
 * @param maxS the longest that the call waits
 */
export function waitEndJob(spaceId: string, messageId: string, maxS: number): JobRequest {
  const data: z.infer<typeof Job> = { spaceId, messageId }
  return { queue: QUEUE, data, afterSeconds: maxS + MARGIN_S }
}

/** Call it before the first message is posted. */
export async function startWaitEnds({ jobs, ...deps }: { db: Db; clock: Clock; jobs: Jobs }): Promise<void> {
  await jobs.declare(QUEUE)
  await jobs.work(QUEUE, 1, (data) => {
    const { spaceId, messageId } = Job.parse(data)
    return endWait(deps, spaceId, messageId)
  })
}

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
