import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { dataOf } from '../../../realtime/apply-event.ts'
import { createDebounce } from '../../../realtime/debounce.ts'
import { subscribeToEvents } from '../../../realtime/live-listeners.ts'
import { taskNumbers as words } from '../../../strings/tasks.ts'
import { CountBadge } from '../../../ui/badge.tsx'
import { overviewQuery } from '../state/use-overview.ts'

/** Slower than the page's own refetch: it is on every page, for every member of the space. */
const REFETCH_AFTER_MS = 5_000
const REFETCH_AT_LATEST_MS = 60_000
const STALE_MS = 60_000

/** The count of tasks that need attention, next to the tab's name. */
export function AttentionCount() {
  const { api, timers } = useServices()
  const { spaceId } = useSignedIn()
  const queryClient = useQueryClient()
  // reads the cache only: the Tasks page refetches at its own interval while it is open
  const { data } = useQuery({ ...overviewQuery(api, spaceId), enabled: false })
  const count = data?.counts.attention ?? 0

  useEffect(() => {
    if (spaceId === null) return
    const query = overviewQuery(api, spaceId)
    const isOnPage = () => queryClient.getQueryCache().find({ queryKey: query.queryKey })?.isActive() ?? false
    const refetch = (staleTime: number) => {
      if (isOnPage()) return
      // a failed count isn't worth reporting
      queryClient.query({ ...query, staleTime, retry: false }).catch(() => undefined)
    }
    const later = createDebounce(timers, { waitMs: REFETCH_AFTER_MS, maxMs: REFETCH_AT_LATEST_MS }, () =>
      refetch(0),
    )
    const unsubscribe = subscribeToEvents((events) => {
      const concerns = events.some(
        (event) => dataOf(event, 'task_update')?.space_id === spaceId || event.name === 'bootstrap',
      )
      if (concerns) later.trigger()
    })
    refetch(STALE_MS)
    return () => {
      unsubscribe()
      later.cancel()
    }
  }, [api, timers, queryClient, spaceId])

  if (count === 0) return null
  return (
    <span className="ms-auto flex">
      <span aria-hidden="true" className="flex">
        <CountBadge count={count} tone="ember" />
      </span>
      <span className="sr-only">{words.needAttention(count)}</span>
    </span>
  )
}
