import { cutSearch } from '@flockwork/contract/tasks/filter'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useServices } from '../../api/services.ts'
import { dataOf } from '../../realtime/apply-event.ts'
import { subscribeToEvents } from '../../realtime/live-listeners.ts'
import { afterChange, type FoundTasks } from './found-tasks.ts'
import { searchKeys } from './keys.ts'

const SHOWN = 5

/** The first tasks that match these words, updated by events; undefined without words and while loading. */
export function useFoundTasks(spaceId: string, words: string | null) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: searchKeys.tasks(spaceId, words ?? ''),
    queryFn: async ({ signal }): Promise<FoundTasks> => {
      const query = {
        org_id: spaceId,
        search: cutSearch(words ?? ''),
        sort: 'updated' as const,
        limit: SHOWN,
      }
      const { tasks, total } = await api.tasks.list({ query, signal })
      return { tasks, total }
    },
    enabled: words !== null,
    placeholderData: keepPreviousData,
    retry: false,
    networkMode: 'always',
    refetchOnReconnect: true,
  })

  useEffect(
    () =>
      subscribeToEvents((events) => {
        for (const event of events) {
          const update = dataOf(event, 'task_update')
          if (update?.space_id !== spaceId) continue
          queryClient.setQueriesData<FoundTasks>(
            { queryKey: searchKeys.tasksOf(spaceId) },
            (found) => found && afterChange(found, update),
          )
        }
      }),
    [spaceId, queryClient],
  )

  return words === null ? null : { found: data, error, refetch: () => void refetch() }
}
