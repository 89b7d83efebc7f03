/** Rows that their recipients have seen. */
import { inBatches } from '../../platform/batching.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import * as repository from './repository.ts'
import { changeAndTell } from './telling.ts'

interface Needs {
  readonly db: Db
  readonly clock: Clock
}

/** Marks rows of one recipient as seen, and tells those who wrote them. */
export function markSeen(needs: Needs, recipientId: string, ids: readonly string[]): Promise<void> {
  return markAllSeen(
    needs,
    ids.map((id) => ({ recipientId, id })),
  )
}

async function markAllSeen({ db, clock }: Needs, seen: readonly repository.Seen[]): Promise<void> {
  const spaceIds = await repository.spacesWithUnseen(db, seen)
  await changeAndTell({ db, clock }, spaceIds, (tx) => repository.markSeen(tx, seen, new Date(clock.now())))
}

/** Marks rows of one recipient as seen; resolves when they are. */
export type MarkSeen = (recipientId: string, ids: readonly string[]) => Promise<void>

/** Calls whose marks are written in one transaction. */
const MARKS_MAX = 100

/**
 * Marks of many recipients at once: one message can wake hundreds who wait, and each mark by itself would take its
 * space's lock.
 */
export function createSeenMarks(needs: Needs): MarkSeen {
  const mark = inBatches(MARKS_MAX, async (all: readonly (readonly repository.Seen[])[]) => {
    await markAllSeen(needs, all.flat())
    return all.map(() => undefined)
  })
  return (recipientId, ids) => mark(ids.map((id) => ({ recipientId, id })))
}
