/** Search results: messages with highlights and context. */
import type { Message } from '@flockwork/contract/messages'
import type { SearchHit } from '@flockwork/contract/search'
import { betweenCharacters } from '@flockwork/contract/text/characters'
import { highlightsOf, type SearchQuery } from '@flockwork/contract/text/search-query'

const CONTEXT_BEFORE_CHARS = 60
const CONTEXT_CHARS = 200
const RANK_STEPS = 10_000

export function presentHit(message: Message, query: SearchQuery, rank: number): SearchHit {
  const highlights = highlightsOf(query, message.content)
  return {
    ...message,
    timestamp: message.uploaded_at,
    author: message.username,
    sender: message.username,
    sender_type: message.author_type,
    user_id: message.author_type === 'user' ? message.author_id : null,
    response_to: message.parent_id,
    relevance_score: Math.round(rank * RANK_STEPS) / RANK_STEPS,
    highlights,
    context: contextOf(message.content, highlights[0]?.[0]),
  }
}

/** The text around `at`, cut between characters; `null` without a match in the text. */
export function contextOf(text: string, at: number | undefined): string | null {
  if (at === undefined) return null
  const from = betweenCharacters(text, Math.max(0, at - CONTEXT_BEFORE_CHARS))
  const to = betweenCharacters(text, Math.min(text.length, from + CONTEXT_CHARS))
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`
}
