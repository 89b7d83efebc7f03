/** Keeps the end of a scrolling pane in view while the reader is there, and counts what comes while not. */
import type { Message } from '@flockwork/contract/messages'
import type { FeedRow } from '../../state/feed-rows.ts'
import { arrivedAfter, AT_BOTTOM_PX, followZonePx, shouldFollow } from './follow.ts'

/** Scrolling so soon after the wheel, a finger or a key is the reader's own. */
const READERS_OWN_MS = 500
/** So long after it was let go for it, the list may still be on its way to a row. */
const LET_GO_MS = 1000
/** Further from the end than this, the pill offers the way back. */
const FAR_PX = 400
const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

export interface FollowView {
  /** Messages that came while the reader was elsewhere. */
  readonly unseen: number
  readonly isFar: boolean
  /** So far up that nothing scrolls into view by itself. */
  readonly isBack: boolean
}

/** What is on screen now. */
export interface Shown {
  readonly rows: readonly FeedRow[]
  /** What the rows and the threads below them are of. */
  readonly messages: readonly Message[]
  readonly viewerId: string
  /** They end with the newest message there is. */
  readonly hasNewest: boolean
}

export interface Follower {
  /** Begins with a pane. @returns how to stop */
  attach: (pane: HTMLElement) => () => void
  rowsChanged: (shown: Shown) => void
  /** The reader goes to the end, and stays there. */
  toEnd: () => void
  /** The reader has gone somewhere in this pane, or touched it: nobody else chooses the place any more. */
  isReaders: () => boolean
  /** It keeps the end in view. */
  isAtEnd: () => boolean
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
  let view: FollowView = { unseen: 0, isFar: false, isBack: false }
  let known: { seq: number; sentAt: number; hasNewest: boolean } | null = null
  let isHeld = true
  let distancePx = 0
  let top = 0
  let size = { scrollHeight: 0, clientHeight: 0 }
  let inputAt = Number.NEGATIVE_INFINITY
  let letGoAt = Number.NEGATIVE_INFINITY
  let isReaders = false
  let scrolledUpAt: number | null = null

  function show(next: Partial<FollowView>): void {
    const { unseen, isFar, isBack } = { ...view, ...next }
    if (unseen === view.unseen && isFar === view.isFar && isBack === view.isBack) return
    view = { unseen, isFar, isBack }
    for (const listener of listeners) listener()
  }

  function stayAtEnd(): void {
    isHeld = true
    // who goes back to the end has done with reading upwards
    scrolledUpAt = null
    if (pane) pane.scrollTop = pane.scrollHeight
  }

  /** @param isScrolled a size that changed says nothing about where the reader, or who was let go for, goes */
  function measure(isScrolled: boolean): void {
    if (!pane) return
    const now = performance.now()
    const { scrollTop, scrollHeight, clientHeight } = pane
    const isSameSize = scrollHeight === size.scrollHeight && clientHeight === size.clientHeight
    distancePx = scrollHeight - clientHeight - scrollTop
    const isAtEnd = distancePx <= AT_BOTTOM_PX
    const isBack = distancePx > followZonePx(clientHeight)
    // found in the page, or read out: so far, with all sizes as they were, nobody else goes
    const isFound = isSameSize && isBack && now - letGoAt > LET_GO_MS
    if (scrollTop < top - 1 && (isFound || now - inputAt < READERS_OWN_MS)) {
      scrolledUpAt = now
      isHeld = false
    }
    size = { scrollHeight, clientHeight }
    top = scrollTop
    if (isAtEnd && isScrolled) {
      isHeld = true
      scrolledUpAt = null
    }
    show({ isFar: distancePx > FAR_PX, isBack, ...(isAtEnd && { unseen: 0 }) })
  }

  const scrolled = () => measure(true)

  function noteInput(): void {
    inputAt = performance.now()
    isReaders = true
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
      isReaders = false
      for (const name of INPUTS) element.addEventListener(name, noteInput, { passive: true })
      element.addEventListener('scroll', scrolled, { passive: true })
      return () => {
        for (const name of INPUTS) element.removeEventListener(name, noteInput)
        element.removeEventListener('scroll', scrolled)
        pane = null
      }
    },
    rowsChanged({ rows, messages, viewerId, hasNewest }) {
      const last = known
      const { seq, sentAt } = newest(rows, messages)
      known = { seq: Math.max(seq, last?.seq ?? 0), sentAt, hasNewest }
      // newer history that was loaded didn't arrive just now
      const arrived = last?.hasNewest ? arrivedAfter(last.seq, messages, viewerId) : 0
      const isOwn = last !== null && sentAt > last.sentAt
      if (isOwn || (arrived === 0 && isHeld)) return stayAtEnd()
      if (arrived === 0) return
      if (mayFollow()) return stayAtEnd()
      isHeld = false
      show({ unseen: view.unseen + arrived })
    },
    toEnd() {
      isReaders = true
      stayAtEnd()
    },
    isReaders: () => isReaders,
    isAtEnd: () => isHeld,
    letGo() {
      letGoAt = performance.now()
      isHeld = false
    },
    resized() {
      if (isHeld) stayAtEnd()
      else measure(false)
    },
    view: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function newest(rows: readonly FeedRow[], messages: readonly Message[]): { seq: number; sentAt: number } {
  let seq = 0
  let sentAt = 0
  for (const message of messages) seq = Math.max(seq, message.seq)
  for (const row of rows) if (row.kind === 'pending') sentAt = Math.max(sentAt, row.send.createdAt)
  return { seq, sentAt }
}
