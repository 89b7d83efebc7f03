/**
 * Indexes in the background. It waits until a space is quiet, or else is throttled, because posting
 * has priority. Every node does it; of two that index the same space one skips it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/database.ts'
import * as repository from './indexing-repository.ts'
import { indexBatch } from './indexing.ts'

interface Deps {
  readonly db: Db
  readonly bus: Bus
  readonly onError: (error: unknown) => void
}

const CHECK_EVERY_MS = 1000
/** A space is quiet when nothing was posted for this long. */
const QUIET_MS = 2000
/** The maximum wait for a space to be quiet. */
const WAIT_MAX_MS = 30_000
/** The pause after a batch, as a multiple of the time that the batch took. */
const PAUSE_FACTOR = 2
/** Makes up for lost wake-ups. */
const CHECK_ALL_EVERY_MS = 5 * 60_000

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
  let checkAllAt = 0
  let work: Promise<void> = Promise.resolve()
  let isWorking = false

  const unsubscribe = bus.subscribe(['wake', 'wake_all', 'reconnected'], (message) => {
    if (message.kind !== 'wake') {
      checkAllAt = 0
      return
    }
    const now = performance.now()
    const known = waiting.get(message.spaceId)
    if (known === undefined) waiting.set(message.spaceId, { since: now, last: now })
    else known.last = now
  })

  const index = async (spaceId: string) => {
    for (;;) {
      const startedAt = performance.now()
      const { isComplete } = await indexBatch(db, spaceId, { waits: false, fillsGap: true })
      if (isComplete || stopping.signal.aborted) return
      await delay(PAUSE_FACTOR * (performance.now() - startedAt), undefined, { signal: stopping.signal })
    }
  }

  const check = async () => {
    const now = performance.now()
    const due = new Set<string>()
    for (const [spaceId, { since, last }] of waiting) {
      if (now - last < QUIET_MS && now - since < WAIT_MAX_MS) continue
      waiting.delete(spaceId)
      due.add(spaceId)
    }
    if (now >= checkAllAt) {
      checkAllAt = now + CHECK_ALL_EVERY_MS
      for (const spaceId of await repository.listBehind(db)) if (!waiting.has(spaceId)) due.add(spaceId)
    }
    for (const spaceId of due) {
      if (stopping.signal.aborted) return
      await index(spaceId)
    }
    if (due.size > 0) await repository.mergePending(db)
  }

  const timer = setInterval(() => {
    if (isWorking) return
    isWorking = true
    work = check()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error)
      })
      .finally(() => {
        isWorking = false
      })
  }, CHECK_EVERY_MS)
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
