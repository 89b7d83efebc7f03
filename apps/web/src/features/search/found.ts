/** What a search found, and how later news of its messages change it: pure. */
import type { Message } from '@flockwork/contract/messages'
import type { TopicCount } from '@flockwork/contract/search'
import { highlightsOf, parseSearch } from '@flockwork/contract/text/search-query'

/** A message with the places of what was asked for. */
export interface Hit extends Message {
  readonly highlights: [number, number][]
}

export interface Found {
  readonly messages: readonly Hit[]
  /** Topics of all that was found, the most frequent first. */
  readonly topics: readonly TopicCount[]
  /** Of all pages. */
  readonly total: number
}

/** The same results after these messages were edited or deleted; the very same when none of them is among them. */
export function withNews(found: Found, query: string, news: ReadonlyMap<string, Message>): Found {
  const messages = found.messages.flatMap((hit) => {
    const message = news.get(hit.id)
    if (message === undefined) return [hit]
    if (message.deleted_at !== null) return []
    if (message.content === hit.content) return [hit]
    return [{ ...hit, ...message, highlights: highlightsOf(parseSearch(query), message.content) }]
  })
  if (
    messages.every((hit, index) => hit === found.messages[index]) &&
    messages.length === found.messages.length
  )
    return found
  return { ...found, messages, total: found.total - (found.messages.length - messages.length) }
}
