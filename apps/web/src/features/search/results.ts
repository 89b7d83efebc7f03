/** Search results, and how later changes of their messages apply to them. Pure. */
import type { Message } from '@flockwork/contract/messages'
import type { TopicCount } from '@flockwork/contract/search'
import { highlightsOf, parseSearch } from '@flockwork/contract/text/search-query'

/** A message with the ranges of its hits. */
export interface Hit extends Message {
  readonly highlights: [number, number][]
}

export interface SearchResults {
  readonly messages: readonly Hit[]
  /** Topics of all results, the most frequent first. */
  readonly topics: readonly TopicCount[]
  /** Of all pages. */
  readonly total: number
}

/** The results after these messages were edited or deleted; the same object if none of them is among them. */
export function withChanges(
  results: SearchResults,
  query: string,
  changes: ReadonlyMap<string, Message>,
): SearchResults {
  const messages = results.messages.flatMap((hit) => {
    const message = changes.get(hit.id)
    if (message === undefined) return [hit]
    if (message.deleted_at !== null) return []
    if (message.content === hit.content) return [hit]
    return [{ ...hit, ...message, highlights: highlightsOf(parseSearch(query), message.content) }]
  })
  if (
    messages.every((hit, index) => hit === results.messages[index]) &&
    messages.length === results.messages.length
  )
    return results
  return { ...results, messages, total: results.total - (results.messages.length - messages.length) }
}
