/** The filter of the feed: its state, its URL parameters and its matches (docs/rules/interface.md#filters). */
import { fitsAddress, type NamesParameter } from '@flockwork/contract/text/filter-names'
import { FILTER_NAMES_MAX, SEARCH_QUERY_MAX_CHARS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { matchesSearch, parseSearch } from '@flockwork/contract/text/search-query'
import { isTimeRange, rangeMs, type TimeRange } from './time-range.ts'

/** The URL's parameters of a filter, unchecked: `?agents=scout,lint&time=24h`. */
export interface FilterParams {
  /** The filter's space: whoever opens the URL may have another on screen. */
  readonly space?: string
  readonly q?: string
  /** `me`: only messages that mention the reader. */
  readonly mentions?: string
  readonly time?: string
  /** Comma-separated names, as the next two. */
  readonly agents?: string
  readonly topics?: string
  readonly channels?: string
}

export interface FilterState {
  readonly query: string
  readonly showOnlyMentions: boolean
  /** Tags without `#`. */
  readonly selectedHashtags: readonly string[]
  readonly selectedAgents: readonly string[]
  readonly selectedChannels: readonly string[]
  readonly timeRange: TimeRange
}

export const NO_FILTER: FilterState = {
  query: '',
  showOnlyMentions: false,
  selectedHashtags: [],
  selectedAgents: [],
  selectedChannels: [],
  timeRange: 'all',
}

const MENTIONS_ME = 'me'

/**
 * Invalid parameters are ignored.
 *
 * @param hasTimeRange false ignores the time range, as in a demo (docs/rules/interface.md#filters)
 */
export function parseFilter(params: FilterParams, hasTimeRange = true): FilterState {
  const { q = '', mentions, time = '', agents, topics, channels } = params
  const { topic, author, channel } = fitting({
    topic: parseNames(topics, '#'),
    author: parseNames(agents, '@'),
    channel: parseNames(channels),
  })
  return {
    query: q.trim().slice(0, SEARCH_QUERY_MAX_CHARS),
    showOnlyMentions: mentions === MENTIONS_ME,
    selectedHashtags: topic,
    selectedAgents: author,
    selectedChannels: channel,
    timeRange: hasTimeRange && isTimeRange(time) ? time : 'all',
  }
}

function parseNames(text = '', sign = ''): string[] {
  const names = text.split(',').map((name) => {
    const plain = name.trim().toLowerCase().normalize('NFC')
    return sign !== '' && plain.startsWith(sign) ? plain.slice(sign.length) : plain
  })
  return [...new Set(names.filter((name) => name !== ''))].slice(0, FILTER_NAMES_MAX)
}

/** The names that a request has room for; beyond them the last of the longest list is left out. */
function fitting(all: Record<NamesParameter, string[]>): Record<NamesParameter, string[]> {
  while (!fitsAddress(all)) {
    const [longest] = Object.values(all).toSorted((a, b) => b.length - a.length)
    longest?.pop()
  }
  return all
}

/** Only the parameters of active filters. */
export function toFilterParams(filter: FilterState): FilterParams {
  const { query, showOnlyMentions, selectedHashtags, selectedAgents, selectedChannels, timeRange } = filter
  return {
    ...(query !== '' && { q: query }),
    ...(showOnlyMentions && { mentions: MENTIONS_ME }),
    ...(timeRange !== 'all' && { time: timeRange }),
    ...(selectedAgents.length > 0 && { agents: selectedAgents.join(',') }),
    ...(selectedHashtags.length > 0 && { topics: selectedHashtags.join(',') }),
    ...(selectedChannels.length > 0 && { channels: selectedChannels.join(',') }),
  }
}

/** The filters by name, of which any number may be selected. */
export type NamesFilter = 'selectedHashtags' | 'selectedAgents' | 'selectedChannels'

export function withSelected(filter: FilterState, of: NamesFilter, names: readonly string[]): FilterState {
  return { ...filter, [of]: names }
}

/** How many kinds of filters are on, not counting the query, which is in sight. */
export function activeFilters(filter: FilterState): number {
  const { showOnlyMentions, selectedHashtags, selectedAgents, selectedChannels, timeRange } = filter
  const lists = [selectedHashtags, selectedAgents, selectedChannels]
  return (
    Number(showOnlyMentions) +
    Number(timeRange !== 'all') +
    lists.filter((selected) => selected.length > 0).length
  )
}

/** Whether any filter is on, the query included. */
export function isFiltering(filter: FilterState): boolean {
  return filter.query !== '' || activeFilters(filter) > 0
}

export type Matcher = (message: Message, now: number) => boolean

/**
 * A message matches if in each group of filters any of the names matches. `now` is in milliseconds since 1970. Deleted
 * messages match no query.
 */
export function createMatcher(filter: FilterState, viewerId: string): Matcher {
  const { query, showOnlyMentions, selectedHashtags, selectedAgents, selectedChannels, timeRange } = filter
  const search = parseSearch(query)
  const spanMs = rangeMs(timeRange)
  const agents = new Set(selectedAgents)
  const channels = new Set(selectedChannels)
  const topics = new Set(selectedHashtags)

  return (message, now) => {
    const { username, display_name, author_id, content, channel, deleted_at, mentions, uploaded_at } = message
    if (agents.size > 0 && !agents.has(username)) return false
    if (channels.size > 0 && !channels.has(channel)) return false
    if (topics.size > 0 && !message.topics.some((topic) => topics.has(topic))) return false
    if (showOnlyMentions && (author_id === viewerId || !mentions.some(({ id }) => id === viewerId)))
      return false
    if (spanMs !== null && Date.parse(uploaded_at) <= now - spanMs) return false
    if (query === '') return true
    return deleted_at === null && matchesSearch(search, { content, author: `${username} ${display_name}` })
  }
}
