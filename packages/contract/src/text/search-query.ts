import { SEARCH_QUERY_MAX_CHARS } from '../limits.ts'
import { parseTopics } from './topics.ts'
import { wordsOf, type WordMark } from './words.ts'

/** A term that a message must, or must not, contain. */
export interface SearchTerm {
  /** At least one; several must be adjacent, in this order. */
  readonly words: readonly string[]
  /** Whether the last of them is a prefix. */
  readonly isPrefix: boolean
}

export interface SearchQuery {
  /** Matches everything: nothing was typed, or `*`. */
  readonly isWildcard: boolean
  readonly wanted: readonly SearchTerm[]
  readonly excluded: readonly SearchTerm[]
  /** The topics that a message must have, and must not have: lower-case, without the `#`. */
  readonly topics: readonly string[]
  readonly excludedTopics: readonly string[]
}

/** The maximum number of words; further ones are ignored. */
export const SEARCH_WORDS_MAX = 48

const PART = /(?<minus>-*)(?:"(?<phrase>[^"]*)(?<closing>"?)|(?<bare>[^\s"]+))/gu

/**
 * Parses a search as typed (docs/rules/search.md#queries): words that must all occur, "phrases",
 * -exclusions, and a last word that is a prefix. `begin*` makes any word a prefix. `#topic` is
 * the whole topic, anywhere in the text, so that a topic's link finds exactly what its count counted.
 *
 * Never fails: punctuation alone matches nothing, and an unclosed quote extends to the end.
 */
export function parseSearch(text: string): SearchQuery {
  const typed = text.slice(0, SEARCH_QUERY_MAX_CHARS).trim()
  const isWildcard = typed === '' || typed === '*'
  if (isWildcard) return { isWildcard, wanted: [], excluded: [], topics: [], excludedTopics: [] }

  const wanted: SearchTerm[] = []
  const excluded: SearchTerm[] = []
  const topics = new Set<string>()
  const excludedTopics = new Set<string>()
  let left = SEARCH_WORDS_MAX
  for (const { groups, index, 0: part } of typed.matchAll(PART)) {
    const { minus = '', phrase, closing, bare } = groups ?? {}
    const isExcluded = minus !== ''
    const topic = topicOf(bare ?? '')
    if (topic !== null && left > 0) {
      left -= 1
      ;(isExcluded ? excludedTopics : topics).add(topic)
      continue
    }
    const words = wordsOf(phrase ?? bare ?? '')
      .map(({ word }) => word)
      .slice(0, left)
    if (words.length === 0) continue
    left -= words.length
    const isLast = index + part.length === typed.length
    const isStarted = bare?.endsWith('*') === true || (isLast && closing !== '"')
    const term = { words, isPrefix: isExcluded ? bare?.endsWith('*') === true : isStarted }
    const terms = isExcluded ? excluded : wanted
    if (!terms.some((other) => isSame(other, term))) terms.push(term)
  }
  return { isWildcard, wanted, excluded, topics: [...topics], excludedTopics: [...excludedTopics] }
}

/** The topic of a typed part, without trailing punctuation; `null` if it isn't one. */
function topicOf(part: string): string | null {
  if (!part.startsWith('#')) return null
  const [mark] = parseTopics(part)
  if (mark?.start !== 0) return null
  const rest = part.slice(mark.end)
  return rest.startsWith('*') || wordsOf(rest).length > 0 ? null : mark.topic
}

/** Whether the query has any criterion to match a message against. */
export function hasCriteria(query: SearchQuery): boolean {
  const { wanted, excluded, topics, excludedTopics } = query
  return query.isWildcard || wanted.length + excluded.length + topics.length + excludedTopics.length > 0
}

function isSame(one: SearchTerm, other: SearchTerm): boolean {
  return one.isPrefix === other.isPrefix && one.words.join(' ') === other.words.join(' ')
}

/** The ranges of a term's matches in a text, from the first to the last word of each. */
export function matchRanges({ words, isPrefix }: SearchTerm, text: readonly WordMark[]): [number, number][] {
  const places: [number, number][] = []
  for (let first = 0; first + words.length <= text.length; first++) {
    const fits = words.every((word, index) => {
      const said = text[first + index]?.word ?? ''
      return isPrefix && index === words.length - 1 ? said.startsWith(word) : said === word
    })
    if (!fits) continue
    places.push([text[first]?.start ?? 0, text[first + words.length - 1]?.end ?? 0])
  }
  return places
}

/** Whether a message by this author, with the given names, matches the query. */
export function matchesSearch(
  { wanted, excluded, topics, excludedTopics }: SearchQuery,
  message: { readonly content: string; readonly author: string },
): boolean {
  const filedUnder = new Set(parseTopics(message.content).map(({ topic }) => topic))
  if (!topics.every((topic) => filedUnder.has(topic))) return false
  if (excludedTopics.some((topic) => filedUnder.has(topic))) return false
  const content = wordsOf(message.content)
  const author = wordsOf(message.author)
  const says = (term: SearchTerm) =>
    matchRanges(term, content).length > 0 || matchRanges(term, author).length > 0
  return wanted.every(says) && !excluded.some(says)
}

/** The ranges of the matched words and topics in a text, in order, without overlaps, as half-open UTF-16 ranges. */
export function highlightsOf({ wanted, topics }: SearchQuery, text: string): [number, number][] {
  const words = wordsOf(text)
  const filed = topics.length > 0 ? parseTopics(text).filter(({ topic }) => topics.includes(topic)) : []
  const places = wanted
    .flatMap((term) => matchRanges(term, words))
    .concat(filed.map(({ start, end }) => [start, end]))
    .toSorted((one, other) => one[0] - other[0] || other[1] - one[1])
  const joined: [number, number][] = []
  for (const [start, end] of places) {
    const last = joined.at(-1)
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}
