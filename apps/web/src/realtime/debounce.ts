import type { Timers } from '../api/timers.ts'

export interface Debounce {
  /** Schedules the action; a repeat within the wait restarts it. */
  trigger(): void
  cancel(): void
}

/** Runs `action` once for many triggers: `waitMs` after the last, at the latest `maxMs` after the first. */
export function createDebounce(
  timers: Timers,
  { waitMs, maxMs }: { waitMs: number; maxMs: number },
  action: () => void,
): Debounce {
  let since: number | null = null
  let cancelWait = () => {}

  function cancel(): void {
    cancelWait()
    since = null
  }

  return {
    trigger() {
      cancelWait()
      since ??= timers.now()
      // a changed clock must not stretch the wait
      const leftMs = Math.max(0, maxMs - (timers.now() - since))
      cancelWait = timers.after(Math.min(waitMs, leftMs), () => {
        since = null
        action()
      })
    },
    cancel,
  }
}
