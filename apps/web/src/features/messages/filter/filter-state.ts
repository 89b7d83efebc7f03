/** The filters of the feed: what they are, and which messages pass (docs/rules/interface.md#filters). */
import { FILTER_NAMES_MAX, SEARCH_QUERY_MAX_CHARS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { matchesSearch, parseSearch } from '@flockwork/contract/text/search-query'
import type { FilterAddress } from './filter-address.ts'
import { isTimeRange, rangeMs, type TimeRange } from './time-range.ts'

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
 * The filters that an address names; what means nothing is left out.
 *
 * @param hasTimeRange false where times mean nothing, as in a demo (docs/rules/interface.md#filters)
 */
export function filterOf(address: FilterAddress, hasTimeRange = true): FilterState {
  const { q = '', mentions, time = '', agents, topics, channels } = address
  return {
    query: q.trim().slice(0, SEARCH_QUERY_MAX_CHARS),
    showOnlyMentions: mentions === MENTIONS_ME,
    selectedHashtags: namesIn(topics, '#'),
    selectedAgents: namesIn(agents, '@'),
    selectedChannels: namesIn(channels),
    timeRange: hasTimeRange && isTimeRange(time) ? time : 'all',
  }
}

function namesIn(text = '', sign = ''): string[] {
  const names = text.split(',').map((name) => {
    const plain = name.trim().toLowerCase().normalize('NFC')
    return sign !== '' && plain.startsWith(sign) ? plain.slice(sign.length) : plain
  })
  return [...new Set(names.filter((name) => name !== ''))].slice(0, FILTER_NAMES_MAX)
}

/** The address of these filters, which names only what filters. */
export function addressOf(filter: FilterState): FilterAddress {
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

/** The filters that are names, of which any number may be selected. */
export type NamesFilter = 'selectedHashtags' | 'selectedAgents' | 'selectedChannels'

export function withSelected(filter: FilterState, of: NamesFilter, names: readonly string[]): FilterState {
  return { ...filter, [of]: names }
}

/** How many kinds of filters are on. The text isn't one of them: its box shows it. */
export function activeFilters(filter: FilterState): number {
  const { showOnlyMentions, selectedHashtags, selectedAgents, selectedChannels, timeRange } = filter
  const lists = [selectedHashtags, selectedAgents, selectedChannels]
  return (
    Number(showOnlyMentions) +
    Number(timeRange !== 'all') +
    lists.filter((selected) => selected.length > 0).length
  )
}

/** Whether anything filters, the text included. */
export function isFiltering(filter: FilterState): boolean {
  return filter.query !== '' || activeFilters(filter) > 0
}

export type Passes = (message: Message, now: number) => boolean

/**
 * The test whether a message passes: of one group of filters any name will do, and every group must agree. `now` in
 * milliseconds decides what is recent. What was deleted is found by no text.
 */
export function passesFor(filter: FilterState, viewerId: string): Passes {
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
