import { highlightsOf, parseSearch } from '@flockwork/contract/text/search-query'
import { lazy, Suspense, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { loadMarkdown, mayBeMarkdown } from '../messages/index.ts'
import { excerptOf } from './excerpt.ts'
import type { Hit } from './results.ts'
import { Marked } from './marked.tsx'

const FoundMarkdown = lazy(async () => ({ default: (await loadMarkdown()).FoundMarkdown }))

/** About seven lines. */
const SHOWN_PX = 168
const ABOVE_HIT_PX = 40

interface Props {
  id: string
  hit: Hit
  query: string
}

/**
 * A result's text as the feed shows it, with its hits highlighted; a long one is cut to the part with the first hit.
 */
export function FoundText({ id, hit, query }: Props) {
  const { content, highlights, mentions } = hit
  const handles = useMemo(() => new Set(mentions.map(({ handle }) => handle)), [mentions])
  const rangesIn = useCallback((text: string) => highlightsOf(parseSearch(query), text), [query])
  const excerpt = (
    <p className="line-clamp-4">
      <Marked pieces={excerptOf(content, highlights)} />
    </p>
  )
  return (
    <div id={id} dir="auto" className="text-base break-words">
      {mayBeMarkdown(content) ? (
        <ErrorBoundary resetKey={content} fallback={excerpt}>
          <Suspense fallback={excerpt}>
            <AtFirstHit>
              <FoundMarkdown text={content} handles={handles} rangesIn={rangesIn} />
            </AtFirstHit>
          </Suspense>
        </ErrorBoundary>
      ) : (
        excerpt
      )}
    </div>
  )
}

function AtFirstHit({ children }: { children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    // the row is one link: its content has no tab stops
    for (const inside of element.querySelectorAll<HTMLElement>('a[href]')) inside.tabIndex = -1
    const mark = element.querySelector('mark')
    if (!mark) return
    const top = mark.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop
    if (top > SHOWN_PX - ABOVE_HIT_PX) element.scrollTop = top - ABOVE_HIT_PX
  }, [children])
  return (
    <div ref={box} style={{ maxHeight: SHOWN_PX }} className="overflow-hidden whitespace-pre-wrap">
      {children}
    </div>
  )
}
