import { useEffect, useState } from 'react'
import { strings } from '../strings.ts'
import { CopyButton } from './copy-button.tsx'
import { startPendingRender } from './pending-renders.ts'

interface Props {
  code: string
  /** The info string of the fence; unknown or absent means plain text. */
  language?: string | undefined
  /** The accessible name. */
  label?: string
  /** -1 where it isn't a tab stop, as in the feed. */
  tabIndex?: number
}

/** Highlighting is applied after the first paint: the text is readable at once, and there is no layout shift. */
function useHighlighted(code: string, language: string | undefined): string | null {
  const [colored, setColored] = useState<{ code: string; html: string | null } | null>(null)

  useEffect(() => {
    if (!language) return
    let isStale = false
    const end = startPendingRender()
    let timer: ReturnType<typeof setTimeout> | undefined
    import('./highlight.ts')
      .then(({ highlight }) => {
        if (isStale) return
        // one task per block, so that many blocks don't add up to a long task
        timer = setTimeout(() => {
          setColored({ code, html: highlight(code, language) })
          end()
        })
      })
      // if the chunk fails to load, e.g. offline, the code stays plain
      .catch(end)
    return () => {
      isStale = true
      end()
      clearTimeout(timer)
    }
  }, [code, language])

  return colored?.code === code ? colored.html : null
}

/** Code in a box that scrolls horizontally, with a copy button. */
export function CodeBlock({ code, language, label = strings.ui.code, tabIndex = 0 }: Props) {
  const html = useHighlighted(code, language)

  return (
    <div className="group/code relative flex items-start rounded-control border border-line bg-sunken">
      <pre
        role="region"
        aria-label={label}
        tabIndex={tabIndex}
        dir="ltr"
        className="code focus-inset max-h-120 min-w-0 flex-1 overflow-auto rounded-control py-2.5 ps-3"
      >
        {html === null ? <code>{code}</code> : <code dangerouslySetInnerHTML={{ __html: html }} />}
      </pre>
      {/* next to the code, not over it */}
      <div className="p-1 opacity-0 transition-opacity group-focus-within/code:opacity-100 group-hover/code:opacity-100 touch:opacity-100">
        <CopyButton text={code} label={strings.ui.copyCode} size="sm" />
      </div>
    </div>
  )
}
