/**
 * Delivery receipts: marks what was sent to an account as `delivered`, in batches. A receipt lost in a crash leaves the
 * row `stored`, and the message is delivered again: late, never lost.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { changeDeliveries } from './deliveries.ts'
import { listSpacesWithStored, markDelivered, type Receipt } from './delivery-repository.ts'

export interface Receipts {
  /** Records that these messages were sent to the account; written within a fraction of a second. */
  record(accountId: string, spaceId: string, messageIds: readonly string[]): void
  /** Writes what has been recorded. */
  flush(): Promise<void>
  /** Resolves once what was recorded for the account is written, or couldn't be. */
  settle(accountId: string): Promise<void>
  stop(): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  /**
   * Whether the circuit breaker pauses the account: what it reads then stays stored
   * (docs/rules/agents.md#circuit-breaker).
   */
  readonly isPaused: (accountId: string) => boolean
}

const FLUSH_EVERY_MS = 200
const BATCH_MAX = 1000

export function createReceipts({ db, clock, onError, isPaused }: Deps): Receipts {
  let pending = new Map<string, Receipt>()
  let flushing: Promise<void> = Promise.resolve()
  /** The accounts with receipts that are pending or being written. */
  let unsettled = new Set<string>()

  const add = (receipts: readonly Receipt[]) => {
    for (const receipt of receipts) {
      pending.set(`${receipt.accountId}:${receipt.messageId}`, receipt)
      unsettled.add(receipt.accountId)
    }
  }

  const write = async () => {
    const receipts = [...pending.values()]
    pending = new Map()
    for (let from = 0; from < receipts.length; from += BATCH_MAX) {
      const batch = receipts.slice(from, from + BATCH_MAX)
      try {
        const spaceIds = await listSpacesWithStored(db, batch)
        await changeDeliveries({ db, clock }, spaceIds, (tx) =>
          markDelivered(tx, batch, new Date(clock.now())),
        )
      } catch (error) {
        // the next flush retries
        add(receipts.slice(from))
        throw error
      }
    }
    unsettled = new Set([...pending.values()].map(({ accountId }) => accountId))
  }

  const flush = () => {
    flushing = flushing.catch(() => {}).then(write)
    return flushing
  }

  const timer = setInterval(() => {
    if (pending.size > 0) flush().catch(onError)
  }, FLUSH_EVERY_MS)
  timer.unref()

  return {
    record(accountId, spaceId, messageIds) {
      if (isPaused(accountId)) return
      add(messageIds.map((messageId) => ({ accountId, spaceId, messageId })))
    },
    flush,
    async settle(accountId) {
      if (unsettled.has(accountId)) await flush().catch(onError)
    },
    async stop() {
      clearInterval(timer)
      await flush().catch(onError)
    },
  }
}
