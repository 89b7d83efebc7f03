import type { Timers } from '../api/timers.ts'

export interface Debounce {
  /** Asks for the act; asked again meanwhile, it waits anew. */
  ask(): void
  cancel(): void
}

/** One `act` for many askings: after `waitMs` without another, at the latest `maxMs` after the first. */
export function createDebounce(
  timers: Timers,
  { waitMs, maxMs }: { waitMs: number; maxMs: number },
  act: () => void,
): Debounce {
  let since: number | null = null
  let cancelWait = () => {}

  function cancel(): void {
    cancelWait()
    since = null
  }

  return {
    ask() {
      cancelWait()
      since ??= timers.now()
      // a clock that was set doesn't stretch the wait
      const leftMs = Math.max(0, maxMs - (timers.now() - since))
      cancelWait = timers.after(Math.min(waitMs, leftMs), () => {
        since = null
        act()
      })
    },
    cancel,
  }
}
