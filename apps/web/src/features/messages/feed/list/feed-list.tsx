import type { Message } from '@flockwork/contract/messages'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent, Ref } from 'react'
import { strings } from '../../../../strings.ts'
import { cx } from '../../../../ui/cx.ts'
import { useFeedActions, useFeedFacts } from '../../context/feed-context.ts'
import type { Load } from '../../loading/use-load-history.ts'
import type { FeedRow } from '../../state/feed-rows.ts'
import { FeedItem } from '../rows/feed-item.tsx'
import { FeedTop } from './feed-top.tsx'
import { LatestPill } from './latest-pill.tsx'
import { createRowPositions } from './row-positions.ts'
import type { ScrollMemory } from './scroll-memory.ts'
import { useCentering } from './use-centering.ts'
import { useGradualRows } from './use-gradual-rows.ts'
import { useOpening } from './use-opening.ts'
import { useTail } from './use-tail.ts'
import { VirtualRows, type VirtualRowsHandle } from './virtual-rows.tsx'

/** The height above the rows. Constant, so that nothing moves when its content changes. */
const TOP_PX = 56
const BUFFER_PX = 400

export interface FeedListHandle {
  pane: () => HTMLElement | null
  scrollToEnd: () => void
}

interface Props {
  ref: Ref<FeedListHandle>
  rows: readonly FeedRow[]
  /** Something else is shown in its place for now. */
  isHidden?: boolean
  /** Called before its rows are painted for the first time. */
  onShown?: (() => void) | undefined
  /** The messages of the rows and their threads. */
  messages: readonly Message[]
  viewerId: string
  hasOlder: boolean
  hasNewest: boolean
  /** Messages that arrived while newer history was unfetched. */
  missed: number
  older: Load
  newer: Load
  /** Above the first row if there is nothing older. */
  beginning?: string
  scrollMemory: ScrollMemory
  onJump: () => void
  /** The row to open the list at. */
  targetId: string | null
  /** The message to center: the target, or a reply in its thread. */
  centeredId?: string | null
  /** The row with the edit box: it is scrolled into view, and stays mounted. */
  editedKey: string | null
  /** The row with the reply box: it stays mounted. */
  replyKey: string | null
  /** Whether Tab reaches one of the rows. */
  hasActive: boolean
  onFocusStop: (id: string) => void
  /** Tab leaves the list forwards. */
  onLeave: () => void
}

/**
 * The rows of the feed, of which only the last ones and those in view are mounted. It keeps its position when older
 * rows are loaded, and follows new ones only while the reader is at the end.
 */
export function FeedList(props: Props) {
  const { ref, messages, viewerId, hasOlder, hasNewest, missed, older, newer, onJump, targetId, centeredId } =
    props
  const { hasActive } = props
  const { editedKey, replyKey, beginning, scrollMemory } = props
  const rows = useGradualRows(props.rows, targetId !== null || editedKey !== null)
  const isPartial = rows.length < props.rows.length
  const { follower } = scrollMemory
  const actions = useFeedActions()
  const pane = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualRowsHandle>(null)
  const end = useRef<HTMLDivElement>(null)
  const { unseen, isFar } = useSyncExternalStore(follower.subscribe, follower.view)
  const [focusedKey, setFocusedKey] = useState<string | null>(null)
  const shownTarget = useRef<string | null>(null)
  // in a filtered list a reply can have its own row, although its root is in the feed
  const { replyingTo } = useFeedFacts()
  const mountedKeys = useMemo(
    () => [focusedKey, editedKey, replyKey, replyingTo],
    [focusedKey, editedKey, replyKey, replyingTo],
  )
  const { head, tail } = useTail({ rows, keepMounted: mountedKeys, pane, tail: end, marginPx: BUFFER_PX })
  const rowPositions = () =>
    pane.current && list.current && end.current
      ? createRowPositions({
          pane: pane.current,
          list: list.current,
          tail: end.current,
          topPx: TOP_PX,
          headCount: head.length,
        })
      : null
  const { isPositioned, reapply, cancel } = useOpening({
    rows,
    isPartial,
    scrollMemory,
    pane,
    rowPositions,
    hasTarget: targetId !== null,
  })

  const { isHidden = false, onShown } = props
  const isShown = isPositioned && !isHidden
  useLayoutEffect(() => {
    if (isShown) onShown?.()
  }, [isShown, onShown])

  /** @returns whether the row is in the list */
  function scrollToRow(rowKey: string): boolean {
    const index = rows.findIndex(({ key }) => key === rowKey)
    if (index < 0) return false
    cancel()
    follower.release()
    rowPositions()?.scrollTo(index, 'center')
    return true
  }
  const centering = useCentering({ pane, release: follower.release, goTo: scrollToRow })

  useImperativeHandle(ref, () => ({ pane: () => pane.current, scrollToEnd: follower.scrollToEnd }), [
    follower,
  ])

  useLayoutEffect(() => (pane.current ? follower.attach(pane.current) : undefined), [follower])

  useLayoutEffect(() => {
    follower.rowsChanged({ rows, messages, viewerId, hasNewest })
  }, [follower, rows, messages, viewerId, hasNewest])

  const loadNewer = useEffectEvent(newer.load)
  useEffect(() => {
    if (isPositioned && !isPartial && !hasNewest && !isFar) loadNewer()
  }, [rows, isPartial, hasNewest, isFar, isPositioned])

  const goTo = useEffectEvent(scrollToRow)
  const { center, recenter, end: endCentering } = centering
  useLayoutEffect(() => {
    if (targetId === null) {
      // coming back to the same message scrolls to it again
      shownTarget.current = null
      endCentering()
    }
    if (targetId !== null && shownTarget.current !== targetId && goTo(targetId)) {
      shownTarget.current = targetId
      center(centeredId ?? targetId, targetId)
    } else recenter()
  }, [targetId, centeredId, rows, center, recenter, endCentering])
  useLayoutEffect(() => {
    if (editedKey === null) return
    const isMounted = pane.current?.querySelector(`[data-row="${CSS.escape(editedKey)}"]`)
    if (!isMounted) goTo(editedKey)
  }, [editedKey])

  const latestReapply = useRef(reapply)
  useLayoutEffect(() => {
    latestReapply.current = reapply
  })
  const onResize = useCallback(() => {
    follower.resized()
    latestReapply.current()
    recenter()
  }, [follower, recenter])
  useEffect(() => {
    if (!end.current) return
    const observer = new ResizeObserver(onResize)
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [onResize])

  function onFocus({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    cancel()
    const isFromOutside = !currentTarget.contains(relatedTarget) && target.matches(':focus-visible')
    const isCode = target.tagName === 'PRE'
    if (target === currentTarget || (isCode && isFromOutside)) return focusActive(currentTarget)
    const stop = target.closest<HTMLElement>('[data-stop]')?.dataset['stop']
    if (stop === undefined) return
    props.onFocusStop(stop)
    setFocusedKey(target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null)
  }

  // the list is one tab stop: scrollable code can have the focus, but Tab skips it
  function leaveByTab(event: KeyboardEvent) {
    const isStop = event.target instanceof HTMLElement && event.target.dataset['stop'] !== undefined
    if (event.key !== 'Tab' || event.shiftKey || !isStop) return
    event.preventDefault()
    props.onLeave()
  }

  function markReadOnClick({ target }: MouseEvent) {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-unread]') : null
    const id = row?.dataset['unread']
    if (id !== undefined) actions.markRead([id])
  }

  const mountedIndexes = useMemo(
    () =>
      mountedKeys
        .map((key) => (key === null ? -1 : head.findIndex((row) => row.key === key)))
        .filter((index) => index >= 0),
    [mountedKeys, head],
  )
  const count = unseen + missed
  return (
    <>
      {(count > 0 || isFar || !hasNewest) && isShown && <LatestPill count={count} onClick={onJump} />}
      <div
        ref={pane}
        data-feed
        role="region"
        aria-label={strings.messages.feed}
        // without an active row the list itself is the tab stop, and passes the focus to its last row
        tabIndex={hasActive ? -1 : 0}
        onFocus={onFocus}
        onKeyDown={leaveByTab}
        onClick={markReadOnClick}
        className={cx(
          'focus-inset h-full overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none]',
          !isShown && 'opacity-0',
        )}
      >
        <div className="flex min-h-full flex-col justify-end pb-3">
          <FeedTop heightPx={TOP_PX} hasOlder={hasOlder} older={older} beginning={beginning} />
          <VirtualRows
            ref={list}
            rows={head}
            keepMounted={mountedIndexes}
            pane={pane}
            topPx={TOP_PX}
            bufferPx={BUFFER_PX}
            onResize={onResize}
          />
          <div ref={end}>
            {tail.map((row) => (
              <div key={row.key} className="[contain:layout_style]">
                <FeedItem row={row} />
              </div>
            ))}
          </div>
        </div>
      </div>
    </>
  )
}

/** Focuses the active row, or the last one in view, without scrolling. */
function focusActive(pane: HTMLElement): void {
  const end = pane.getBoundingClientRect().bottom
  const stops = [...pane.querySelectorAll<HTMLElement>('[data-stop]')]
  const chosen =
    stops.find(({ tabIndex }) => tabIndex === 0) ??
    stops.findLast((stop) => stop.getBoundingClientRect().top < end)
  chosen?.focus({ preventScroll: true })
}
