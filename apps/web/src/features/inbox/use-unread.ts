import { inboxRoutes } from '@flockwork/contract/inbox'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../api/services.ts'
import { inboxKeys } from './keys.ts'

/** The stream covers the current space only; unread counts of the others are polled. */
const REFETCH_MS = 30_000

/** How much is addressed to the user and neither seen nor answered, in all spaces; 0 until it is known. */
export function useUnread(): number {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: inboxKeys.unread,
    queryFn: async () => (await api.call(inboxRoutes.list, { query: { state: 'unread', limit: 1 } })).unread,
    refetchInterval: REFETCH_MS,
    // a hidden tab says it in its title
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
  })
  return data ?? 0
}
