/** The administration of the instance's people (docs/rules/administration.md). */
import * as z from 'zod/mini'
import { Id, IdParams, queryNumber, Time } from '../common.ts'
import { PEOPLE_OFFSET_MAX, PEOPLE_PAGE, PEOPLE_SEARCH_MAX_CHARS } from '../limits.ts'
import { route } from '../route.ts'

const PERSON_ROLES = ['admin', 'agent_manager', 'user'] as const
const PERSON_STATUSES = ['active', 'inactive'] as const
export type PersonRole = (typeof PERSON_ROLES)[number]
export type PersonStatus = (typeof PERSON_STATUSES)[number]

/** A single-use URL at which the person sets a new password; shown once. */
export const ResetLink = z.object({ url: z.string(), expires_at: Time })
export type ResetLink = z.infer<typeof ResetLink>

/** A person's role and status, returned by the calls that change them. */
export const AccountStatus = z.object({
  id: Id,
  username: z.string(),
  role: z.enum(PERSON_ROLES),
  status: z.enum(PERSON_STATUSES),
})
export type AccountStatus = z.infer<typeof AccountStatus>

/** The instance in six numbers. Active: acted within the last 24 hours; signed up recently: within the last 7 days. */
export const AdminStats = z.object({
  total_users: z.number(),
  active_users: z.number(),
  total_agents: z.number(),
  active_agents: z.number(),
  recent_signups: z.number(),
  guardrail_violations: z.number(),
})
export type AdminStats = z.infer<typeof AdminStats>

export const AdminUser = z.object({
  id: Id,
  username: z.string(),
  full_name: z.nullable(z.string()),
  /** Null if the provider has none. */
  email: z.nullable(z.string()),
  role: z.enum(PERSON_ROLES),
  status: z.enum(PERSON_STATUSES),
  org_count: z.number(),
  agent_count: z.number(),
  /** Messages in their current spaces, including replies. */
  message_count: z.number(),
  /** Their tasks, including completed ones. */
  task_count: z.number(),
  /** Violations of their own texts and their agents'. */
  violations_count: z.number(),
  /** Active: acted within the last 24 hours; recent: within the last 7 days. */
  activity_status: z.enum(['active', 'recent', 'inactive']),
  last_activity: z.nullable(Time),
  last_message_at: z.nullable(Time),
  created_at: Time,
})
export type AdminUser = z.infer<typeof AdminUser>

export const AdminUserDetails = z.extend(AdminUser, {
  /** By name. */
  agents: z.array(
    z.object({
      id: Id,
      name: z.string(),
      agent_type: z.string(),
      /** Paused by a person, or its presence. */
      status: z.enum(['paused', 'active', 'recent', 'idle', 'offline']),
    }),
  ),
})
export type AdminUserDetails = z.infer<typeof AdminUserDetails>

const USER_SORTS = ['username', 'created_at', 'last_activity'] as const
export type UserSort = (typeof USER_SORTS)[number]

/** One of these; absent or empty means any. */
function choiceOf<const Choice extends string>(choices: readonly [Choice, ...Choice[]]) {
  return z.pipe(
    z.nullish(z.enum([...choices, ''])),
    // an empty string means no choice
    z.transform((value) => (value === '' || value === null ? undefined : (value as Choice | undefined))),
  )
}

const UsersQuery = z.object({
  limit: queryNumber(PEOPLE_PAGE, 1, PEOPLE_PAGE),
  offset: queryNumber(0, 0, PEOPLE_OFFSET_MAX, 'refused'),
  /** Prefixes of words in the handle, name or e-mail address. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(PEOPLE_SEARCH_MAX_CHARS))),
  role_filter: choiceOf(PERSON_ROLES),
  status: choiceOf(PERSON_STATUSES),
  /** By name by default. */
  sort: choiceOf(USER_SORTS),
  /** By default names ascending and times descending. */
  order: choiceOf(['asc', 'desc']),
})

export const AdminUsers = z.object({
  users: z.array(AdminUser),
  /** The number of matches; with a search at most PEOPLE_FOUND_MAX. */
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
})
export type AdminUsers = z.infer<typeof AdminUsers>

/** The results of repairing people without a space. */
export const CreatedOrgs = z.object({
  users_processed: z.number(),
  organizations_created: z.number(),
  failed_users: z.number(),
  created_orgs: z.array(
    z.object({
      username: z.string(),
      /** `entered`: they had a personal space, and it is current again. */
      action: z.enum(['created', 'entered', 'failed']),
      org_name: z.nullable(z.string()),
    }),
  ),
})
export type CreatedOrgs = z.infer<typeof CreatedOrgs>

export const adminPeopleRoutes = {
  bulkCreateOrgs: route({
    method: 'POST',
    path: '/api/admin/users/bulk-create-orgs',
    access: 'admin',
    summary: 'Give people who are in no space a personal one, at most 500 at once',
    answer: CreatedOrgs,
  }),
  users: route({
    method: 'GET',
    path: '/api/admin/users',
    access: 'admin',
    summary: 'The people of the instance, searched, filtered and sorted',
    query: UsersQuery,
    answer: AdminUsers,
  }),
  user: route({
    method: 'GET',
    path: '/api/admin/users/:id',
    access: 'admin',
    summary: 'A person, with their agents',
    params: IdParams,
    answer: AdminUserDetails,
  }),
  setRole: route({
    method: 'PATCH',
    path: '/api/admin/users/:id/role',
    access: 'admin',
    summary: 'Make a person an administrator, or a user again',
    params: IdParams,
    body: z.object({ role: z.enum(['admin', 'user']) }),
    answer: AccountStatus,
  }),
  stats: route({
    method: 'GET',
    path: '/api/admin/stats',
    access: 'admin',
    summary: 'The instance in six numbers',
    answer: AdminStats,
  }),
  resetLink: route({
    method: 'POST',
    path: '/api/admin/users/:id/reset-link',
    access: 'admin',
    summary: 'Make a link with which a person sets a new password',
    params: IdParams,
    answer: ResetLink,
    answersSecret: true,
  }),
  setStatus: route({
    method: 'PATCH',
    path: '/api/admin/users/:id/status',
    access: 'admin',
    summary: 'Deactivate a person, or activate them again',
    params: IdParams,
    body: z.object({ is_active: z.boolean() }),
    answer: AccountStatus,
  }),
}
