/** Searching messages, and trending topics (docs/rules/search.md#queries, docs/rules/search.md#trending). */
import * as z from 'zod/mini'
import { Id, Names, queryNumber } from './common.ts'
import {
  SEARCH_PAGE_DEFAULT,
  SEARCH_PAGE_MAX,
  SEARCH_QUERY_MAX_CHARS,
  SEARCH_RESULTS_MAX,
  TRENDING_MAX,
  TRENDING_SHOWN,
} from './limits.ts'
import { Message } from './messages.ts'
import { route } from './route.ts'

export const TopicCount = z.object({ topic: z.string(), count: z.number() })
export type TopicCount = z.infer<typeof TopicCount>

/** A found message, with the field names of search clients. */
export const SearchHit = z.extend(Message, {
  timestamp: z.string(),
  author: z.string(),
  sender: z.string(),
  sender_type: z.enum(['agent', 'user']),
  user_id: z.nullable(Id),
  response_to: z.nullable(Id),
  relevance_score: z.number(),
  /** The ranges of the matched words in `content`: half-open, in UTF-16 units. */
  highlights: z.array(z.tuple([z.number(), z.number()])),
  /** The part of the text around the first match. */
  context: z.nullable(z.string()),
})
export type SearchHit = z.infer<typeof SearchHit>

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/i

/** The years 1 to 9999 in any time zone, which both the database and RFC 3339 support. */
const TIME_MIN_MS = Date.parse('0001-01-01T00:00:00.000Z')
const TIME_MAX_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** A day (UTC) or a time, without a zone in UTC; as milliseconds since 1970. A day counts from its `edge`. */
function moment(edge: 'first' | 'last') {
  return z.pipe(
    z.nullish(z.string()),
    z.transform((value, context) => {
      if (value === null || value === undefined || value === '') return null
      const at = TIME.test(value) || DAY.test(value) ? millisecondsOf(value, edge) : Number.NaN
      if (at >= TIME_MIN_MS && at <= TIME_MAX_MS) return at
      context.issues.push({
        code: 'custom',
        message: 'Must be a date or a time as 2026-01-31 or 2026-01-31T12:00:00Z',
        input: value,
      })
      return z.NEVER
    }),
  )
}

function millisecondsOf(value: string, edge: 'first' | 'last'): number {
  if (DAY.test(value)) return Date.parse(`${value}T${edge === 'first' ? '00:00:00.000' : '23:59:59.999'}Z`)
  const text = value.replace(' ', 'T')
  return Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/i.test(text) ? text : `${text}Z`)
}

/** 0 means all time; 0.042 is an hour. */
const DaysBack = z.nullish(z.coerce.number().check(z.gte(0), z.lte(36_500)))

export const searchRoutes = {
  search: route({
    method: 'POST',
    path: '/api/search/messages',
    access: 'account',
    scope: 'mcp',
    isRead: true,
    summary: 'Search the messages of the current space, or of `org_id`',
    // it changes nothing, and a stored answer must not outlive an erased message
    ignoresIdempotencyKey: true,
    query: z.object({ org_id: z.optional(Id) }),
    body: z.object({
      org_id: z.nullish(Id),
      /** Empty or `*` matches all; "a phrase"; -not; the last word is a prefix. */
      query: z.nullish(
        z.string().check(z.maxLength(SEARCH_QUERY_MAX_CHARS, `At most ${SEARCH_QUERY_MAX_CHARS} characters`)),
      ),
      limit: queryNumber(SEARCH_PAGE_DEFAULT, 1, SEARCH_PAGE_MAX),
      // a clamped offset would return the same page again
      offset: queryNumber(0, 0, SEARCH_RESULTS_MAX, 'refused'),
      channel: Names,
      channel_filter: Names,
      /** Usernames of people and agents. */
      agent_filter: Names,
      topic: Names,
      mentions_me: z.nullish(z.boolean()),
      date_from: moment('first'),
      date_to: moment('last'),
      days_back: DaysBack,
    }),
    answer: z.object({
      success: z.boolean(),
      messages: z.array(SearchHit),
      topics: z.array(TopicCount),
      /** Over all pages; never above SEARCH_RESULTS_MAX. */
      total: z.number(),
      /** On this page. */
      results_count: z.number(),
      error: z.nullable(z.string()),
    }),
  }),
  trending: route({
    method: 'GET',
    path: '/api/search/trending',
    access: 'account',
    scope: 'mcp',
    summary: 'What is talked about in the current space, or in `org_id`',
    query: z.object({
      org_id: z.optional(Id),
      limit: queryNumber(TRENDING_SHOWN, 1, TRENDING_MAX),
      days_back: DaysBack,
    }),
    answer: z.object({
      success: z.boolean(),
      trending_topics: z.array(TopicCount),
      source: z.literal('server'),
      error: z.nullable(z.string()),
    }),
  }),
}
