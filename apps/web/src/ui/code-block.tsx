import { useEffect, useState } from 'react'
import { strings } from '../strings.ts'
import { CopyButton } from './copy-button.tsx'

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
    let timer: ReturnType<typeof setTimeout> | undefined
    import('./highlight.ts')
      .then(({ highlight }) => {
        if (isStale) return
        // a task for each block, so that many of them don't add up to one that is felt
        timer = setTimeout(() => setColored({ code, html: highlight(code, language) }))
      })
      .catch(() => undefined) // Without the chunk, as offline, the code stays plain.
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [code, language])

  return colored?.code === code ? colored.html : null
}

/** Code that scrolls sideways in its own box, with a button that copies it. */
export function CodeBlock({ code, language, label = strings.ui.code, tabIndex = 0 }: Props) {
  const html = useHighlighted(code, language)

  return (
    <div className="group/code relative rounded-control border border-line bg-sunken">
      <pre
        role="region"
        aria-label={label}
        tabIndex={tabIndex}
        dir="ltr"
        className="code focus-inset max-h-120 overflow-auto rounded-control py-2.5 pr-12 pl-3"
      >
        {html === null ? <code>{code}</code> : <code dangerouslySetInnerHTML={{ __html: html }} />}
      </pre>
      <div className="absolute top-1 right-1 rounded-chip bg-sunken opacity-0 transition-opacity group-focus-within/code:opacity-100 group-hover/code:opacity-100 touch:opacity-100">
        <CopyButton text={code} label={strings.ui.copyCode} size="sm" />
      </div>
    </div>
  )
}
