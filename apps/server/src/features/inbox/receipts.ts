/**
 * `delivered` marks, written in batches: never one statement a hand-over. A mark that a crash loses leaves
 * the row `stored`, and what was addressed is handed over again: late, never lost.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { markDelivered, spacesWithStored, type Handed } from './repository.ts'
import { changeAndTell } from './telling.ts'

export interface Receipts {
  /** These messages were handed to the account. */
  handed(accountId: string, spaceId: string, messageIds: readonly string[]): void
  /** Writes what is waiting to be written. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  /**
   * Whether deliveries to the account wait: what it reads meanwhile stays stored
   * (docs/rules/agents.md#circuit-breaker).
   */
  readonly isHeld: (accountId: string) => boolean
}

const FLUSH_EVERY_MS = 200
const BATCH_MAX = 1000

export function createReceipts({ db, clock, onError, isHeld }: Deps): Receipts {
  let waiting = new Map<string, Handed>()
  let flushing: Promise<void> = Promise.resolve()

  const note = (handed: readonly Handed[]) => {
    for (const one of handed) waiting.set(`${one.accountId}:${one.messageId}`, one)
  }

  const write = async () => {
    const batch = [...waiting.values()]
    waiting = new Map()
    for (let from = 0; from < batch.length; from += BATCH_MAX) {
      const portion = batch.slice(from, from + BATCH_MAX)
      try {
        const spaceIds = await spacesWithStored(db, portion)
        await changeAndTell({ db, clock }, spaceIds, (tx) =>
          markDelivered(tx, portion, new Date(clock.now())),
        )
      } catch (error) {
        // not written: they wait for the next time
        note(batch.slice(from))
        throw error
      }
    }
  }

  const flush = () => {
    flushing = flushing.catch(() => {}).then(write)
    return flushing
  }

  const timer = setInterval(() => {
    if (waiting.size > 0) flush().catch(onError)
  }, FLUSH_EVERY_MS)
  timer.unref()

  return {
    handed(accountId, spaceId, messageIds) {
      if (isHeld(accountId)) return
      note(messageIds.map((messageId) => ({ accountId, spaceId, messageId })))
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush().catch(onError)
    },
  }
}
