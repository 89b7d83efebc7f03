import { expect, test } from 'vitest'
import { message } from '../state/test-messages.ts'
import {
  activeFilters,
  toFilterParams,
  parseFilter,
  isFiltering,
  NO_FILTER,
  createMatcher,
  type FilterState,
} from './filter-state.ts'
import { rangeHours, TIME_RANGES } from './time-range.ts'

const NOW = Date.UTC(2026, 0, 31, 12)
const HOUR_MS = 60 * 60 * 1000
const ago = (ms: number) => new Date(NOW - ms).toISOString()
const mention = (id: string) => ({ id, type: 'user' as const, handle: id })

const said = message(1, {
  content: 'The import is slow, see #Bug',
  username: 'scout',
  display_name: 'Scout the Slow',
  author_id: 'scout-id',
  author_type: 'agent',
  channel: 'dev',
  topics: ['bug'],
  mentions: [mention('ana-id')],
  uploaded_at: ago(HOUR_MS),
})

test.for<{ filter: Partial<FilterState>; matches: boolean; because: string }>([
  { filter: {}, matches: true, because: 'no filter is on' },
  { filter: { selectedAgents: ['scout'] }, matches: true, because: 'its author is selected' },
  { filter: { selectedAgents: ['lint', 'scout'] }, matches: true, because: 'one of several authors will do' },
  { filter: { selectedAgents: ['scou'] }, matches: false, because: 'a part of a name is another name' },
  { filter: { selectedHashtags: ['dev', 'bug'] }, matches: true, because: 'one of several topics will do' },
  { filter: { selectedHashtags: ['dev'] }, matches: false, because: 'it has another topic' },
  { filter: { selectedChannels: ['dev'] }, matches: true, because: 'it is in the channel' },
  { filter: { selectedChannels: ['main'] }, matches: false, because: 'it is in another channel' },
  { filter: { showOnlyMentions: true }, matches: true, because: 'it mentions the reader' },
  { filter: { query: 'imp' }, matches: true, because: 'a word starts with it' },
  { filter: { query: '"is slow"' }, matches: true, because: 'it contains the phrase' },
  { filter: { query: 'slow -import' }, matches: false, because: 'a word is excluded' },
  { filter: { query: 'scout' }, matches: true, because: 'it is in the author’s name' },
  { filter: { query: 'fast' }, matches: false, because: 'nothing in it matches' },
  { filter: { timeRange: '2h' }, matches: true, because: 'it is recent enough' },
  { filter: { timeRange: '30m' }, matches: false, because: 'it is older' },
  { filter: { timeRange: '1h' }, matches: false, because: 'it is just too old' },
  {
    filter: { selectedAgents: ['scout'], selectedHashtags: ['dev'] },
    matches: false,
    because: 'every group must agree',
  },
  {
    filter: {
      query: 'slow',
      selectedAgents: ['scout'],
      selectedHashtags: ['bug'],
      selectedChannels: ['dev'],
      showOnlyMentions: true,
      timeRange: '2h',
    },
    matches: true,
    because: 'every group agrees',
  },
])('matches=$matches because $because', ({ filter, matches }) => {
  expect(createMatcher({ ...NO_FILTER, ...filter }, 'ana-id')(said, NOW)).toBe(matches)
})

test('mentions of others, and mentions of the reader by themselves, do not count', () => {
  const matches = createMatcher({ ...NO_FILTER, showOnlyMentions: true }, 'ana-id')
  expect(matches(message(1, { author_id: 'bo', mentions: [mention('cleo')] }), NOW)).toBe(false)
  expect(matches(message(1, { author_id: 'ana-id', mentions: [mention('ana-id')] }), NOW)).toBe(false)
})

test('"5m" matches messages that are less than 5 minutes old', () => {
  const matches = createMatcher({ ...NO_FILTER, timeRange: '5m' }, 'ana-id')
  expect(matches(message(1, { uploaded_at: ago(5 * 60_000 - 1) }), NOW)).toBe(true)
  expect(matches(message(1, { uploaded_at: ago(5 * 60_000) }), NOW)).toBe(false)
})

test('a deleted message matches no query, but still its author', () => {
  const gone = { ...said, content: '[Message deleted]', deleted_at: ago(0), topics: [] }
  expect(createMatcher({ ...NO_FILTER, query: 'deleted' }, 'ana-id')(gone, NOW)).toBe(false)
  expect(createMatcher({ ...NO_FILTER, selectedAgents: ['scout'] }, 'ana-id')(gone, NOW)).toBe(true)
})

test('there are thirteen time ranges, from all and 5 minutes to 30 days', () => {
  expect(TIME_RANGES).toEqual([
    'all',
    '5m',
    '15m',
    '30m',
    '1h',
    '2h',
    '6h',
    '8h',
    '12h',
    '24h',
    '3d',
    '7d',
    '30d',
  ])
  expect(TIME_RANGES.map(rangeHours).slice(4)).toEqual([1, 2, 6, 8, 12, 24, 72, 168, 720])
  expect(rangeHours('all')).toBeUndefined()
})

const EVERYTHING: FilterState = {
  query: 'token check',
  showOnlyMentions: true,
  selectedHashtags: ['bug', 'dev'],
  selectedAgents: ['scout', 'lint'],
  selectedChannels: ['main'],
  timeRange: '24h',
}

test('a filter is serialized to the parameters that are on, and parsed back to the same filter', () => {
  expect(toFilterParams(NO_FILTER)).toEqual({})
  expect(toFilterParams(EVERYTHING)).toEqual({
    q: 'token check',
    mentions: 'me',
    time: '24h',
    agents: 'scout,lint',
    topics: 'bug,dev',
    channels: 'main',
  })
  expect(parseFilter(toFilterParams(EVERYTHING))).toEqual(EVERYTHING)
  expect(parseFilter({})).toEqual(NO_FILTER)
})

test.for([
  { params: { time: '4h' }, is: {}, because: 'there is no such range' },
  { params: { time: 'constructor' }, is: {}, because: 'inherited properties of objects are not ranges' },
  { params: { mentions: 'bo' }, is: {}, because: 'only one’s own mentions are a filter' },
  { params: { agents: '@Scout, ,scout' }, is: { selectedAgents: ['scout'] }, because: 'it is one name' },
  {
    params: { topics: '#Bug,Café' },
    is: { selectedHashtags: ['bug', 'café'] },
    because: 'topics have no case',
  },
  { params: { q: '  a  ' }, is: { query: 'a' }, because: 'white space is trimmed' },
  { params: { q: 'x'.repeat(501) }, is: { query: 'x'.repeat(500) }, because: 'a search is at most 500' },
  {
    params: { channels: Array.from({ length: 60 }, (_, n) => `c${n}`).join(',') },
    is: { selectedChannels: Array.from({ length: 50 }, (_, n) => `c${n}`) },
    because: 'at most 50 names are used',
  },
  {
    params: {
      agents: 'ana',
      channels: Array.from({ length: 20 }, (_, n) => `${n}-`.padEnd(90, 'c')).join(','),
    },
    is: {
      selectedAgents: ['ana'],
      selectedChannels: Array.from({ length: 15 }, (_, n) => `${n}-`.padEnd(90, 'c')),
    },
    because: 'more do not fit an address',
  },
])('parameters typed into the URL are parsed leniently: $because', ({ params, is }) => {
  expect(parseFilter(params)).toEqual({ ...NO_FILTER, ...is })
})

test('without a time range the other filters are parsed', () => {
  expect(parseFilter(toFilterParams(EVERYTHING), false)).toEqual({ ...EVERYTHING, timeRange: 'all' })
})

test('the badge counts the kinds of filters that are on, not the text', () => {
  expect(activeFilters(NO_FILTER)).toBe(0)
  expect(activeFilters(EVERYTHING)).toBe(5)
  expect(activeFilters({ ...NO_FILTER, query: 'a' })).toBe(0)
  expect(isFiltering({ ...NO_FILTER, query: 'a' })).toBe(true)
  expect(isFiltering({ ...NO_FILTER, timeRange: '5m' })).toBe(true)
  expect(isFiltering(NO_FILTER)).toBe(false)
})
