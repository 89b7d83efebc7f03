/** Which tasks to search for, and where the hits are. Pure. */
import type { EventData } from '@flockwork/contract/events'
import type { Task } from '@flockwork/contract/tasks'
import { readDisplayId } from '@flockwork/contract/tasks/display-id'
import { highlightsOf, parseSearch } from '@flockwork/contract/text/search-query'
import { countFilters, type SearchCriteria } from './criteria.ts'
import { excerptOf, piecesOf, type Piece } from './excerpt.ts'

export interface FoundTasks {
  readonly tasks: readonly Task[]
  readonly total: number
}

/**
 * The task search of these criteria; null for none: filters and further pages are for messages, and the task search
 * supports neither `*` nor -exclusions.
 */
export function taskWords(criteria: SearchCriteria): string | null {
  const { query, page } = criteria
  if (countFilters(criteria) > 0 || page > 1) return null
  if (readDisplayId(query) !== null) return query
  const { isWildcard, wanted, excluded, topics, excludedTopics } = parseSearch(query)
  if (isWildcard || excluded.length + excludedTopics.length > 0) return null
  // the last word may be unfinished, a topic is complete
  const words = [...topics, ...wanted.flatMap((term) => term.words)]
  return words.length === 0 ? null : words.join(' ')
}

export interface TaskExcerpt {
  readonly title: readonly Piece[]
  /** From the description, if the title doesn't have all hits. */
  readonly description: readonly Piece[] | null
  /** Neither of them has a hit. */
  readonly isInNotes: boolean
}

export function excerptOfTask({ display_id, title, description }: Task, query: string): TaskExcerpt {
  const search = parseSearch(query)
  const inTitle = highlightsOf(search, title)
  const inDescription = highlightsOf(search, description)
  const isNamed = readDisplayId(query) === readDisplayId(display_id)
  return {
    title: piecesOf(title, inTitle),
    description: inDescription.length > 0 ? excerptOf(description, inDescription) : null,
    isInNotes: !isNamed && inTitle.length + inDescription.length === 0,
  }
}

/** The results after one of their tasks changed; the same object if none of them did. */
export function afterChange(
  found: FoundTasks,
  { action, task }: Pick<EventData<'task_update'>, 'action' | 'task'>,
): FoundTasks {
  if (!found.tasks.some(({ id }) => id === task.id)) return found
  if (action === 'deleted') {
    return { tasks: found.tasks.filter(({ id }) => id !== task.id), total: found.total - 1 }
  }
  return { ...found, tasks: found.tasks.map((one) => (one.id === task.id ? task : one)) }
}
