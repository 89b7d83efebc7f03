/** Reports the read position of a space to the server: debounced, and only forward. */
import type { Message } from '@flockwork/contract/messages'
import type { Timers } from '../../../api/timers.ts'
import { createDebounce } from '../../../realtime/debounce.ts'

const REPORT_AFTER_MS = 1000
/** While the user keeps reading. */
const REPORT_AT_LATEST_MS = 5000

type Position = Pick<Message, 'id' | 'seq'>

interface Deps {
  timers: Timers
  /** Nobody reads in a hidden tab. */
  isVisible: () => boolean
  report: (messageId: string) => Promise<void>
}

export interface PositionReporter {
  /** Everything up to this position is read. */
  read(position: Position): void
  /** Call when the tab is visible or the server reachable again: retries what couldn't be reported. */
  resume(): void
  /** Call when the feed is unmounted: reports what is pending at once. */
  stop(): void
}

export function createPositionReporter({ timers, isVisible, report }: Deps): PositionReporter {
  let reportedSeq = 0
  let pending: Position | null = null
  let isReporting = false
  const waiting = createDebounce(
    timers,
    { waitMs: REPORT_AFTER_MS, maxMs: REPORT_AT_LATEST_MS },
    () => void send(),
  )

  async function send(): Promise<void> {
    const position = pending
    if (position === null || isReporting || !isVisible()) return
    isReporting = true
    try {
      await report(position.id)
      reportedSeq = position.seq
      if (pending === position) pending = null
    } catch {
      // it stays pending until `resume`
      if (pending === position) return
    } finally {
      isReporting = false
    }
    if (pending !== null) waiting.trigger()
  }

  return {
    read(position) {
      if (position.seq <= (pending?.seq ?? reportedSeq)) return
      pending = position
      waiting.trigger()
    },
    resume() {
      if (pending !== null) waiting.trigger()
    },
    stop() {
      waiting.cancel()
      void send()
    },
  }
}
