import type { EventData } from '@flockwork/contract/events'
import { inboxRoutes } from '@flockwork/contract/inbox'
import type { RegisteredRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { noticePermission, wantsMentionNotices } from '../../features/settings/index.ts'
import { dataOf } from '../../realtime/apply-event.ts'
import { subscribeToEvents } from '../../realtime/live-listeners.ts'
import { mayAddress, noticeOf, taskNoticeOf, type Notice } from './mention-notice.ts'
import { tabOf, type TabName } from '../navigation/tabs.ts'

/** How many unread inbox entries are searched for a task that has just changed. */
const NEWEST = 10

/**
 * Shows a browser notification for a mention or a task that isn't on screen: the page is hidden, or shows another space or
 * tab. Only if the user switched it on and the browser permits it. Mounted once.
 */
export function useMentionNotifications(router: RegisteredRouter): void {
  const services = useServices()
  const { profile, spaceId } = useSignedIn()
  const userId = profile.id

  useEffect(() => {
    function show({ path, title, body, tag }: Notice) {
      const notification = new Notification(title, { body, tag })
      notification.addEventListener('click', () => {
        window.focus()
        notification.close()
        router.history.push(path)
      })
    }

    const isOnScreen = (space: string, tab: TabName) =>
      document.visibilityState === 'visible' &&
      space === spaceId &&
      tabOf(router.state.location.pathname) === tab
    const isWanted = () => wantsMentionNotices(services, userId) && noticePermission() === 'granted'

    async function showTask({ space_id, task }: EventData<'task_update'>) {
      const query = { org_id: space_id, state: 'unread' as const, limit: NEWEST }
      const { items } = await services.api.call(inboxRoutes.list, { query })
      const notice = taskNoticeOf(items, task.id)
      if (notice) show(notice)
    }

    return subscribeToEvents((events) => {
      for (const event of events) {
        const mention = dataOf(event, 'mention')
        const notice = !mention || isOnScreen(mention.space_id, 'messages') ? null : noticeOf(mention, userId)
        if (notice && isWanted()) show(notice)

        const update = dataOf(event, 'task_update')
        if (!update || !mayAddress(update, userId) || isOnScreen(update.space_id, 'tasks')) continue
        // if the call fails, it is still in the inbox
        if (isWanted()) showTask(update).catch(() => undefined)
      }
    })
  }, [services, router, userId, spaceId])
}
