import type { RegisteredRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { noticePermission, wantsMentionNotices } from '../../features/settings/index.ts'
import { dataOf } from '../../realtime/apply-event.ts'
import { subscribeToEvents } from '../../realtime/live-listeners.ts'
import { noticeOf, type MentionNotice } from './mention-notice.ts'
import { tabOf } from '../navigation/tabs.ts'

/**
 * Shows a browser notification for a mention that isn't on screen: the page is hidden, or shows another space or tab.
 * Only if the user switched it on and the browser permits it. Mounted once.
 */
export function useMentionNotifications(router: RegisteredRouter): void {
  const services = useServices()
  const { profile, spaceId } = useSignedIn()
  const userId = profile.id

  useEffect(() => {
    function show({ messageId, title, body, tag }: MentionNotice) {
      const notification = new Notification(title, { body, tag })
      notification.addEventListener('click', () => {
        window.focus()
        notification.close()
        void router.navigate({ to: '/m/$id', params: { id: messageId } })
      })
    }

    const isOnScreen = (space: string) =>
      document.visibilityState === 'visible' &&
      space === spaceId &&
      tabOf(router.state.location.pathname) === 'messages'

    return subscribeToEvents((events) => {
      for (const event of events) {
        const mention = dataOf(event, 'mention')
        const notice = !mention || isOnScreen(mention.space_id) ? null : noticeOf(mention, userId)
        if (notice && wantsMentionNotices(services, userId) && noticePermission() === 'granted') show(notice)
      }
    })
  }, [services, router, userId, spaceId])
}
