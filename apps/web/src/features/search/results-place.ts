import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { placeOf, rememberPlace } from './place-memory.ts'

/** The link of a result; without an id the first. */
export function resultIn(list: HTMLElement | null, id?: string | null): HTMLElement | null {
  return list?.querySelector<HTMLElement>(id ? `[data-result="${CSS.escape(id)}"]` : '[data-result]') ?? null
}

/** The part of the app that the page scrolls in. */
const pane = () => document.getElementById('content')

interface Shown {
  list: RefObject<HTMLElement | null>
  entry: string
  /** What is asked, as text: another begins at its top. */
  question: string
  /** The results of this entry are on screen. */
  isThere: boolean
}

/** Results begin at their top; an entry of the history that was left is as it was, with the focus on what was opened. */
export function useResultsPlace({ list, entry, question, isThere }: Shown): void {
  const shown = useRef({ entry: '', question: '' })

  useLayoutEffect(() => {
    if (!isThere || shown.current.entry === entry) return
    const isOther = shown.current.question !== question
    shown.current = { entry, question }
    const place = placeOf(entry)
    if (!place && !isOther) return
    list.current?.scrollTo({ top: place?.list ?? 0 })
    if (place) pane()?.scrollTo({ top: place.page })
    if (place?.openedId) resultIn(list.current, place.openedId)?.focus({ preventScroll: true })
  }, [list, entry, question, isThere])

  const remember = useEffectEvent(() => {
    if (isThere) rememberPlace(entry, { page: pane()?.scrollTop ?? 0 })
  })
  useEffect(() => {
    const page = pane()
    const listen = () => remember()
    page?.addEventListener('scroll', listen, { passive: true })
    return () => page?.removeEventListener('scroll', listen)
  }, [])
}
