import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import * as repository from './repository.ts'
import { changeAndTell } from './telling.ts'

/** Marks rows of one recipient as seen, and tells those who wrote them. */
export async function markSeen(
  { db, clock }: { db: Db; clock: Clock },
  recipientId: string,
  ids: readonly string[],
): Promise<void> {
  const spaceIds = await repository.spacesWithUnseen(db, recipientId, ids)
  await changeAndTell({ db, clock }, spaceIds, (tx) =>
    repository.markSeen(tx, recipientId, ids, new Date(clock.now())),
  )
}
