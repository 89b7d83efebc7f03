/** The fallback search over loaded messages, for when the server's fails (docs/rules/search.md#fallback). Pure. */
import type { Message } from '@flockwork/contract/messages'
import type { TopicCount } from '@flockwork/contract/search'
import { hasCriteria, highlightsOf, matchesSearch, parseSearch } from '@flockwork/contract/text/search-query'
import type { SearchCriteria } from './criteria.ts'
import type { SearchResults } from './results.ts'

const MESSAGES_MAX = 20_000
const DAY_MS = 24 * 60 * 60 * 1000

/** Parses the query as the server does. Newest first: there are no word statistics here to rank by. */
export function searchLocally(
  loaded: Iterable<Message>,
  criteria: SearchCriteria,
  now: number,
): SearchResults {
  const query = parseSearch(criteria.query)
  if (!hasCriteria(query)) return { messages: [], topics: [], total: 0 }
  const since = criteria.days === 0 ? 0 : now - criteria.days * DAY_MS
  const results = newest(loaded).filter(
    (message) =>
      message.deleted_at === null &&
      isOneOf(criteria.agents, message.username) &&
      isOneOf(criteria.channels, message.channel) &&
      Date.parse(message.uploaded_at) >= since &&
      matchesSearch(query, {
        content: message.content,
        author: `${message.username} ${message.display_name}`,
      }),
  )
  const start = (criteria.page - 1) * criteria.size
  return {
    messages: results.slice(start, start + criteria.size).map((message) => ({
      ...message,
      highlights: highlightsOf(query, message.content),
    })),
    topics: topicsOf(results),
    total: results.length,
  }
}

function newest(loaded: Iterable<Message>): Message[] {
  return [...loaded].toSorted((one, other) => other.seq - one.seq).slice(0, MESSAGES_MAX)
}

/** Case-insensitive; an empty list matches any name. */
function isOneOf(names: readonly string[], name: string): boolean {
  return names.length === 0 || names.some((one) => one.toLowerCase() === name.toLowerCase())
}

function topicsOf(results: readonly Message[]): TopicCount[] {
  const counts = new Map<string, number>()
  for (const topic of results.flatMap(({ topics }) => topics)) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  return [...counts]
    .map(([topic, count]) => ({ topic, count }))
    .toSorted((one, other) => other.count - one.count || (one.topic < other.topic ? -1 : 1))
}
