import type { Timers } from '../../api/timers.ts'

/** After the first page has loaded, but soon enough for a network that fails early. */
const LOAD_AFTER_MS = 3000
const LOAD_AGAIN_MS = 10_000

/** Loads and starts something after the page has settled; a failed load is retried. */
export function startWhenIdle(timers: Timers, load: () => Promise<() => () => void>): () => void {
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
