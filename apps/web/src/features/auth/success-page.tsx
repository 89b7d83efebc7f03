import { useEffect } from 'react'
import { successPage as words } from '../../strings/outside-pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { NoticePage, NoticeText } from '../../ui/notice-page.tsx'

const HOME = '/home'
/** Long enough to read. */
const SHOWN_MS = 2000

/** /oauth/success: closes itself if a script opened the window, otherwise continues to the messages. */
export function SuccessPage() {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (window.opener !== null) window.close()
      // still here: no script opened the window, or it may not be closed
      if (!window.closed) location.replace(HOME)
    }, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <NoticePage tone="good" title={words.title}>
      <NoticeText>{words.text}</NoticeText>
      <a href={HOME} className={`${buttonClass('ink', 'lg')} self-start max-md:w-full`}>
        {words.toMessages}
      </a>
    </NoticePage>
  )
}
