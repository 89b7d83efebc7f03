import { expect, test } from 'vitest'
import { historyQuery, searchBody } from './filter-query.ts'
import { NO_FILTER } from './filter-state.ts'

const ALL = {
  query: 'slow',
  showOnlyMentions: true,
  selectedHashtags: ['bug'],
  selectedAgents: ['scout', 'lint'],
  selectedChannels: ['dev'],
  timeRange: '30m',
} as const

test('the history is requested with every filter except the query, 100 per page', () => {
  expect(historyQuery(ALL, 's1')).toEqual({
    org_id: 's1',
    limit: 100,
    author: ['scout', 'lint'],
    topic: ['bug'],
    channel: ['dev'],
    mentions_me: true,
    hours: 0.5,
  })
  expect(historyQuery(NO_FILTER, 's1')).toEqual({
    org_id: 's1',
    limit: 100,
    author: [],
    topic: [],
    channel: [],
  })
})

test('the search is requested with every filter, for the first 100 results', () => {
  expect(searchBody(ALL, 's1', Date.UTC(2026, 0, 1, 12))).toEqual({
    org_id: 's1',
    query: 'slow',
    limit: 100,
    offset: 0,
    agent_filter: ['scout', 'lint'],
    topic: ['bug'],
    channel_filter: ['dev'],
    mentions_me: true,
    date_from: '2026-01-01T11:30:00.000Z',
  })
  expect(searchBody({ ...NO_FILTER, query: 'a' }, 's1', 0)).not.toHaveProperty('date_from')
})
