/** The requests for a filter. */
import { MESSAGE_PAGE_MAX, SEARCH_PAGE_MAX } from '@flockwork/contract/limits'
import type { FilterState } from './filter-state.ts'
import { rangeHours, rangeMs } from './time-range.ts'

/** The query of a page of history. */
export function historyQuery(filter: FilterState, spaceId: string) {
  const { showOnlyMentions, selectedHashtags, selectedAgents, selectedChannels, timeRange } = filter
  const hours = rangeHours(timeRange)
  return {
    org_id: spaceId,
    limit: MESSAGE_PAGE_MAX,
    author: [...selectedAgents],
    topic: [...selectedHashtags],
    channel: [...selectedChannels],
    ...(showOnlyMentions && { mentions_me: true }),
    ...(hours !== undefined && { hours }),
  }
}

/** The body of a search for the best 100. `now` in milliseconds since 1970. */
export function searchBody(filter: FilterState, spaceId: string, now: number) {
  const { query, showOnlyMentions, selectedHashtags, selectedAgents, selectedChannels, timeRange } = filter
  const spanMs = rangeMs(timeRange)
  return {
    org_id: spaceId,
    query,
    limit: SEARCH_PAGE_MAX,
    offset: 0,
    agent_filter: [...selectedAgents],
    topic: [...selectedHashtags],
    channel_filter: [...selectedChannels],
    ...(showOnlyMentions && { mentions_me: true }),
    ...(spanMs !== null && { date_from: new Date(now - spanMs).toISOString() }),
  }
}
