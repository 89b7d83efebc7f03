/**
 * `delivered` marks, written in batches: never one statement a hand-over. A mark that a crash loses leaves
 * the row `stored`, and what was addressed is handed over again: late, never lost.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { markDelivered, type Handed } from './repository.ts'
import { tellAuthors } from './telling.ts'

export interface Marks {
  /** These messages were handed to the account. */
  handed(accountId: string, spaceId: string, messageIds: readonly string[]): void
  /** Writes what is waiting to be written. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Needs {
  readonly db: Db
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

const FLUSH_EVERY_MS = 200
const BATCH_MAX = 1000

export function createMarks({ db, clock, onError }: Needs): Marks {
  let waiting = new Map<string, Handed>()
  let flushing: Promise<void> = Promise.resolve()

  const write = async () => {
    const batch = [...waiting.values()]
    waiting = new Map()
    for (let from = 0; from < batch.length; from += BATCH_MAX) {
      const changed = await markDelivered(db, batch.slice(from, from + BATCH_MAX), new Date(clock.now()))
      await tellAuthors(db, clock, changed)
    }
  }

  const flush = () => {
    flushing = flushing.then(write)
    return flushing
  }

  const timer = setInterval(() => {
    if (waiting.size === 0) return
    flush().catch((error: unknown) => {
      flushing = Promise.resolve()
      onError(error)
    })
  }, FLUSH_EVERY_MS)
  timer.unref()

  return {
    handed(accountId, spaceId, messageIds) {
      for (const messageId of messageIds) {
        waiting.set(`${accountId}:${messageId}`, { accountId, spaceId, messageId })
      }
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush().catch(onError)
    },
  }
}
