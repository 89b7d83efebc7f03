/** Asks again now and then, unseen: heals whatever an event missed (docs/rules/realtime.md#refetches). */
import type { Timers } from '../api/timers.ts'

const SILENT_DELAY_MS = 5000
const SILENT_EVERY_MS = 60_000

interface Deps {
  timers: Timers
  /** Nobody looks at a hidden tab, and nobody answers without a network. */
  mayAsk: () => boolean
  refetch: () => Promise<void>
}

export interface SilentRefetch {
  /** The tab came back to the screen, or the network to the tab. */
  look(): void
  stop(): void
}

/** First after 5 s, then 60 s after each answer. One that fell due while nobody may ask follows 5 s later. */
export function startSilentRefetch({ timers, mayAsk, refetch }: Deps): SilentRefetch {
  let isStopped = false
  let isOverdue = false
  let cancel = timers.after(SILENT_DELAY_MS, () => void run())

  async function run(): Promise<void> {
    if (!mayAsk()) {
      isOverdue = true
      return
    }
    try {
      await refetch()
    } catch {
      // silent: what is held stays, and the next one may be answered
    }
    if (!isStopped) cancel = timers.after(SILENT_EVERY_MS, () => void run())
  }

  return {
    look() {
      if (!isOverdue || !mayAsk()) return
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
