import type { SearchCriteria } from './criteria.ts'

/** This room's query keys. Each history entry has its own results, so that Back restores them. */
export const searchKeys = {
  space: (spaceId: string) => ['search', spaceId] as const,
  results: (spaceId: string, criteria: SearchCriteria, entry: string) =>
    ['search', spaceId, criteria, entry] as const,
  tasksOf: (spaceId: string) => ['search-tasks', spaceId] as const,
  tasks: (spaceId: string, words: string) => ['search-tasks', spaceId, words] as const,
  trending: (spaceId: string) => ['trending', spaceId] as const,
}
