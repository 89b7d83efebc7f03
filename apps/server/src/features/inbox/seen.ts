/** Rows that their recipients have seen. */
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

/**
 * Marks of many recipients at once: one message can wake hundreds who wait, and each mark by itself would take its
 * space's lock. One write is under way; what comes meanwhile rides in the next.
 */
export function createSeenMarks(needs: Needs): MarkSeen {
  let waiting: repository.Seen[] = []
  let writing: Promise<void> | undefined
  let next: Promise<void> | undefined

  const write = async () => {
    const batch = waiting
    waiting = []
    next = undefined
    writing = markAllSeen(needs, batch)
    await writing
  }

  return (recipientId, ids) => {
    waiting.push(...ids.map((id) => ({ recipientId, id })))
    next ??= (writing ?? Promise.resolve()).catch(() => {}).then(write)
    return next
  }
}
