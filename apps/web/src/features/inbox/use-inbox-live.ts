import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { createDebounce } from '../../realtime/debounce.ts'
import { subscribeToEvents } from '../../realtime/live-listeners.ts'
import { inboxKeys } from './keys.ts'
import { concernsInbox } from './rules.ts'

const REFETCH_AFTER_MS = 250
const REFETCH_AT_LATEST_MS = 2000

/** Refetches the inbox after events that affect it. Mounted once, in the shell. */
export function useInboxLive(): void {
  const { timers } = useServices()
  const { profile } = useSignedIn()
  const { id, username } = profile
  const queryClient = useQueryClient()

  useEffect(() => {
    const refetch = createDebounce(
      timers,
      { waitMs: REFETCH_AFTER_MS, maxMs: REFETCH_AT_LATEST_MS },
      () => void queryClient.invalidateQueries({ queryKey: inboxKeys.all }),
    )
    const unsubscribe = subscribeToEvents((events) => {
      if (events.some((event) => concernsInbox(event, { id, username }))) refetch.trigger()
    })
    return () => {
      unsubscribe()
      refetch.cancel()
    }
  }, [timers, id, username, queryClient])
}
