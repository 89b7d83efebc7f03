/** Violations of the guardrails, for administrators (docs/rules/guardrails.md#violations). */
import * as z from 'zod/mini'
import { Id, IdParams, queryNumber, Time } from '../common.ts'
import {
  GUARDRAIL_KINDS,
  GUARDRAIL_PLACES,
  GUARDRAIL_SEVERITIES,
  VIOLATION_OUTCOMES,
  VIOLATION_SORTS,
  VIOLATION_SOURCES,
} from '../guardrails.ts'
import {
  VIOLATIONS_OFFSET_MAX,
  VIOLATIONS_PAGE,
  VIOLATIONS_PAGE_MAX,
  VIOLATION_SEARCH_MAX_CHARS,
} from '../limits.ts'
import { route } from '../route.ts'

export const Violation = z.object({
  id: Id,
  /** Null for a person who was signing up. */
  user_id: z.nullable(Id),
  /** Also null for a deleted account. */
  username: z.nullable(z.string()),
  account_type: z.nullable(z.enum(['user', 'agent'])),
  /** The owner, if it is an agent. */
  owner_username: z.nullable(z.string()),
  /** Null for a text in no space. */
  org_id: z.nullable(Id),
  org_name: z.nullable(z.string()),
  rule: z.string(),
  rule_name: z.string(),
  violation_type: z.enum(GUARDRAIL_KINDS),
  severity: z.enum(GUARDRAIL_SEVERITIES),
  outcome: z.enum(VIOLATION_OUTCOMES),
  place: z.enum(GUARDRAIL_PLACES),
  via: z.enum(VIOLATION_SOURCES),
  /** An excerpt around the finding, with secrets and numbers masked; null for texts that are only counted. */
  original_content: z.nullable(z.string()),
  /** How often the same text was tried. */
  times: z.number(),
  first_at: Time,
  /** The last time. */
  timestamp: Time,
  resolved: z.boolean(),
  resolved_at: z.nullable(Time),
  resolved_by: z.nullable(z.string()),
})
export type Violation = z.infer<typeof Violation>

/** Absent or empty: no filter. */
const flag = z.pipe(
  z.nullish(z.enum(['true', 'false', ''])),
  z.transform((value) => (value === 'true' ? true : value === 'false' ? false : null)),
)

const ListQuery = z.object({
  limit: queryNumber(VIOLATIONS_PAGE, 1, VIOLATIONS_PAGE_MAX),
  offset: queryNumber(0, 0, VIOLATIONS_OFFSET_MAX, 'refused'),
  resolved: flag,
  /** Words of the text, a username or a space's name. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(VIOLATION_SEARCH_MAX_CHARS))),
  rule: z.optional(z.string().check(z.maxLength(VIOLATION_SEARCH_MAX_CHARS))),
  kind: z.optional(z.enum(GUARDRAIL_KINDS)),
  severity: z.optional(z.enum(GUARDRAIL_SEVERITIES)),
  outcome: z.optional(z.enum(VIOLATION_OUTCOMES)),
  sort: z._default(z.enum(VIOLATION_SORTS), 'timestamp'),
  order: z.optional(z.enum(['asc', 'desc'])),
})

export const adminViolationRoutes = {
  list: route({
    method: 'GET',
    path: '/api/admin/violations',
    access: 'admin',
    summary: 'What the guardrails refused or reported',
    query: ListQuery,
    answer: z.object({ violations: z.array(Violation), total: z.number() }),
  }),
  resolve: route({
    method: 'POST',
    path: '/api/admin/violations/:id/resolve',
    access: 'admin',
    summary: 'Mark a violation as dealt with',
    params: IdParams,
    answer: z.object({ success: z.boolean(), violation: Violation }),
  }),
}
