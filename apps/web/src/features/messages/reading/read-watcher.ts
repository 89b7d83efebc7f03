/** Marks messages as read that are in view for a moment while the tab is visible (docs/rules/interface.md#reading). */
import { isInView } from './reading.ts'

const IN_VIEW_MS = 600
/** Rows that become read at about the same time are marked together, in one write to storage. */
const BATCH_MS = 200
/** Every 5 %, just past 60 % among them; then ever smaller shares, for rows many times as tall as the pane. */
const THRESHOLDS = Array.from({ length: 30 }, (_, step) =>
  step < 20 ? 0.001 + step / 20 : 0.001 * 1.5 ** (step - 19),
)

export interface ReadWatcher {
  /** Watches a row inside the pane. @returns a function that stops watching */
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

  function evaluate(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, intersectionRect, boundingClientRect, rootBounds } of entries) {
      const paneHeight = rootBounds?.height ?? innerHeight
      const isVisible = isInView(intersectionRect.height, boundingClientRect.height, paneHeight)
      if (!isVisible || document.visibilityState === 'hidden') cancelTimer(target)
      else if (!timers.has(target))
        timers.set(
          target,
          window.setTimeout(() => addRead(target), IN_VIEW_MS),
        )
    }
  }

  function addRead(element: Element): void {
    const id = ids.get(element)
    if (id === undefined) return
    if (read.length === 0) setTimeout(reportBatch, BATCH_MS)
    read.push(id)
  }

  function reportBatch(): void {
    const these = read
    read = []
    onRead(these)
  }

  function cancelTimer(element: Element): void {
    clearTimeout(timers.get(element))
    timers.delete(element)
  }

  function onVisibility(): void {
    for (const element of ids.keys()) {
      cancelTimer(element)
      // observing again evaluates again
      observer?.unobserve(element)
      if (document.visibilityState === 'visible') observer?.observe(element)
    }
  }

  function start(root: Element | null): IntersectionObserver {
    document.addEventListener('visibilitychange', onVisibility)
    return new IntersectionObserver(evaluate, { root, threshold: THRESHOLDS })
  }

  return {
    watch(element, id) {
      const pane = element.closest(paneSelector)
      if (observer?.root !== pane) {
        // the first row, or the first of another list that replaced the feed
        observer?.disconnect()
        observer = start(pane)
      }
      ids.set(element, id)
      observer.observe(element)
      return () => {
        ids.delete(element)
        cancelTimer(element)
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
