/** Refetches in the background: repairs whatever the events missed (docs/rules/realtime.md#refetches). */
import type { Timers } from '../api/timers.ts'

const SILENT_DELAY_MS = 5000
const SILENT_EVERY_MS = 60_000

interface Deps {
  timers: Timers
  /** Not while the tab is hidden or the network is away. */
  canRefetch: () => boolean
  refetch: () => Promise<void>
}

export interface SilentRefetch {
  /** The tab became visible, or the network came back. */
  resume(): void
  stop(): void
}

/** First after 5 s, then 60 s after each response. One that was due while it couldn't run is 5 s after `resume`. */
export function startSilentRefetch({ timers, canRefetch, refetch }: Deps): SilentRefetch {
  let isStopped = false
  let isOverdue = false
  let cancel = timers.after(SILENT_DELAY_MS, () => void run())

  async function run(): Promise<void> {
    if (!canRefetch()) {
      isOverdue = true
      return
    }
    try {
      await refetch()
    } catch {
      // silent: the state stays as it is until the next one
    }
    if (!isStopped) cancel = timers.after(SILENT_EVERY_MS, () => void run())
  }

  return {
    resume() {
      if (!isOverdue || !canRefetch()) return
      isOverdue = false
      cancel = timers.after(SILENT_DELAY_MS, () => void run())
    },
    stop() {
      isStopped = true
      isOverdue = false
      cancel()
    },
  }
}
