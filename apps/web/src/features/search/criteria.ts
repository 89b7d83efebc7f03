/** A search query and its URL (docs/rules/search.md#queries). Pure. */
import { SEARCH_PAGE_DEFAULT, SEARCH_QUERY_MAX_CHARS, SEARCH_RESULTS_MAX } from '@flockwork/contract/limits'
import { pagesOf } from '../../ui/page-numbers.ts'
import type { SearchParams } from './params.ts'

/** How far back, in days; 0 is all time. */
export const RANGES = [0, 0.042, 0.25, 1, 7, 30] as const
export type Range = (typeof RANGES)[number]
export const PAGE_SIZES = [10, 20, 50, 100] as const

export interface SearchCriteria {
  readonly query: string
  /** Usernames; any of them fits. */
  readonly agents: readonly string[]
  readonly channels: readonly string[]
  readonly days: Range
  readonly size: number
  /** From 1 on. */
  readonly page: number
}

/** Parses the URL's parameters; invalid ones are ignored. */
export function parseCriteria({ q, agents, channels, days, size, page }: SearchParams): SearchCriteria {
  const pageSize = PAGE_SIZES.find((one) => one === size) ?? SEARCH_PAGE_DEFAULT
  const isPage = page !== undefined && Number.isInteger(page) && page >= 1
  return {
    query: (q ?? '').trim().slice(0, SEARCH_QUERY_MAX_CHARS),
    agents: namesIn(agents),
    channels: namesIn(channels),
    days: RANGES.find((one) => one === days) ?? 0,
    size: pageSize,
    page: isPage ? Math.min(page, pagesOf(SEARCH_RESULTS_MAX, pageSize)) : 1,
  }
}

/** The shortest equivalent URL. */
export function paramsOf({ query, agents, channels, days, size, page }: SearchCriteria): SearchParams {
  return {
    ...(query !== '' && { q: query }),
    ...(agents.length > 0 && { agents: agents.join(',') }),
    ...(channels.length > 0 && { channels: channels.join(',') }),
    ...(days !== 0 && { days }),
    ...(size !== SEARCH_PAGE_DEFAULT && { size }),
    ...(page !== 1 && { page }),
  }
}

/** A search takes a query, an agent or a channel (docs/rules/search.md#queries). */
export function isSearchable({ query, agents, channels }: SearchCriteria): boolean {
  return query !== '' || agents.length + channels.length > 0
}

/** The number of active filters, of three. */
export function countFilters({ agents, channels, days }: SearchCriteria): number {
  return agents.length + channels.length + (days === 0 ? 0 : 1)
}

export function isSameSearch(one: SearchCriteria, other: SearchCriteria): boolean {
  return JSON.stringify(paramsOf(one)) === JSON.stringify(paramsOf(other))
}

/** The request body; an empty query becomes the wildcard. */
export function bodyOf({ query, agents, channels, days, size, page }: SearchCriteria) {
  return {
    query: query === '' ? '*' : query,
    limit: size,
    offset: (page - 1) * size,
    agent_filter: [...agents],
    channel_filter: [...channels],
    days_back: days,
  }
}

function namesIn(text: string | undefined): string[] {
  const names = (text ?? '').split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}
