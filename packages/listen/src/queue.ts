/** Works through the inbox: oldest first, with bounded concurrency, each item once unless it was out of reach. */
import type { Api } from './api.ts'
import { isPausedError } from './errors.ts'
import { retry } from './retry.ts'
import { readUnread } from './mailbox.ts'
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
}

export interface Queue {
  /** Reads the inbox again; something may have come. */
  refresh(): void
  /** Resolves when no item is being handled. */
  idle(): Promise<void>
}

export function createQueue(deps: Deps): Queue {
  const { api, signal, log, concurrency, isDone, attend, onStop } = deps
  const taken = new Set<string>()
  const waiting: InboxItem[] = []
  const working = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let isWanted = false
  let isFirst = true

  const work = () => {
    while (working.size < concurrency && !signal.aborted) {
      const item = waiting.shift()
      if (item === undefined) return
      const job = attend(item)
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
      waiting.push(...items)
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
