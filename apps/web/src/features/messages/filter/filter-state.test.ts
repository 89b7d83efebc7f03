import { expect, test } from 'vitest'
import { message } from '../state/test-messages.ts'
import {
  activeFilters,
  addressOf,
  filterOf,
  isFiltering,
  NO_FILTER,
  passesFor,
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

test.for<{ filter: Partial<FilterState>; passes: boolean; because: string }>([
  { filter: {}, passes: true, because: 'nothing filters' },
  { filter: { selectedAgents: ['scout'] }, passes: true, because: 'its author is selected' },
  { filter: { selectedAgents: ['lint', 'scout'] }, passes: true, because: 'one of several authors will do' },
  { filter: { selectedAgents: ['scou'] }, passes: false, because: 'a part of a name is another name' },
  { filter: { selectedHashtags: ['dev', 'bug'] }, passes: true, because: 'one of several topics will do' },
  { filter: { selectedHashtags: ['dev'] }, passes: false, because: 'it has another topic' },
  { filter: { selectedChannels: ['dev'] }, passes: true, because: 'it stands in the channel' },
  { filter: { selectedChannels: ['main'] }, passes: false, because: 'it stands in another channel' },
  { filter: { showOnlyMentions: true }, passes: true, because: 'it mentions the reader' },
  { filter: { query: 'imp' }, passes: true, because: 'a word begins so' },
  { filter: { query: '"is slow"' }, passes: true, because: 'the phrase stands in it' },
  { filter: { query: 'slow -import' }, passes: false, because: 'a word is excluded' },
  { filter: { query: 'scout' }, passes: true, because: 'its author is called so' },
  { filter: { query: 'fast' }, passes: false, because: 'nothing of it says so' },
  { filter: { timeRange: '2h' }, passes: true, because: 'it is recent enough' },
  { filter: { timeRange: '30m' }, passes: false, because: 'it is older' },
  { filter: { timeRange: '1h' }, passes: false, because: 'it is just too old' },
  {
    filter: { selectedAgents: ['scout'], selectedHashtags: ['dev'] },
    passes: false,
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
    passes: true,
    because: 'every group agrees',
  },
])('passes=$passes because $because', ({ filter, passes }) => {
  expect(passesFor({ ...NO_FILTER, ...filter }, 'ana-id')(said, NOW)).toBe(passes)
})

test('a mention of another, and a mention of oneself by oneself, is no mention', () => {
  const passes = passesFor({ ...NO_FILTER, showOnlyMentions: true }, 'ana-id')
  expect(passes(message(1, { author_id: 'bo', mentions: [mention('cleo')] }), NOW)).toBe(false)
  expect(passes(message(1, { author_id: 'ana-id', mentions: [mention('ana-id')] }), NOW)).toBe(false)
})

test('a message of 5 minutes ago passes "5m" for a millisecond longer', () => {
  const passes = passesFor({ ...NO_FILTER, timeRange: '5m' }, 'ana-id')
  expect(passes(message(1, { uploaded_at: ago(5 * 60_000 - 1) }), NOW)).toBe(true)
  expect(passes(message(1, { uploaded_at: ago(5 * 60_000) }), NOW)).toBe(false)
})

test('what was deleted is found by no text, and stays where its author is selected', () => {
  const gone = { ...said, content: '[Message deleted]', deleted_at: ago(0), topics: [] }
  expect(passesFor({ ...NO_FILTER, query: 'deleted' }, 'ana-id')(gone, NOW)).toBe(false)
  expect(passesFor({ ...NO_FILTER, selectedAgents: ['scout'] }, 'ana-id')(gone, NOW)).toBe(true)
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

test('an address says what filters, and nothing else, and is read back', () => {
  expect(addressOf(NO_FILTER)).toEqual({})
  expect(addressOf(EVERYTHING)).toEqual({
    q: 'token check',
    mentions: 'me',
    time: '24h',
    agents: 'scout,lint',
    topics: 'bug,dev',
    channels: 'main',
  })
  expect(filterOf(addressOf(EVERYTHING))).toEqual(EVERYTHING)
  expect(filterOf({})).toEqual(NO_FILTER)
})

test.for([
  { address: { time: '4h' }, is: {}, because: 'there is no such range' },
  { address: { time: 'constructor' }, is: {}, because: 'an object’s own words are no range' },
  { address: { mentions: 'bo' }, is: {}, because: 'only one’s own mentions are a filter' },
  { address: { agents: '@Scout, ,scout' }, is: { selectedAgents: ['scout'] }, because: 'it is one name' },
  {
    address: { topics: '#Bug,Café' },
    is: { selectedHashtags: ['bug', 'café'] },
    because: 'topics have no case',
  },
  { address: { q: '  a  ' }, is: { query: 'a' }, because: 'spaces around a text are nothing' },
  { address: { q: 'x'.repeat(501) }, is: { query: 'x'.repeat(500) }, because: 'a search is at most 500' },
  {
    address: { channels: Array.from({ length: 60 }, (_, n) => `c${n}`).join(',') },
    is: { selectedChannels: Array.from({ length: 50 }, (_, n) => `c${n}`) },
    because: 'more than 50 names are not asked for',
  },
])('what was typed into the address is read with sense: $because', ({ address, is }) => {
  expect(filterOf(address)).toEqual({ ...NO_FILTER, ...is })
})

test('where times mean nothing, an address filters by all the rest', () => {
  expect(filterOf(addressOf(EVERYTHING), false)).toEqual({ ...EVERYTHING, timeRange: 'all' })
})

test('the badge counts the kinds of filters that are on, not the text', () => {
  expect(activeFilters(NO_FILTER)).toBe(0)
  expect(activeFilters(EVERYTHING)).toBe(5)
  expect(activeFilters({ ...NO_FILTER, query: 'a' })).toBe(0)
  expect(isFiltering({ ...NO_FILTER, query: 'a' })).toBe(true)
  expect(isFiltering({ ...NO_FILTER, timeRange: '5m' })).toBe(true)
  expect(isFiltering(NO_FILTER)).toBe(false)
})
