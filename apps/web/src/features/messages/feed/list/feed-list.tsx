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
import { useFeedActions } from '../../context/feed-context.ts'
import { FeedItem } from '../rows/feed-item.tsx'
import type { FeedRow } from '../../state/feed-rows.ts'
import { FeedTop } from './feed-top.tsx'
import type { FeedPlace } from './feed-place.ts'
import { LatestPill } from './latest-pill.tsx'
import type { Load } from '../../loading/use-load-history.ts'
import { rowPlaces } from './row-places.ts'
import { useAim } from './use-aim.ts'
import { useOpening } from './use-opening.ts'
import { useTail } from './use-tail.ts'
import { VirtualRows, type VirtualRowsHandle } from './virtual-rows.tsx'

/** What stands over the rows. Always as tall, so that nothing moves when it changes. */
const TOP_PX = 56
const BUFFER_PX = 400

export interface FeedListHandle {
  pane: () => HTMLElement | null
  toEnd: () => void
}

interface Props {
  ref: Ref<FeedListHandle>
  rows: readonly FeedRow[]
  /** What the rows and the threads below them are of. */
  messages: readonly Message[]
  viewerId: string
  hasOlder: boolean
  hasNewest: boolean
  /** Messages that arrived while newer history was unfetched. */
  missed: number
  older: Load
  newer: Load
  /** Said over the first row where there is nothing older. */
  beginning?: string
  /** Where the list was left, if it was on screen before: it opens there again. */
  place: FeedPlace
  onJump: () => void
  /** The row to open the list at. */
  targetId: string | null
  /** The message to bring to its middle: the target, or a reply in its thread. */
  aimedId?: string | null
  /** The row in which a text is being changed: it comes into view, and stays in the page. */
  editedKey: string | null
  /** Whether one of the rows is the one that Tab reaches. */
  hasChosen: boolean
  onFocusStop: (id: string) => void
  /** Tab leaves the list forwards. */
  onLeave: () => void
}

/**
 * The rows of the feed, in the page only the last ones and those in view. It keeps its place when older ones come, and
 * follows new ones only where the reader is at the end.
 */
export function FeedList(props: Props) {
  const { ref, messages, viewerId, hasOlder, hasNewest, missed, older, newer, onJump, targetId, aimedId } =
    props
  const { hasChosen } = props
  const { rows, editedKey, beginning, place } = props
  const { follower } = place
  const actions = useFeedActions()
  const pane = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualRowsHandle>(null)
  const end = useRef<HTMLDivElement>(null)
  const { unseen, isFar } = useSyncExternalStore(follower.subscribe, follower.view)
  const [keptKey, setKeptKey] = useState<string | null>(null)
  const placedTarget = useRef<string | null>(null)
  const keptKeys = useMemo(() => [keptKey, editedKey], [keptKey, editedKey])
  const { head, tail } = useTail({ rows, kept: keptKeys, pane, tail: end, marginPx: BUFFER_PX })
  const places = () =>
    pane.current && list.current && end.current
      ? rowPlaces({
          pane: pane.current,
          list: list.current,
          tail: end.current,
          topPx: TOP_PX,
          headCount: head.length,
        })
      : null
  const { isPlaced, hold, release } = useOpening({ rows, place, pane, places, hasTarget: targetId !== null })

  const { at: aimAt, hold: holdAim } = useAim(pane, follower.letGo)

  useImperativeHandle(ref, () => ({ pane: () => pane.current, toEnd: follower.toEnd }), [follower])

  useLayoutEffect(() => (pane.current ? follower.attach(pane.current) : undefined), [follower])

  useLayoutEffect(() => {
    follower.rowsChanged({ rows, messages, viewerId, hasNewest })
  }, [follower, rows, messages, viewerId, hasNewest])

  const loadNewer = useEffectEvent(newer.load)
  useEffect(() => {
    if (isPlaced && !hasNewest && !isFar) loadNewer()
  }, [rows, hasNewest, isFar, isPlaced])

  /** @returns whether the row is in the list */
  const goTo = useEffectEvent((rowKey: string) => {
    const index = rows.findIndex(({ key }) => key === rowKey)
    if (index < 0) return false
    release()
    follower.letGo()
    places()?.show(index, 'center')
    return true
  })
  useLayoutEffect(() => {
    if (targetId !== null && placedTarget.current !== targetId && goTo(targetId)) {
      placedTarget.current = targetId
      aimAt(aimedId ?? targetId)
    } else holdAim()
  }, [targetId, aimedId, rows, aimAt, holdAim])
  useLayoutEffect(() => {
    if (editedKey === null) return
    const isInPage = pane.current?.querySelector(`[data-row="${CSS.escape(editedKey)}"]`)
    if (!isInPage) goTo(editedKey)
  }, [editedKey])

  const holdNow = useRef(hold)
  useLayoutEffect(() => {
    holdNow.current = hold
  })
  const resized = useCallback(() => {
    follower.resized()
    holdNow.current()
    holdAim()
  }, [follower, holdAim])
  useEffect(() => {
    if (!end.current) return
    const observer = new ResizeObserver(resized)
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [resized])

  function onFocus({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    release()
    const isFromOutside = !currentTarget.contains(relatedTarget) && target.matches(':focus-visible')
    const isCode = target.tagName === 'PRE'
    if (target === currentTarget || (isCode && isFromOutside)) return focusChosen(currentTarget)
    const stop = target.closest<HTMLElement>('[data-stop]')?.dataset['stop']
    if (stop === undefined) return
    props.onFocusStop(stop)
    setKeptKey(target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null)
  }

  // one stop for Tab: code that scrolls can be reached too, but isn't on the way out
  function leaveByTab(event: KeyboardEvent) {
    const isStop = event.target instanceof HTMLElement && event.target.dataset['stop'] !== undefined
    if (event.key !== 'Tab' || event.shiftKey || !isStop) return
    event.preventDefault()
    props.onLeave()
  }

  function readByClick({ target }: MouseEvent) {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-unread]') : null
    const id = row?.dataset['unread']
    if (id !== undefined) actions.markRead([id])
  }

  const kept = useMemo(
    () =>
      keptKeys
        .map((key) => (key === null ? -1 : head.findIndex((row) => row.key === key)))
        .filter((index) => index >= 0),
    [keptKeys, head],
  )
  const count = unseen + missed
  return (
    <>
      {(count > 0 || isFar || !hasNewest) && isPlaced && <LatestPill count={count} onClick={onJump} />}
      <div
        ref={pane}
        data-feed
        role="region"
        aria-label={strings.messages.feed}
        // until a row was chosen the list itself is the stop, and hands the focus to its last row
        tabIndex={hasChosen ? -1 : 0}
        onFocus={onFocus}
        onKeyDown={leaveByTab}
        onClick={readByClick}
        className={cx(
          'focus-inset h-full overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none]',
          !isPlaced && 'opacity-0',
        )}
      >
        <div className="flex min-h-full flex-col justify-end pb-3">
          <FeedTop heightPx={TOP_PX} hasOlder={hasOlder} older={older} beginning={beginning} />
          <VirtualRows
            ref={list}
            rows={head}
            kept={kept}
            pane={pane}
            topPx={TOP_PX}
            bufferPx={BUFFER_PX}
            onResize={resized}
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

/** Focuses the row that was chosen last, or the last one in view, without moving the list. */
function focusChosen(pane: HTMLElement): void {
  const end = pane.getBoundingClientRect().bottom
  const stops = [...pane.querySelectorAll<HTMLElement>('[data-stop]')]
  const chosen =
    stops.find(({ tabIndex }) => tabIndex === 0) ??
    stops.findLast((stop) => stop.getBoundingClientRect().top < end)
  chosen?.focus({ preventScroll: true })
}
