/** Processes the inbox: oldest first, with bounded concurrency, each item once unless it was out of reach. */
import type { Api } from './api.ts'
import { messageOf } from './assignment.ts'
import { isPausedError } from './errors.ts'
import { retry } from './retry.ts'
import { isWaiting, readUnread } from './mailbox.ts'
import type { InboxItem } from './types.ts'

interface Deps {
  readonly api: Api
  readonly signal: AbortSignal
  readonly log: (line: string) => void
  readonly concurrency: number
  /** Whether it was answered in an earlier run. */
  readonly isDone: (id: string) => boolean
  /** Resolves with false for an item to retry when the inbox has it again. */
  readonly attend: (item: InboxItem) => Promise<boolean>
  /** Called with a fatal error. */
  readonly onStop: (error: unknown) => void
  /** After this time in the queue an item is re-checked before it is handled; a second by default. */
  readonly staleMs?: number
}

const STALE_MS = 1000

export interface Queue {
  /** Re-reads the inbox, because there may be new items. */
  refresh(): void
  /** Resolves when no item is being handled. */
  idle(): Promise<void>
}

export function createQueue(deps: Deps): Queue {
  const { api, signal, log, concurrency, isDone, attend, onStop, staleMs = STALE_MS } = deps
  const taken = new Set<string>()
  const waiting: { readonly item: InboxItem; readonly since: number }[] = []
  const working = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let isWanted = false
  let isFirst = true

  /** Whether the item is still pending: it may have been withdrawn, deleted or answered elsewhere while queued. */
  const stillWaits = async (item: InboxItem): Promise<boolean> => {
    try {
      const isOpen = await retry({ signal, log }, 'The inbox', () => isWaiting(api, signal, item.id))
      if (!isOpen) log(`${messageOf(item)?.short_id ?? item.id}: no longer waits for an answer`)
      return isOpen
    } catch (error) {
      // the agent is paused, or the listener ends: pending items are in the inbox next time
      if (signal.aborted || isPausedError(error)) return false
      throw error
    }
  }

  const attendIfWaiting = async (item: InboxItem, since: number): Promise<boolean> => {
    const isFresh = performance.now() - since < staleMs
    return (isFresh || (await stillWaits(item))) && attend(item)
  }

  const work = () => {
    while (working.size < concurrency && !signal.aborted) {
      const next = waiting.shift()
      if (next === undefined) return
      const { item, since } = next
      const job = attendIfWaiting(item, since)
        .then((isAttended) => void (isAttended || taken.delete(item.id)))
        .catch(onStop)
        .finally(() => {
          working.delete(job)
          work()
        })
      working.add(job)
    }
  }

  const look = async () => {
    while (isWanted && !signal.aborted) {
      isWanted = false
      const isKnown = (id: string) => taken.has(id) || isDone(id)
      const items = await retry({ signal, log }, 'The inbox', () =>
        readUnread(api, signal, { isKnown, isWhole: isFirst }),
      )
      isFirst = false
      for (const item of items) taken.add(item.id)
      waiting.push(...items.map((item) => ({ item, since: performance.now() })))
      work()
    }
  }

  return {
    refresh() {
      isWanted = true
      looking ??= look()
        .catch((error: unknown) => {
          // a pause ends the stream, which triggers a refresh when it reopens
          if (!signal.aborted && !isPausedError(error)) onStop(error)
        })
        .finally(() => {
          looking = undefined
        })
    },
    async idle() {
      while (looking !== undefined || working.size > 0) await Promise.all([looking, ...working])
    },
  }
}
