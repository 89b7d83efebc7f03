/**
 * Indexes what was said while nobody searches. It waits until a space is calm and takes a small part of the time
 * when it isn't: posting comes first. Every node does it; of two at one space one goes away again.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/database.ts'
import { indexPortion, sortIn } from './indexing.ts'
import * as repository from './indexing-repository.ts'

interface Deps {
  readonly db: Db
  readonly bus: Bus
  readonly onError: (error: unknown) => void
}

const LOOK_MS = 1000
/** A space is calm when nothing was said for so long. */
const CALM_MS = 2000
/** And is not waited for longer. */
const WAIT_MAX_MS = 30_000
/** The pause after a portion, in times of what the portion took. */
const PAUSE_TIMES = 2
/** Wake-ups can be lost. */
const LOOK_EVERYWHERE_MS = 5 * 60_000

interface Waiting {
  readonly since: number
  last: number
}

export interface Indexer {
  stop(): Promise<void>
}

export function createIndexer({ db, bus, onError }: Deps): Indexer {
  const waiting = new Map<string, Waiting>()
  const stopping = new AbortController()
  let lookEverywhereAt = 0
  let work: Promise<void> = Promise.resolve()
  let isWorking = false

  const unsubscribe = bus.subscribe(['wake', 'wake_all', 'reconnected'], (message) => {
    if (message.kind !== 'wake') {
      lookEverywhereAt = 0
      return
    }
    const now = performance.now()
    const known = waiting.get(message.spaceId)
    if (known === undefined) waiting.set(message.spaceId, { since: now, last: now })
    else known.last = now
  })

  const index = async (spaceId: string) => {
    for (;;) {
      const begun = performance.now()
      const { isComplete } = await indexPortion(db, spaceId, { waits: false, fillsGap: true })
      if (isComplete || stopping.signal.aborted) return
      await delay(PAUSE_TIMES * (performance.now() - begun), undefined, { signal: stopping.signal })
    }
  }

  const look = async () => {
    const now = performance.now()
    const due = new Set<string>()
    for (const [spaceId, { since, last }] of waiting) {
      if (now - last < CALM_MS && now - since < WAIT_MAX_MS) continue
      waiting.delete(spaceId)
      due.add(spaceId)
    }
    if (now >= lookEverywhereAt) {
      lookEverywhereAt = now + LOOK_EVERYWHERE_MS
      for (const spaceId of await repository.listBehind(db)) if (!waiting.has(spaceId)) due.add(spaceId)
    }
    for (const spaceId of due) {
      if (stopping.signal.aborted) return
      await index(spaceId)
    }
    if (due.size > 0) await sortIn(db)
  }

  const timer = setInterval(() => {
    if (isWorking) return
    isWorking = true
    work = look()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error)
      })
      .finally(() => {
        isWorking = false
      })
  }, LOOK_MS)
  timer.unref()

  return {
    stop: async () => {
      unsubscribe()
      clearInterval(timer)
      stopping.abort()
      await work
    },
  }
}
