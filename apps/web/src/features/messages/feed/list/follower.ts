/** Keeps the end of a scrolling pane in view while the reader is there, and otherwise counts what arrives. */
import type { Message } from '@flockwork/contract/messages'
import type { FeedRow } from '../../state/feed-rows.ts'
import { arrivedAfter, AT_BOTTOM_PX, followZonePx, shouldFollow } from './follow.ts'

/** Scrolling within this time of wheel, touch or key input is the reader's. */
const USER_INPUT_MS = 500
/** For this long after `release`, the list may still be scrolling to a row. */
const RELEASED_MS = 1000
/** Beyond this distance from the end, the pill is shown. */
const FAR_PX = 400
const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

export interface FollowView {
  /** Messages that arrived while the end wasn't in view. */
  readonly unseen: number
  readonly isFar: boolean
  /** So far up that the list doesn't follow new messages. */
  readonly isBack: boolean
}

export interface ListContent {
  readonly rows: readonly FeedRow[]
  /** The messages of the rows and their threads. */
  readonly messages: readonly Message[]
  readonly viewerId: string
  /** Whether they end with the newest message there is. */
  readonly hasNewest: boolean
}

export interface Follower {
  /** @returns a function that detaches it */
  attach: (pane: HTMLElement) => () => void
  rowsChanged: (content: ListContent) => void
  /** The reader goes to the end, and stays there. */
  scrollToEnd: () => void
  /** The reader has scrolled or touched this pane: nothing else may set its scroll position any more. */
  isUserControlled: () => boolean
  /** The end is kept in view. */
  isFollowing: () => boolean
  /** Stops following: something else sets the scroll position. */
  release: () => void
  /** Call when the size of the list or the pane has changed. */
  resized: () => void
  view: () => FollowView
  subscribe: (listener: () => void) => () => void
}

export function createFollower(): Follower {
  const listeners = new Set<() => void>()
  let pane: HTMLElement | null = null
  let view: FollowView = { unseen: 0, isFar: false, isBack: false }
  let known: { seq: number; sentAt: number; hasNewest: boolean } | null = null
  let isFollowing = true
  let distancePx = 0
  let top = 0
  let size = { scrollHeight: 0, clientHeight: 0 }
  let inputAt = Number.NEGATIVE_INFINITY
  let releasedAt = Number.NEGATIVE_INFINITY
  let isReaders = false
  let scrolledUpAt: number | null = null

  function show(next: Partial<FollowView>): void {
    const { unseen, isFar, isBack } = { ...view, ...next }
    if (unseen === view.unseen && isFar === view.isFar && isBack === view.isBack) return
    view = { unseen, isFar, isBack }
    for (const listener of listeners) listener()
  }

  function stayAtEnd(): void {
    isFollowing = true
    // back at the end, the reader has stopped reading upwards
    scrolledUpAt = null
    if (pane) pane.scrollTop = pane.scrollHeight
  }

  /** @param isScrolled false after a change of size, which isn't the reader's scrolling */
  function measure(isScrolled: boolean): void {
    if (!pane) return
    const now = performance.now()
    const { scrollTop, scrollHeight, clientHeight } = pane
    const isSameSize = scrollHeight === size.scrollHeight && clientHeight === size.clientHeight
    distancePx = scrollHeight - clientHeight - scrollTop
    const isAtEnd = distancePx <= AT_BOTTOM_PX
    const isBack = distancePx > followZonePx(clientHeight)
    // by the browser's search or a screen reader: so far, at the same size, nothing else scrolls
    const isFound = isSameSize && isBack && now - releasedAt > RELEASED_MS
    if (scrollTop < top - 1 && (isFound || now - inputAt < USER_INPUT_MS)) {
      scrolledUpAt = now
      isFollowing = false
    }
    size = { scrollHeight, clientHeight }
    top = scrollTop
    if (isAtEnd && isScrolled) {
      isFollowing = true
      scrolledUpAt = null
    }
    show({ isFar: distancePx > FAR_PX, isBack, ...(isAtEnd && { unseen: 0 }) })
  }

  const onScroll = () => measure(true)

  function recordInput(): void {
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
      for (const name of INPUTS) element.addEventListener(name, recordInput, { passive: true })
      element.addEventListener('scroll', onScroll, { passive: true })
      return () => {
        for (const name of INPUTS) element.removeEventListener(name, recordInput)
        element.removeEventListener('scroll', onScroll)
        pane = null
      }
    },
    rowsChanged({ rows, messages, viewerId, hasNewest }) {
      const last = known
      const { seq, sentAt } = newest(rows, messages)
      known = { seq: Math.max(seq, last?.seq ?? 0), sentAt, hasNewest }
      // newer history that was loaded hasn't arrived just now
      const arrived = last?.hasNewest ? arrivedAfter(last.seq, messages, viewerId) : 0
      const isOwn = last !== null && sentAt > last.sentAt
      if (isOwn || (arrived === 0 && isFollowing)) return stayAtEnd()
      if (arrived === 0) return
      if (mayFollow()) return stayAtEnd()
      isFollowing = false
      show({ unseen: view.unseen + arrived })
    },
    scrollToEnd() {
      isReaders = true
      stayAtEnd()
    },
    isUserControlled: () => isReaders,
    isFollowing: () => isFollowing,
    release() {
      releasedAt = performance.now()
      isFollowing = false
    },
    resized() {
      if (isFollowing) stayAtEnd()
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
  for (const row of rows) {
    // a reply isn't written at the end
    const isPost = row.kind === 'pending' && row.send.parentId === null
    if (isPost) sentAt = Math.max(sentAt, row.send.createdAt)
  }
  return { seq, sentAt }
}
