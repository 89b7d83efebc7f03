/** Which messages were read: those in view for a moment while the tab is seen (docs/rules/interface.md#reading). */
import { isSeen } from './reading.ts'

const SEEN_FOR_MS = 600
/** Rows that become read about the same time are marked together: each time the browser's storage is written. */
const BATCH_MS = 200
/** Every 5 %, 60 % just passed among them, and ever smaller shares: of a row many times as tall as the pane. */
const THRESHOLDS = Array.from({ length: 30 }, (_, step) =>
  step < 20 ? 0.001 + step / 20 : 0.001 * 1.5 ** (step - 19),
)

export interface ReadWatcher {
  /** Watches a row inside the pane. @returns how to stop */
  watch: (element: Element, id: string) => () => void
  stop: () => void
}

/** @param paneSelector what the rows scroll in */
export function createReadWatcher(
  paneSelector: string,
  onRead: (ids: readonly string[]) => void,
): ReadWatcher {
  const ids = new Map<Element, string>()
  const timers = new Map<Element, number>()
  let observer: IntersectionObserver | null = null
  let read: string[] = []

  function judge(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, intersectionRect, boundingClientRect, rootBounds } of entries) {
      const paneHeight = rootBounds?.height ?? innerHeight
      const isInView = isSeen(intersectionRect.height, boundingClientRect.height, paneHeight)
      if (!isInView || document.visibilityState === 'hidden') forget(target)
      else if (!timers.has(target))
        timers.set(
          target,
          window.setTimeout(() => wasRead(target), SEEN_FOR_MS),
        )
    }
  }

  function wasRead(element: Element): void {
    const id = ids.get(element)
    if (id === undefined) return
    if (read.length === 0) setTimeout(tell, BATCH_MS)
    read.push(id)
  }

  function tell(): void {
    const these = read
    read = []
    onRead(these)
  }

  function forget(element: Element): void {
    clearTimeout(timers.get(element))
    timers.delete(element)
  }

  function onVisibility(): void {
    for (const element of ids.keys()) {
      forget(element)
      // observing anew judges anew
      observer?.unobserve(element)
      if (document.visibilityState === 'visible') observer?.observe(element)
    }
  }

  function start(root: Element | null): IntersectionObserver {
    document.addEventListener('visibilitychange', onVisibility)
    return new IntersectionObserver(judge, { root, threshold: THRESHOLDS })
  }

  return {
    watch(element, id) {
      const pane = element.closest(paneSelector)
      if (observer?.root !== pane) {
        // the first row, or the first of another list in the feed's place
        observer?.disconnect()
        observer = start(pane)
      }
      ids.set(element, id)
      observer.observe(element)
      return () => {
        ids.delete(element)
        forget(element)
        observer?.unobserve(element)
      }
    },
    stop() {
      document.removeEventListener('visibilitychange', onVisibility)
      for (const timer of timers.values()) clearTimeout(timer)
      observer?.disconnect()
      observer = null
    },
  }
}
