/** Rows that their recipients have seen. */
import { inBatches } from '../../platform/batching.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import * as repository from './repository.ts'
import { changeAndTell } from './telling.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** Marks rows of one recipient as seen, and tells those who wrote them. */
export function markSeen(deps: Deps, recipientId: string, ids: readonly string[]): Promise<void> {
  return markAllSeen(
    deps,
    ids.map((id) => ({ recipientId, id })),
  )
}

async function markAllSeen({ db, clock }: Deps, seen: readonly repository.Seen[]): Promise<void> {
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
export function createSeenMarks(deps: Deps): MarkSeen {
  const mark = inBatches(MARKS_MAX, async (all: readonly (readonly repository.Seen[])[]) => {
    await markAllSeen(deps, all.flat())
    return all.map(() => undefined)
  })
  return (recipientId, ids) => mark(ids.map((id) => ({ recipientId, id })))
}
