import type { HelpArticle } from '@flockwork/contract/help'
import { anchorOf } from '@flockwork/contract/text/anchors'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { loadMarkdown } from '../messages/index.ts'
import { AllHelpLink } from './all-help-link.tsx'
import { ArticlePicture } from './article-picture.tsx'

const Markdown = lazy(async () => ({ default: (await loadMarkdown()).Markdown }))

const NOBODY: ReadonlySet<string> = new Set()
const BODY =
  'text-[1.0625rem] leading-[1.6875rem] break-words text-ink [&_ol]:space-y-1.5 [&_ul]:space-y-1.5 [&>div]:space-y-4 [&_:not(pre)>code]:text-[0.9em]'

interface Props {
  article: HelpArticle
}

/** An article as plain text, 17 on 27 px, scrolled to the section in the URL. */
export function ArticleView({ article }: Props) {
  const root = useRef<HTMLElement>(null)
  const { hash } = useLocation()

  useEffect(() => {
    if (hash === '') return
    const section = root.current?.querySelector<HTMLElement>(`#${CSS.escape(hash)}`)
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
  }, [hash, article])

  return (
    <article ref={root} className="mx-auto max-w-180 px-4 py-6 md:px-6 md:py-8">
      <AllHelpLink />
      <h2 className="mt-3 font-display text-2xl font-semibold tracking-display text-balance">
        {article.title}
      </h2>
      {article.sections.map(({ heading, text, picture }) => (
        <section key={heading ?? ''} className={heading === null ? 'mt-5' : 'mt-8'}>
          {heading !== null && (
            <h3
              id={anchorOf(heading)}
              tabIndex={-1}
              className="scroll-mt-4 pb-2 font-display text-xl font-semibold tracking-display outline-none target:text-spruce"
            >
              {heading}
            </h3>
          )}
          <div className={BODY}>
            <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
              <Markdown text={text} handles={NOBODY} />
            </Suspense>
          </div>
          {picture !== null && <ArticlePicture {...picture} />}
        </section>
      ))}
    </article>
  )
}
