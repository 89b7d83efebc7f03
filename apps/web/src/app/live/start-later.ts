import type { Timers } from '../../api/timers.ts'

/** Late enough not to be in the way of the first page, early enough for a network that goes soon. */
const LOAD_AFTER_MS = 3000
const LOAD_AGAIN_MS = 10_000

/** Starts what `load` brings, in a quiet moment; what can't be had now is asked for again. */
export function startLater(timers: Timers, load: () => Promise<() => () => void>): () => void {
  let isStopped = false
  let stop = () => {}

  function loadAfter(ms: number): void {
    stop = timers.after(ms, () => {
      load().then(
        (start) => {
          if (!isStopped) stop = start()
        },
        () => {
          if (!isStopped) loadAfter(LOAD_AGAIN_MS)
        },
      )
    })
  }

  loadAfter(LOAD_AFTER_MS)
  return () => {
    isStopped = true
    stop()
  }
}
