import { useEffect } from 'react'
import { titleWith } from './rules.ts'
import { useUnread } from './use-unread.ts'

/** The document's title; in a hidden tab it begins with the unread count. */
export function usePageTitle(title: string): void {
  const unread = useUnread()
  useEffect(() => {
    const show = () => {
      document.title = document.visibilityState === 'hidden' ? titleWith(unread, title) : title
    }
    show()
    document.addEventListener('visibilitychange', show)
    return () => document.removeEventListener('visibilitychange', show)
  }, [title, unread])
}
