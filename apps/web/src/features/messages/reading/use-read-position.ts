import { inboxRoutes } from '@flockwork/contract/inbox'
import { INBOX_PAGE_MAX } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useServices, type AppServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { dataOf } from '../../../realtime/apply-event.ts'
import { subscribeToEvents } from '../../../realtime/live-listeners.ts'
import { subscribeToLive, liveView } from '../../../realtime/use-connection.ts'
import { fetchSpaces } from '../../spaces/index.ts'
import { useSpaceMemory } from '../context/use-space-memory.ts'
import { orderedMessages, type FeedState } from '../state/feed-state.ts'
import { isSettled } from '../state/feed-view.ts'
import { messageKeys } from '../state/keys.ts'
import { reportPosition, applyPosition } from './mark-space-read.ts'
import { createPositionReporter } from './position-reporter.ts'
import { firstReadTime, positionOf } from './read-position.ts'
import { withReadUpTo } from './reading.ts'
import { useRead, type Reading } from './use-reading.ts'

/**
 * Advances the last read time, reports it to the server, and applies the positions of the user's other browsers
 * (docs/rules/deliveries.md#read-position).
 */
export function useReadPosition(spaceId: string, feed: FeedState, isRead: Reading['isRead']): void {
  const services = useServices()
  const { spaceStates, timers } = services
  const { profile } = useSignedIn()
  const userId = profile.id
  const memory = useSpaceMemory()
  useFirstVisit(spaceId, feed)

  const [reporter] = useState(() =>
    createPositionReporter({
      timers,
      isVisible: () => document.visibilityState === 'visible',
      report: (messageId) => reportPosition(services, userId, spaceId, messageId),
    }),
  )
  useEffect(() => {
    function update() {
      const { lastReadTimestamp } = memory.read()
      const position = positionOf(feed, isRead, lastReadTimestamp)
      if (position === null) return
      reporter.read(position)
      if (position.uploaded_at <= (lastReadTimestamp ?? '')) return
      memory.update((current) => withReadUpTo(current, position, orderedMessages(feed)))
    }
    update()
    return spaceStates.subscribe(update)
  }, [spaceStates, feed, isRead, memory, reporter])

  useEffect(() => {
    const resumeWhenLive = () => {
      if (liveView().connection.status === 'connected') reporter.resume()
    }
    const unsubscribe = subscribeToLive(resumeWhenLive)
    document.addEventListener('visibilitychange', reporter.resume)
    addEventListener('online', reporter.resume)
    return () => {
      unsubscribe()
      document.removeEventListener('visibilitychange', reporter.resume)
      removeEventListener('online', reporter.resume)
      reporter.stop()
    }
  }, [reporter])

  useEffect(
    () =>
      subscribeToEvents((events) => {
        const last = events.map((event) => dataOf(event, 'seen')).findLast((seen) => seen !== undefined)
        // if this fails, the response to the next report repeats it
        if (last?.space_id === spaceId)
          applyPosition(services, userId, spaceId, last.message_id).catch(() => {})
      }),
    [services, userId, spaceId],
  )
}

/** Sets the last read time of a space on the first visit. */
function useFirstVisit(spaceId: string, feed: FeedState): void {
  const services = useServices()
  const { read, update } = useSpaceMemory()
  const isUnknown = useRead(() => read().lastReadTimestamp === null)
  const isFirst = isUnknown && isSettled(feed)
  const { data: found } = useQuery({
    queryKey: messageKeys.waiting(spaceId),
    // messages that arrive during the request are in neither list, so they are new
    queryFn: async () => {
      // the response may carry the read position of other devices: then that is adopted, and this result ignored
      await fetchSpaces(services).catch(() => {})
      return { messages: orderedMessages(feed), unread: await unreadInInbox(services, spaceId) }
    },
    enabled: isFirst,
    // a cached result belongs to an earlier visit
    staleTime: 0,
    gcTime: 0,
  })

  useEffect(() => {
    if (!isFirst || !found) return
    const time = firstReadTime(found.messages, found.unread)
    update((current) => ({ ...current, lastReadTimestamp: current.lastReadTimestamp ?? time }))
  }, [isFirst, found, update])
}

/** The messages of a space that are unread in the user's inbox. */
async function unreadInInbox({ api }: AppServices, spaceId: string): Promise<Message[]> {
  const query = { state: 'unread', org_id: spaceId, limit: INBOX_PAGE_MAX } as const
  const { items } = await api.call(inboxRoutes.list, { query })
  return items.flatMap(({ message }) => message ?? [])
}
