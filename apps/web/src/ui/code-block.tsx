import { useEffect, useState } from 'react'
import { strings } from '../strings.ts'
import { CopyButton } from './copy-button.tsx'
import { settling } from './settling.ts'

interface Props {
  code: string
  /** As written after the fence; unknown or absent is plain. */
  language?: string | undefined
  /** Its name for assistive technology. */
  label?: string
  /** -1 where the keyboard reaches it some other way, as in the feed. */
  tabIndex?: number
}

/** Colours arrive after the text: the block is readable from its first paint and doesn't change its size. */
function useHighlighted(code: string, language: string | undefined): string | null {
  const [colored, setColored] = useState<{ code: string; html: string | null } | null>(null)

  useEffect(() => {
    if (!language) return
    let isStale = false
    const end = settling()
    let timer: ReturnType<typeof setTimeout> | undefined
    import('./highlight.ts')
      .then(({ highlight }) => {
        if (isStale) return
        // a task for each block, so that many of them don't add up to one that is felt
        timer = setTimeout(() => {
          setColored({ code, html: highlight(code, language) })
          end()
        })
      })
      // without the chunk, as offline, the code stays plain
      .catch(end)
    return () => {
      isStale = true
      end()
      clearTimeout(timer)
    }
  }, [code, language])

  return colored?.code === code ? colored.html : null
}

/** Code that scrolls sideways in its own box, with a button that copies it. */
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
      {/* beside the code, not over it */}
      <div className="p-1 opacity-0 transition-opacity group-focus-within/code:opacity-100 group-hover/code:opacity-100 touch:opacity-100">
        <CopyButton text={code} label={strings.ui.copyCode} size="sm" />
      </div>
    </div>
  )
}
