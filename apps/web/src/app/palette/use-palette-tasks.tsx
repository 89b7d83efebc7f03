import { cutSearch } from '@flockwork/contract/tasks/filter'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useServices } from '../../api/services.ts'
import { isIdea, statusName, StatusGlyph, taskPath } from '../../features/task-refs/index.ts'
import { useSignedIn } from '../session.ts'
import type { PaletteItem } from './palette-items.ts'

const QUERY_MIN_CHARS = 2
const SHOWN = 8
const SEARCH_AFTER_MS = 150
const FRESH_MS = 15_000

/** The tasks that match the query's words or id; none if the query is too short. */
export function usePaletteTasks(search: string): PaletteItem[] {
  const { api, timers } = useServices()
  const { spaceId } = useSignedIn()
  const { history } = useRouter()
  const isSought = spaceId !== null && search.length >= QUERY_MIN_CHARS
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['palette-tasks', spaceId, search],
    queryFn: async ({ signal }) => {
      await new Promise<void>((resolve) => void timers.after(SEARCH_AFTER_MS, resolve))
      signal.throwIfAborted()
      const query = { ...(spaceId !== null && { org_id: spaceId }), search: cutSearch(search), limit: SHOWN }
      return (await api.tasks.list({ query: { ...query, sort: 'updated' }, signal })).tasks
    },
    enabled: isSought,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
  if (!isSought || data === undefined) return []
  return data.map((task) => ({
    id: `task-${task.id}`,
    group: 'tasks',
    name: `${task.display_id} ${task.title}`,
    hint: statusName(task),
    icon: <StatusGlyph status={task.status} isIdea={isIdea(task)} />,
    // results of the previous query must match the current one
    isFound: !isPlaceholderData,
    run: () => history.push(taskPath(task.id)),
  }))
}
