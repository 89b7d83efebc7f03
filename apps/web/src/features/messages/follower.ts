/** Keeps the end of a scrolling pane in view while the reader is there, and counts what comes while not. */
import type { FeedRow } from './feed-rows.ts'
import { AT_BOTTOM_PX, shouldFollow } from './follow.ts'

/** Scrolling so soon after the wheel, a finger or a key is the reader's own. */
const READERS_OWN_MS = 500
/** Further from the end than this, the pill offers the way back. */
const FAR_PX = 400
const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

export interface FollowView {
  /** Messages that came while the reader was elsewhere. */
  readonly unseen: number
  readonly isFar: boolean
}

export interface Follower {
  /** Begins with a pane. @returns how to stop */
  attach: (pane: HTMLElement) => () => void
  /** The rows on screen are others now; `hasNewest`: they end with the newest message there is. */
  rowsChanged: (rows: readonly FeedRow[], viewerId: string, hasNewest: boolean) => void
  /** Goes to the end and stays there. */
  toEnd: () => void
  /** Something else decides the place now. */
  letGo: () => void
  /** The size of the list or the pane changed. */
  resized: () => void
  view: () => FollowView
  subscribe: (listener: () => void) => () => void
}

export function createFollower(): Follower {
  const listeners = new Set<() => void>()
  let pane: HTMLElement | null = null
  let view: FollowView = { unseen: 0, isFar: false }
  let known: { seq: number; sentAt: number; hasNewest: boolean } | null = null
  let isHeld = true
  let distancePx = 0
  let top = 0
  let inputAt = Number.NEGATIVE_INFINITY
  let scrolledUpAt: number | null = null

  function show(next: Partial<FollowView>): void {
    const { unseen, isFar } = { ...view, ...next }
    if (unseen === view.unseen && isFar === view.isFar) return
    view = { unseen, isFar }
    for (const listener of listeners) listener()
  }

  function toEnd(): void {
    isHeld = true
    if (pane) pane.scrollTop = pane.scrollHeight
  }

  function measure(): void {
    if (!pane) return
    const now = performance.now()
    if (pane.scrollTop < top - 1 && now - inputAt < READERS_OWN_MS) {
      scrolledUpAt = now
      isHeld = false
    }
    top = pane.scrollTop
    distancePx = pane.scrollHeight - pane.clientHeight - top
    const isAtEnd = distancePx <= AT_BOTTOM_PX
    if (isAtEnd) isHeld = true
    show({ isFar: distancePx > FAR_PX, ...(isAtEnd && { unseen: 0 }) })
  }

  function noteInput(): void {
    inputAt = performance.now()
  }

  function mayFollow(): boolean {
    const selection = document.getSelection()
    const hasSelection =
      selection !== null && !selection.isCollapsed && pane?.contains(selection.anchorNode) === true
    const paneHeightPx = pane?.clientHeight ?? 0
    return shouldFollow({ distancePx, paneHeightPx, scrolledUpAt, now: performance.now(), hasSelection })
  }

  return {
    attach(element) {
      pane = element
      for (const name of INPUTS) element.addEventListener(name, noteInput, { passive: true })
      element.addEventListener('scroll', measure, { passive: true })
      return () => {
        for (const name of INPUTS) element.removeEventListener(name, noteInput)
        element.removeEventListener('scroll', measure)
        pane = null
      }
    },
    rowsChanged(rows, viewerId, hasNewest) {
      const last = known
      const { seq, sentAt } = newest(rows)
      known = { seq: Math.max(seq, last?.seq ?? 0), sentAt, hasNewest }
      // newer history that was loaded didn't arrive just now
      const arrived = last?.hasNewest ? countArrived(rows, last.seq, viewerId) : 0
      const isOwn = last !== null && sentAt > last.sentAt
      if (isOwn || (arrived === 0 && isHeld)) return toEnd()
      if (arrived === 0) return
      if (mayFollow()) return toEnd()
      isHeld = false
      show({ unseen: view.unseen + arrived })
    },
    toEnd,
    letGo() {
      isHeld = false
    },
    resized() {
      if (isHeld) toEnd()
      else measure()
    },
    view: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function newest(rows: readonly FeedRow[]): { seq: number; sentAt: number } {
  let seq = 0
  let sentAt = 0
  for (const row of rows) {
    if (row.kind === 'message') seq = Math.max(seq, row.message.seq)
    if (row.kind === 'pending') sentAt = Math.max(sentAt, row.send.createdAt)
  }
  return { seq, sentAt }
}

function countArrived(rows: readonly FeedRow[], afterSeq: number, viewerId: string): number {
  return rows.filter(
    (row) => row.kind === 'message' && row.message.seq > afterSeq && row.message.author_id !== viewerId,
  ).length
}
