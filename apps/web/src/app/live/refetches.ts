/** Refetches after events that don't carry everything (docs/rules/realtime.md#refetches). */
import type { Timers } from '../../api/timers.ts'
import { isPartialEvent } from '../../features/messages/index.ts'
import type { LiveEvent } from '../../realtime/apply-event.ts'
import { createDebounce } from '../../realtime/debounce.ts'

const POST_REFETCH_MS = 150
/** The longest that a burst can delay the first refetch. */
const POST_REFETCH_MAX_MS = 1000
const BOOTSTRAP_REFETCH_MS = 500

interface Refetchers {
  /** Fetches changed posts. */
  posts: () => void
  /** Changes before a stream's bootstrap come without events: refetches everything that may have changed. */
  afterBootstrap: () => void
}

export interface Refetches {
  /** @param allApplied whether each of them could be applied */
  onEvents(events: readonly LiveEvent[], allApplied: boolean): void
  cancel(): void
}

export function createRefetches(timers: Timers, { posts, afterBootstrap }: Refetchers): Refetches {
  const ofPosts = createDebounce(timers, { waitMs: POST_REFETCH_MS, maxMs: POST_REFETCH_MAX_MS }, posts)
  const ofBootstrap = createDebounce(
    timers,
    { waitMs: BOOTSTRAP_REFETCH_MS, maxMs: BOOTSTRAP_REFETCH_MS },
    afterBootstrap,
  )

  return {
    onEvents(events, allApplied) {
      if (!allApplied || events.some(isPartialEvent)) ofPosts.trigger()
      if (events.some(({ name }) => name === 'bootstrap')) ofBootstrap.trigger()
    },
    cancel() {
      ofPosts.cancel()
      ofBootstrap.cancel()
    },
  }
}
