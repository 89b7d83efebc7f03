/** What is fetched anew after events that don't tell all (docs/rules/realtime.md#refetches). */
import type { Timers } from '../../api/timers.ts'
import { isPartialEvent } from '../../features/messages/index.ts'
import type { LiveEvent } from '../../realtime/apply-event.ts'
import { createDebounce } from '../../realtime/debounce.ts'

const POST_REFETCH_MS = 150
/** However many follow each other, the first one doesn't wait longer. */
const POST_REFETCH_MAX_MS = 1000
const BOOTSTRAP_REFETCH_MS = 500

interface Acts {
  /** Asks what changed in the posts. */
  posts: () => void
  /** A stream began: what its bootstrap doesn't carry is asked for. */
  afterBootstrap: () => void
  /** Events were lost for good: all that they may have changed is asked for. */
  afterReset: () => void
}

export interface Refetches {
  /** @param areWhole whether each of them could be applied */
  heard(events: readonly LiveEvent[], areWhole: boolean): void
  cancel(): void
}

export function createRefetches(timers: Timers, { posts, afterBootstrap, afterReset }: Acts): Refetches {
  let isReset = false
  const ofPosts = createDebounce(timers, { waitMs: POST_REFETCH_MS, maxMs: POST_REFETCH_MAX_MS }, posts)
  const ofBootstrap = createDebounce(
    timers,
    { waitMs: BOOTSTRAP_REFETCH_MS, maxMs: BOOTSTRAP_REFETCH_MS },
    () => {
      if (isReset) afterReset()
      isReset = false
      afterBootstrap()
    },
  )

  return {
    heard(events, areWhole) {
      if (!areWhole || events.some(isPartialEvent)) ofPosts.trigger()
      const bootstraps = events.filter(({ name }) => name === 'bootstrap')
      if (bootstraps.length === 0) return
      isReset ||= bootstraps.some(saysReset)
      ofBootstrap.trigger()
    },
    cancel() {
      ofPosts.cancel()
      ofBootstrap.cancel()
    },
  }
}

function saysReset({ data }: LiveEvent): boolean {
  return typeof data === 'object' && data !== null && 'reset' in data && data.reset === true
}
