/** Shows the messages of a demo one by one (docs/rules/demo.md#playing). */
import { DEMO_PAUSE_MAX_MS, DEMO_PAUSE_MIN_MS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import type { Timers } from '../../api/timers.ts'

const FIRST_AFTER_MS = 400

export interface Player {
  /** Appends these to the queue. */
  play(messages: readonly Message[]): void
  /** Clears the queue. */
  stop(): void
}

interface Deps {
  readonly timers: Pick<Timers, 'after'>
  /** Shows one; `waiting` is the rest of the queue. */
  readonly show: (message: Message, waiting: readonly Message[]) => void
}

export function createPlayer({ timers, show }: Deps): Player {
  let waiting: readonly Message[] = []
  let cancel: (() => void) | null = null

  function showNext(): void {
    const [message, ...others] = waiting
    cancel = null
    if (!message) return
    waiting = others
    // also after the last: messages added meanwhile keep the pace
    cancel = timers.after(pauseAfter(message), showNext)
    show(message, others)
  }

  return {
    play(messages) {
      waiting = [...waiting, ...messages]
      cancel ??= timers.after(FIRST_AFTER_MS, showNext)
    },
    stop() {
      cancel?.()
      cancel = null
      waiting = []
    },
  }
}

/** The server's delay, clamped to the limits of a demo. */
function pauseAfter({ pause_after_ms: ms }: Message): number {
  return Math.min(DEMO_PAUSE_MAX_MS, Math.max(DEMO_PAUSE_MIN_MS, ms ?? 0))
}
