import { cutSearch } from '@flockwork/contract/tasks/filter'
import type { RosterItem } from '@flockwork/contract/spaces'
import type { Task } from '@flockwork/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { usePeople } from '../context/use-people.ts'
import { feedOf } from '../state/feed-store.ts'
import {
  mentionCandidates,
  SUGGESTIONS_MAX,
  taskCandidates,
  topicCandidates,
  type Trigger,
} from './completion.ts'

export type Suggestion =
  | { kind: 'mention'; name: string; item: RosterItem }
  | { kind: 'topic'; name: string; count: number }
  | { kind: 'task'; name: string; task: Task }

const RECENT_TASKS = 50
const SEARCH_AFTER_MS = 150
const TASKS_FRESH_MS = 15_000
const NO_TASKS: readonly Task[] = []

/** Suggestions for what is being typed: people and agents of the space, topics of the loaded messages, or tasks. */
export function useSuggestions(spaceId: string, { kind, query }: Trigger): Suggestion[] {
  const { profile } = useSignedIn()
  const { all } = usePeople(spaceId)
  const tasks = useTasks(spaceId, kind === 'task' ? query : null)
  return useMemo(() => {
    switch (kind) {
      case 'mention':
        return mentionCandidates(all, query, profile.id).map((item) => ({ kind, name: item.handle, item }))
      case 'topic': {
        const topics = [...feedOf(spaceId).state().byId.values()].flatMap((message) => message.topics)
        return topicCandidates(topics, query).map(({ topic, count }) => ({ kind, name: topic, count }))
      }
      case 'task':
        // the sign is before the number
        return tasks.map((task) => ({ kind, name: task.display_id.slice(2), task }))
    }
  }, [kind, query, all, profile.id, spaceId, tasks])
}

/** Matching tasks: at once among the recently changed ones, then from the server's search of all. */
function useTasks(spaceId: string, typed: string | null): readonly Task[] {
  const { api, timers } = useServices()
  const recent = useQuery({
    queryKey: ['messages', spaceId, 'tasks-to-name'],
    queryFn: async () =>
      (await api.tasks.list({ query: { org_id: spaceId, sort: 'updated', limit: RECENT_TASKS } })).tasks,
    enabled: typed !== null,
    // refetched whenever the list opens, with the cached result shown meanwhile
    staleTime: 0,
  })
  // a number is matched exactly, the last word of a title as a prefix
  const search = typed !== null && /^\d+$/.test(typed) ? `T-${typed}` : (typed ?? '')
  const found = useQuery({
    queryKey: ['messages', spaceId, 'tasks-to-name', search],
    queryFn: async ({ signal }) => {
      await new Promise<void>((resolve) => void timers.after(SEARCH_AFTER_MS, resolve))
      signal.throwIfAborted()
      const query = { org_id: spaceId, search: cutSearch(search), limit: SUGGESTIONS_MAX }
      return (await api.tasks.list({ query, signal })).tasks
    },
    enabled: search !== '',
    staleTime: TASKS_FRESH_MS,
    placeholderData: (before) => before,
  })
  const [near, further = NO_TASKS] = [recent.data ?? NO_TASKS, found.data]
  const isOfBefore = found.isPlaceholderData
  return useMemo(() => {
    if (typed === null) return NO_TASKS
    // results for the previous letters may still match
    return isOfBefore
      ? taskCandidates([...near, ...further], NO_TASKS, typed)
      : taskCandidates(near, further, typed)
  }, [typed, near, further, isOfBefore])
}
