import { inboxRoutes } from '@flockwork/contract/inbox'
import { INBOX_PAGE_MAX } from '@flockwork/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { useServices, type AppServices } from '../../api/services.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { inbox as words } from '../../strings/inbox.ts'
import { strings } from '../../strings.ts'
import { useToast } from '../../ui/toast-store.ts'
import { newestMessage, markSpaceRead } from '../messages/index.ts'
import { inboxKeys } from './keys.ts'
import { markEverything } from './mark-everything.ts'

export interface Marking {
  /** Marks one row as seen. */
  markRead: (id: string) => void
  markAll: () => void
  isMarkingAll: boolean
}

/** The mutations that mark inbox items as seen. */
export function useMarking(): Marking {
  const services = useServices()
  const { api } = services
  const { profile } = useSignedIn()
  const queryClient = useQueryClient()
  const toast = useToast()
  const refresh = () => queryClient.invalidateQueries({ queryKey: inboxKeys.all })

  const one = useMutation({
    mutationFn: (id: string) => api.call(inboxRoutes.read, { body: { ids: [id] } }),
    onSuccess({ unread }) {
      queryClient.setQueryData(inboxKeys.unread, unread)
      return refresh()
    },
    // the message opens anyway, and reading it there marks it
  })
  const all = useMutation({
    mutationFn: () => markAllOf(services, profile.id),
    onSuccess: () => toast({ title: words.markedAll, tone: 'good' }),
    onError: (error) =>
      toast({
        title: words.markFailed,
        description: detailOf(error, strings.shell.unreachable),
        tone: 'bad',
      }),
    onSettled: refresh,
  })
  return { markRead: one.mutate, markAll: () => all.mutate(), isMarkingAll: all.isPending }
}

function markAllOf(services: AppServices, userId: string): Promise<void> {
  return markEverything({
    unread: (before) =>
      services.api.call(inboxRoutes.list, {
        query: { state: 'unread', limit: INBOX_PAGE_MAX, ...(before !== null && { before }) },
      }),
    markSeen: (ids) => services.api.call(inboxRoutes.read, { body: { ids: [...ids] } }),
    endOf: (spaceId) => newestMessage(services, spaceId),
    readUpTo: (message) => markSpaceRead(services, userId, message),
  })
}
