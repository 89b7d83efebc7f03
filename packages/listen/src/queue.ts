/** Works through the inbox: oldest first, with bounded concurrency, each item once unless it was out of reach. */
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
  /** Resolves with false for an item that is to be taken again when the inbox has it next time. */
  readonly attend: (item: InboxItem) => Promise<boolean>
  /** Called with a fatal error. */
  readonly onStop: (error: unknown) => void
  /** After so long in the queue it is asked whether an item still waits for an answer; a second by default. */
  readonly staleMs?: number
}

const STALE_MS = 1000

export interface Queue {
  /** Reads the inbox again; something may have come. */
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

  /** Whether the item still waits: it may have been withdrawn, deleted or answered elsewhere while it was behind others. */
  const stillWaits = async (item: InboxItem): Promise<boolean> => {
    try {
      const isOpen = await retry({ signal, log }, 'The inbox', () => isWaiting(api, signal, item.id))
      if (!isOpen) log(`${messageOf(item)?.short_id ?? item.id}: no longer waits for an answer`)
      return isOpen
    } catch (error) {
      // of a paused agent, or at the end: what still waits is in the inbox next time
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
          // the stream ends with the pause of the agent, and refreshes when it is open again
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
