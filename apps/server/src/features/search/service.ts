/** Searching the messages of a space (docs/rules/search.md#queries). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Body } from '@flockwork/contract/route'
import type { searchRoutes, SearchHit, TopicCount } from '@flockwork/contract/search'
import { hasCriteria, parseSearch, type SearchQuery } from '@flockwork/contract/text/search-query'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db, StatementLimits } from '../../platform/database.ts'
import { readMessages } from '../messages/index.ts'
import { requireMember } from '../spaces/index.ts'
import { indexAuthors } from './author-names.ts'
import { findIndexState, type Author } from './indexing-repository.ts'
import { catchUp } from './indexing.ts'
import { rankedPieces, wantedPieces, type Filter } from './lexemes.ts'
import { presentHit } from './present.ts'
import * as repository from './repository.ts'
import { SEARCHES_AT_ONCE, createSearchSlots, type SearchSlots } from './slots.ts'

export interface SearchDeps {
  /** Connections for searches only. */
  readonly db: Db
  readonly clock: Clock
  readonly slots: SearchSlots
}

/** Searches take tens of milliseconds; one that takes seconds is cancelled. */
const LIMITS: StatementLimits = { statementMs: 5000, lockMs: 2000 }

export function createSearch(deps: { readonly database: Database; readonly clock: Clock }): SearchDeps {
  return {
    db: deps.database.apart('search', SEARCHES_AT_ONCE, LIMITS),
    clock: deps.clock,
    slots: createSearchSlots(),
  }
}

export interface SearchAnswer {
  success: boolean
  messages: SearchHit[]
  topics: TopicCount[]
  total: number
  results_count: number
  error: string | null
}

type Input = Body<typeof searchRoutes.search>

const DAY_MS = 24 * 60 * 60 * 1000

const NOTHING: SearchAnswer = {
  success: true,
  messages: [],
  topics: [],
  total: 0,
  results_count: 0,
  error: null,
}

/**
 * A page of matches in a space, best first if there are words, else newest first. Finds everything committed before
 * the call.
 * @throws NotFound if the searcher isn't in the space; RateLimited and Busy as `SearchSlots`.
 */
export function searchMessages(
  deps: SearchDeps,
  searcher: Actor,
  spaceId: string,
  input: Input,
): Promise<SearchAnswer> {
  return deps.slots.during(searcher, () => findMessages(deps, searcher, spaceId, input))
}

async function findMessages(
  { db, clock }: Pick<SearchDeps, 'db' | 'clock'>,
  searcher: Actor,
  spaceId: string,
  input: Input,
): Promise<SearchAnswer> {
  const query = parseSearch(input.query ?? '')
  // in parallel for speed: the state is used only after the check
  const [state] = await Promise.all([
    findIndexState(db, spaceId),
    requireMember(db, spaceId, searcher.accountId),
  ])
  if (!hasCriteria(query)) return NOTHING
  const index = await catchUp(db, spaceId, state)
  if (index === undefined) return NOTHING

  const { authors } = index
  const filters = filtersOf(input, searcher, authors)
  if (filters.some(({ values }) => values.length === 0)) return NOTHING
  const range = await rangeOf({ db, clock }, spaceId, input, index.head)
  if (range === null) return NOTHING

  const hasTerms = query.wanted.length + query.excluded.length > 0
  const authorsOf = await indexAuthors(hasTerms ? authors : [])
  const { total, topics, page } = await repository.findMessages(db, {
    spaceNumber: index.spaceNumber,
    wanted: wantedPieces(query, filters, authorsOf),
    ranked: rankedPieces(query, authorsOf),
    ...range,
    limit: input.limit,
    offset: input.offset,
  })
  const messages = await hitsOf({ db, clock }, searcher, spaceId, query, page)
  return { ...NOTHING, messages, topics, total, results_count: messages.length }
}

function filtersOf(input: Input, searcher: Actor, authors: readonly Author[]): Filter[] {
  const handles = new Set(input.agent_filter.map((name) => name.toLowerCase().replace(/^@/, '')))
  const named = authors.filter(({ handle }) => handles.has(handle))
  const filters: (Filter | false)[] = [
    input.channel.length > 0 && { kind: 'channel', values: input.channel.map(channelOf) },
    input.channel_filter.length > 0 && { kind: 'channel', values: input.channel_filter.map(channelOf) },
    handles.size > 0 && { kind: 'author', values: named.map(({ id }) => id) },
    input.topic.length > 0 && { kind: 'topic', values: input.topic.map(topicOf) },
    input.mentions_me === true && { kind: 'mention', values: [searcher.accountId] },
  ]
  return filters.filter((filter) => filter !== false)
}

const channelOf = (name: string) => name.toLowerCase()
const topicOf = (name: string) => name.replace(/^#/, '').toLowerCase().normalize('NFC')

/** The range of the space's sequence within the dates; `null` if it is empty. */
async function rangeOf(
  { db, clock }: Pick<SearchDeps, 'db' | 'clock'>,
  spaceId: string,
  input: Input,
  head: number,
): Promise<{ from: number; to: number } | null> {
  const since = input.days_back ? clock.now() - input.days_back * DAY_MS : null
  const bounds = [input.date_from, since].filter((at) => at !== null)
  const from = bounds.length > 0 ? Math.max(...bounds) : null
  const to = input.date_to
  if (from === null && to === null) return { from: 0, to: head }
  const { first, last } = await repository.findNumbers(db, spaceId, { from, to })
  if ((from !== null && first === null) || (to !== null && last === null)) return null
  return { from: first ?? 0, to: Math.min(head, last ?? head) }
}

async function hitsOf(
  deps: Pick<SearchDeps, 'db' | 'clock'>,
  searcher: Actor,
  spaceId: string,
  query: SearchQuery,
  page: repository.Found['page'],
): Promise<SearchHit[]> {
  const ids = page.map(({ id }) => id)
  const messages = new Map(
    (await readMessages(deps, searcher, spaceId, ids)).map((message) => [message.id, message]),
  )
  const hits: SearchHit[] = []
  for (const { id, rank } of page) {
    const message = messages.get(id)
    // deleted meanwhile
    if (message === undefined || message.deleted_at !== null) continue
    hits.push(presentHit(message, query, rank))
    // many terms in a long text take milliseconds to highlight
    await nextTurn()
  }
  return hits
}
