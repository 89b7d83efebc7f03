import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { MessagesPage } from '../features/messages/index.ts'
import { useSpaces } from '../features/spaces/index.ts'
import { MOBILE, useMediaQuery } from '../ui/use-media-query.ts'

/** The addresses that are the feed itself; `/m/{id}` is the feed about one message. */
const FEED_PATHS = ['/', '/home', '/messages']

/** The feed at `/home` in a personal space and at `/` elsewhere; `/messages` leads to either (ui, section 11). */
export function MessagesTab() {
  const { current } = useSpaces()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const pathname = useLocation({ select: (location) => location.pathname })
  const home = current ? (current.is_personal ? '/home' : '/') : null
  useScrollLock()

  useEffect(() => {
    // while another tab's chunk is on its way the address is already its own
    if (home === null || pathname === home || !FEED_PATHS.includes(pathname)) return
    void navigate({ to: home, replace: true, search: true })
  }, [home, pathname, navigate])

  return <MessagesPage messageId={id ?? null} />
}

/** On a phone only the feed scrolls, never the page behind it (platform, section 2). */
function useScrollLock(): void {
  const isMobile = useMediaQuery(MOBILE)
  useEffect(() => {
    if (!isMobile) return
    const { classList } = document.documentElement
    classList.add('overflow-hidden', 'overscroll-none')
    return () => classList.remove('overflow-hidden', 'overscroll-none')
  }, [isMobile])
}
