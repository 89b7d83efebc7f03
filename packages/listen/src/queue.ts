/** Takes what is addressed to the agent, oldest first, some at a time, each once. */
import type { Api } from './api.ts'
import { insist } from './retry.ts'
import { readUnread } from './mailbox.ts'
import type { InboxItem } from './types.ts'

interface Deps {
  readonly api: Api
  readonly signal: AbortSignal
  readonly log: (line: string) => void
  readonly concurrency: number
  /** Whether it was answered in an earlier life. */
  readonly isDone: (id: string) => boolean
  readonly attend: (item: InboxItem) => Promise<void>
  /** Nothing can go on. */
  readonly onStop: (error: unknown) => void
}

export interface Desk {
  /** Something may have come. */
  look(): void
  /** Resolves when nothing is being answered. */
  idle(): Promise<void>
}

export function createDesk(deps: Deps): Desk {
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
      const items = await insist({ signal, log }, 'The inbox', () =>
        readUnread(api, signal, { isKnown, isWhole: isFirst }),
      )
      isFirst = false
      for (const item of items) taken.add(item.id)
      waiting.push(...items)
      work()
    }
  }

  return {
    look() {
      isWanted = true
      looking ??= look()
        .catch((error: unknown) => {
          if (!signal.aborted) onStop(error)
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
