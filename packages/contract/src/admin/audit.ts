/** The audit log, for administrators (docs/rules/requests.md#audit-log). */
import * as z from 'zod/mini'
import { Id, Time, queryNumber } from '../common.ts'
import {
  AUDIT_PAGE_DEFAULT,
  AUDIT_PAGE_MAX,
  AUDIT_TEXT_MAX_CHARS,
  AUDIT_TICKET_MAX_CHARS,
} from '../limits.ts'
import { route } from '../route.ts'

/** The state before or after an action, by name. */
const Facts = z.nullable(z.record(z.string(), z.unknown()))

export const AuditEntry = z.object({
  id: Id,
  /** Without gaps, in commit order. */
  number: z.number(),
  at: Time,
  /** Null: nobody who is signed in, or the operator. A deleted account has no username. */
  actor: z.nullable(z.object({ id: Id, type: z.enum(['user', 'agent']), username: z.nullable(z.string()) })),
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string(), name: z.nullable(z.string()) }),
  space_id: z.nullable(Id),
  /** Null: no space, or one that is purged. */
  space_name: z.nullable(z.string()),
  before: Facts,
  after: Facts,
  ip: z.nullable(z.string()),
  /** Whether some of its values were erased. */
  erased: z.boolean(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const NAME_MAX_CHARS = 40
const TARGET_MAX_CHARS = 48
const MOMENT_MAX_CHARS = 30
const SPACE_MAX_CHARS = 96
/** The characters of names, ids, slugs and times, so that all filters together fit into a URL. */
const PLAIN = /^[\w.:+@-]*$/

const plain = (maxChars: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(maxChars), z.regex(PLAIN)))

/** An RFC 3339 time, or a day (UTC). */
const moment = z.optional(
  z.string().check(
    z.maxLength(MOMENT_MAX_CHARS),
    z.regex(/^[\dTtZz:.+-]*$/, 'Must be a day or a time'),
    z.refine(
      (text) => text === '' || isDayOrTime(text),
      'Must be a day or a time, as 2026-01-31 or 2026-01-31T12:00:00Z',
    ),
  ),
)

const DayOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

function isDayOrTime(text: string): boolean {
  return DayOrTime.safeParse(text).success
}

const filters = {
  /** The actor's username or id; `-`: entries without an actor. */
  actor: plain(NAME_MAX_CHARS),
  action: plain(NAME_MAX_CHARS),
  target_type: plain(NAME_MAX_CHARS),
  target_id: plain(TARGET_MAX_CHARS),
  /** The id or the slug of a space. */
  space: plain(SPACE_MAX_CHARS),
  from: moment,
  /** Before this. */
  until: moment,
  /** Words of an entry; the last one is a prefix. */
  text: z.optional(z.string().check(z.trim(), z.maxLength(AUDIT_TEXT_MAX_CHARS))),
}

export const AuditFilters = z.object(filters)
export type AuditFilters = z.infer<typeof AuditFilters>

export const adminAuditRoutes = {
  list: route({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'The audit log, the newest first',
    query: z.object({
      ...filters,
      limit: queryNumber(AUDIT_PAGE_DEFAULT, 1, AUDIT_PAGE_MAX),
      cursor: plain(NAME_MAX_CHARS),
    }),
    answer: z.object({ entries: z.array(AuditEntry), next_cursor: z.nullable(z.string()) }),
  }),
  facets: route({
    method: 'GET',
    path: '/api/admin/audit/facets',
    access: 'admin',
    summary: 'What the entries of the audit log can be filtered by',
    answer: z.object({ actions: z.array(z.string()), target_types: z.array(z.string()) }),
  }),
  link: route({
    method: 'POST',
    path: '/api/admin/audit/export',
    access: 'admin',
    summary: 'An address at which a browser downloads the export, within ten minutes',
    body: AuditFilters,
    answer: z.object({ url: z.string(), expires_at: Time }),
    answersSecret: true,
  }),
  export: route({
    method: 'GET',
    path: '/api/admin/audit/export',
    access: 'admin',
    summary: 'The entries as a file (JSON Lines), the oldest first, with all that proves them',
    query: z.object({
      ...filters,
      /** From `link`, with the same filters; instead of the `Authorization` header. */
      ticket: z.optional(z.string().check(z.maxLength(AUDIT_TICKET_MAX_CHARS), z.regex(/^[\w.-]*$/))),
    }),
  }),
}
