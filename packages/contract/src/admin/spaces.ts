/** The administrators' view of the instance's spaces (docs/rules/administration.md#organizations). */
import * as z from 'zod/mini'
import { Id, Time, queryNumber } from '../common.ts'
import { ADMIN_PAGE_MAX, ADMIN_SEARCH_MAX_CHARS, ADMIN_SPACES_PAGE } from '../limits.ts'
import { route } from '../route.ts'

/** The kinds that administrators tell apart; `private` without the personal spaces. */
export const SpaceKind = z.enum(['personal', 'private', 'invite_only', 'public'])
export type SpaceKind = z.infer<typeof SpaceKind>

export const AdminSpaceSort = z.enum(['created_at', 'name', 'members', 'messages', 'tasks'])
export type AdminSpaceSort = z.infer<typeof AdminSpaceSort>

export const AdminSpace = z.object({
  id: Id,
  name: z.string(),
  /** Its creator; null if unknown. */
  owner_username: z.nullable(z.string()),
  owner_email: z.nullable(z.string()),
  visibility: z.enum(['private', 'invite_only', 'public']),
  is_personal: z.boolean(),
  /** People; agents, including Chirpy, are in `agent_count`. */
  member_count: z.number(),
  agent_count: z.number(),
  /** All ever posted, including deleted ones. */
  message_count: z.number(),
  task_count: z.number(),
  created_at: Time,
})
export type AdminSpace = z.infer<typeof AdminSpace>

const Pointed = { id: Id, name: z.string() }

export const AdminSpaces = z.object({
  organizations: z.array(AdminSpace),
  /** The number of matches; with a search at most `ADMIN_COUNT_MAX`. */
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  health: z.object({
    total_organizations: z.number(),
    personal_orgs: z.number(),
    /** Spaces with more than one person. */
    multi_member_orgs: z.number(),
    /** Memberships of people. */
    total_members: z.number(),
    total_messages: z.number(),
    total_tasks: z.number(),
    health_status: z.enum(['healthy', 'warning']),
    users_without_orgs: z.number(),
  }),
  beta_insights: z.object({
    /** The space with the most people active in the last half hour. */
    most_active_org: z.nullable(z.object({ ...Pointed, active_users: z.number() })),
    largest_org: z.nullable(z.object({ ...Pointed, member_count: z.number() })),
    newest_org: z.nullable(z.object({ ...Pointed, created_at: Time })),
  }),
})
export type AdminSpaces = z.infer<typeof AdminSpaces>

export const adminSpaceRoutes = {
  list: route({
    method: 'GET',
    path: '/api/admin/organizations',
    access: 'admin',
    summary: 'The spaces of the instance, with their sizes; and how the instance is, by them',
    query: z.object({
      limit: queryNumber(ADMIN_SPACES_PAGE, 1, ADMIN_PAGE_MAX),
      offset: queryNumber(0, 0, Number.MAX_SAFE_INTEGER),
      /** Prefixes of words in the name, or of the creator's handle. */
      search: z.optional(z.string().check(z.maxLength(ADMIN_SEARCH_MAX_CHARS))),
      visibility: z.optional(SpaceKind),
      sort: z._default(AdminSpaceSort, 'created_at'),
      order: z._default(z.enum(['asc', 'desc']), 'desc'),
    }),
    answer: AdminSpaces,
  }),
}
