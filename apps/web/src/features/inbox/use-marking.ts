import { inboxRoutes } from '@flockwork/contract/inbox'
import { INBOX_PAGE_MAX } from '@flockwork/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { detailOf } from '../../api/api-error.ts'
import { api } from '../../api/browser.ts'
import { useSignedIn } from '../../api/use-session.ts'
import { inbox as words } from '../../strings/inbox.ts'
import { strings } from '../../strings.ts'
import { useToast } from '../../ui/toast-store.ts'
import { markSpaceRead } from '../messages/index.ts'
import { inboxKeys } from './keys.ts'

export interface Marking {
  /** Marks one row as seen. */
  markRead: (id: string) => void
  markAll: () => void
  isMarkingAll: boolean
}

/** How what is addressed to the user becomes seen from the inbox. */
export function useMarking(): Marking {
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
    // the message is opened all the same, and reading it there marks it
  })
  const all = useMutation({
    mutationFn: () => markEverything(profile.id),
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

/**
 * Marks what is unread at this moment as seen, and reads on to the end of the spaces that it is in (decisions
 * 3.9). What arrives meanwhile stays unread in the inbox.
 */
async function markEverything(userId: string): Promise<void> {
  const spaceIds = new Set<string>()
  let before: string | null = null
  do {
    const page: { items: { id: string; space_id: string }[]; next_cursor: string | null } = await api.call(
      inboxRoutes.list,
      { query: { state: 'unread', limit: INBOX_PAGE_MAX, ...(before !== null && { before }) } },
    )
    if (page.items.length > 0) {
      await api.call(inboxRoutes.read, { body: { ids: page.items.map(({ id }) => id) } })
    }
    for (const { space_id } of page.items) spaceIds.add(space_id)
    before = page.next_cursor
  } while (before !== null)
  await Promise.all([...spaceIds].map((spaceId) => markSpaceRead(userId, spaceId)))
}
