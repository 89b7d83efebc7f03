/** The search over what the browser holds, for when the server's fails (docs/rules/search.md#fallback): pure. */
import type { Message } from '@flockwork/contract/messages'
import type { TopicCount } from '@flockwork/contract/search'
import { hasCriteria, highlightsOf, matchesSearch, parseSearch } from '@flockwork/contract/text/search-query'
import type { Asked } from './asked.ts'
import type { Found } from './found.ts'

const MESSAGES_MAX = 20_000
const DAY_MS = 24 * 60 * 60 * 1000

/** Reads the query as the server does. The newest come first: nothing here knows what is rare. */
export function searchHeld(held: Iterable<Message>, asked: Asked, now: number): Found {
  const query = parseSearch(asked.query)
  if (!hasCriteria(query)) return { messages: [], topics: [], total: 0 }
  const since = asked.days === 0 ? 0 : now - asked.days * DAY_MS
  const found = newest(held).filter(
    (message) =>
      message.deleted_at === null &&
      isOneOf(asked.agents, message.username) &&
      isOneOf(asked.channels, message.channel) &&
      Date.parse(message.uploaded_at) >= since &&
      matchesSearch(query, {
        content: message.content,
        author: `${message.username} ${message.display_name}`,
      }),
  )
  const start = (asked.page - 1) * asked.size
  return {
    messages: found.slice(start, start + asked.size).map((message) => ({
      ...message,
      highlights: highlightsOf(query, message.content),
    })),
    topics: topicsOf(found),
    total: found.length,
  }
}

function newest(held: Iterable<Message>): Message[] {
  return [...held].toSorted((one, other) => other.seq - one.seq).slice(0, MESSAGES_MAX)
}

/** Without names every one fits; case makes no difference. */
function isOneOf(names: readonly string[], name: string): boolean {
  return names.length === 0 || names.some((one) => one.toLowerCase() === name.toLowerCase())
}

function topicsOf(found: readonly Message[]): TopicCount[] {
  const counts = new Map<string, number>()
  for (const topic of found.flatMap(({ topics }) => topics)) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  return [...counts]
    .map(([topic, count]) => ({ topic, count }))
    .toSorted((one, other) => other.count - one.count || (one.topic < other.topic ? -1 : 1))
}
