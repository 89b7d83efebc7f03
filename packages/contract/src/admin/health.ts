/** Consistency checks of the data (docs/rules/administration.md#health). */
import * as z from 'zod/mini'
import { Id } from '../common.ts'
import { route } from '../route.ts'

/** The inconsistencies that can be detected and repaired. */
export const ISSUE_TYPES = [
  'no_organization_membership',
  'null_current_org_id',
  'invalid_current_org_id',
  'orphaned_memberships',
  'misplaced_agents',
  'spaces_without_admin',
] as const
export type IssueType = (typeof ISSUE_TYPES)[number]

const DatabaseIssue = z.object({
  type: z.enum(ISSUE_TYPES),
  severity: z.enum(['high', 'medium', 'low']),
  title: z.string(),
  description: z.string(),
  /** What the repair does. */
  fix_action: z.string(),
  /** The number of affected people, agents or spaces. */
  count: z.number(),
  /** Some of them, by name. */
  users: z.array(z.object({ id: Id, username: z.string() })),
})
export type DatabaseIssue = z.infer<typeof DatabaseIssue>

export const DatabaseHealth = z.object({
  health_status: z.enum(['healthy', 'warning', 'error']),
  issues_count: z.number(),
  summary: z.string(),
  issues: z.array(DatabaseIssue),
  total_organizations: z.number(),
  /** Memberships of people, counted per space. */
  total_members: z.number(),
  users_without_orgs: z.number(),
  /** People whose current space was deleted, or who aren't in it. */
  users_invalid_orgs: z.number(),
})
export type DatabaseHealth = z.infer<typeof DatabaseHealth>

export const Repaired = z.object({ type: z.enum(ISSUE_TYPES), fixed: z.number(), failed: z.number() })
export type Repaired = z.infer<typeof Repaired>

export const adminHealthRoutes = {
  health: route({
    method: 'GET',
    path: '/api/admin/database/health',
    access: 'admin',
    summary: 'What does not fit together in the database',
    answer: DatabaseHealth,
  }),
  fix: route({
    method: 'POST',
    path: '/api/admin/database/fix',
    access: 'admin',
    summary: 'Mend what is wrong in one way, at most 500 cases at once',
    body: z.object({ type: z.enum(ISSUE_TYPES) }),
    answer: Repaired,
  }),
}
