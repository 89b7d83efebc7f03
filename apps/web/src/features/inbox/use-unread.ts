import { inboxRoutes } from '@flockwork/contract/inbox'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../api/services.ts'
import { inboxKeys } from './keys.ts'

/** The stream covers the current space only; unread counts of the others are polled. */
const REFETCH_MS = 30_000

/** The number of items addressed to the user that are neither seen nor answered, in all spaces; 0 while loading. */
export function useUnread(): number {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: inboxKeys.unread,
    queryFn: async () => (await api.call(inboxRoutes.list, { query: { state: 'unread', limit: 1 } })).unread,
    refetchInterval: REFETCH_MS,
    // a hidden tab shows it in its title
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
  })
  return data ?? 0
}
