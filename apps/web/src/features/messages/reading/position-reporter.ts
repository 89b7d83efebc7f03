/** Tells the server up to where a space was read: not at every message, and only forward. */
import type { Message } from '@flockwork/contract/messages'
import type { Timers } from '../../../api/timers.ts'
import { createDebounce } from '../../../realtime/debounce.ts'

const REPORT_AFTER_MS = 1000
/** Who reads on and on is heard of now and then. */
const REPORT_AT_LATEST_MS = 5000

type Position = Pick<Message, 'id' | 'seq'>

interface Deps {
  timers: Timers
  /** Nobody reads in a tab that isn't seen. */
  isVisible: () => boolean
  /** Rejects when it couldn't be said. */
  report: (messageId: string) => Promise<void>
}

export interface PositionReporter {
  /** Everything up to here is read. */
  read(position: Position): void
  /** The tab is seen again, or the server can be reached again: what couldn't be said is said now. */
  resume(): void
  /** The feed goes from the screen: what waits is said at once. */
  stop(): void
}

export function createPositionReporter({ timers, isVisible, report }: Deps): PositionReporter {
  let reportedSeq = 0
  let wanted: Position | null = null
  let isReporting = false
  const waiting = createDebounce(
    timers,
    { waitMs: REPORT_AFTER_MS, maxMs: REPORT_AT_LATEST_MS },
    () => void say(),
  )

  async function say(): Promise<void> {
    const position = wanted
    if (position === null || isReporting || !isVisible()) return
    isReporting = true
    try {
      await report(position.id)
      reportedSeq = position.seq
      if (wanted === position) wanted = null
    } catch {
      // it stays wanted, and goes out when there is hope again
      if (wanted === position) return
    } finally {
      isReporting = false
    }
    if (wanted !== null) waiting.trigger()
  }

  return {
    read(position) {
      if (position.seq <= (wanted?.seq ?? reportedSeq)) return
      wanted = position
      waiting.trigger()
    },
    resume() {
      if (wanted !== null) waiting.trigger()
    },
    stop() {
      waiting.cancel()
      void say()
    },
  }
}
