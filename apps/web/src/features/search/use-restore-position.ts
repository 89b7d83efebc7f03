import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { positionOf, savePosition } from './reading-position.ts'

/** The link of a result, by default of the first. */
export function resultIn(list: HTMLElement | null, id?: string | null): HTMLElement | null {
  return list?.querySelector<HTMLElement>(id ? `[data-result="${CSS.escape(id)}"]` : '[data-result]') ?? null
}

/** The app's scroll container. */
const pane = () => document.getElementById('content')

interface Shown {
  list: RefObject<HTMLElement | null>
  entry: string
  /** The query as text: a new one scrolls to the top. */
  question: string
  /** Whether this entry's results are shown. */
  isThere: boolean
}

/** New results start at the top; a revisited history entry gets its scroll position back, with the focus on the opened result. */
export function useRestorePosition({ list, entry, question, isThere }: Shown): void {
  const shown = useRef({ entry: '', question: '' })

  useLayoutEffect(() => {
    if (!isThere || shown.current.entry === entry) return
    const isOther = shown.current.question !== question
    shown.current = { entry, question }
    const place = positionOf(entry)
    if (!place && !isOther) return
    list.current?.scrollTo({ top: place?.list ?? 0 })
    if (place) pane()?.scrollTo({ top: place.page })
    if (place?.openedId) resultIn(list.current, place.openedId)?.focus({ preventScroll: true })
  }, [list, entry, question, isThere])

  const remember = useEffectEvent(() => {
    if (isThere) savePosition(entry, { page: pane()?.scrollTop ?? 0 })
  })
  useEffect(() => {
    const page = pane()
    const listen = () => remember()
    page?.addEventListener('scroll', listen, { passive: true })
    return () => page?.removeEventListener('scroll', listen)
  }, [])
}
