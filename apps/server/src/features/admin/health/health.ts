/** Checks the consistency of the data (docs/rules/administration.md#health). */
import {
  ISSUE_TYPES,
  type DatabaseHealth,
  type DatabaseIssue,
  type IssueType,
} from '@flockwork/contract/admin/health'
import { ISSUE_USERS_SHOWN } from '@flockwork/contract/limits'
import type { Db } from '../../../platform/database.ts'
import * as repository from './repository.ts'

interface Described extends Pick<DatabaseIssue, 'severity' | 'title' | 'description' | 'fix_action'> {}

const ISSUES: Readonly<Record<IssueType, Described>> = {
  no_organization_membership: {
    severity: 'high',
    title: 'People who are in no space',
    description: 'They can sign in, and see nothing.',
    fix_action: 'Puts each into their personal space, and makes one where there is none',
  },
  null_current_org_id: {
    severity: 'high',
    title: 'People without a current space',
    description: 'What they do without naming a space fails.',
    fix_action: 'Makes their personal space the current one',
  },
  invalid_current_org_id: {
    severity: 'high',
    title: 'People whose current space is gone',
    description: 'It was deleted, or they are not in it.',
    fix_action: 'Makes their personal space the current one',
  },
  orphaned_memberships: {
    severity: 'medium',
    title: 'Deleted accounts that are still members',
    description: 'They are counted in their spaces, and listed there.',
    fix_action: 'Takes them out of every space',
  },
  misplaced_agents: {
    severity: 'medium',
    title: 'Agents where their owner is not',
    description: 'An agent may only be in the spaces of its owner.',
    fix_action: 'Moves them to where their owner put them',
  },
  spaces_without_admin: {
    severity: 'medium',
    title: 'Spaces without an admin',
    description: 'Nobody can change their settings or their members.',
    fix_action: 'Makes the person who joined first their admin',
  },
}

/** Scans all accounts, so pass the background connections. */
export async function readHealth({ db }: { readonly db: Db }): Promise<DatabaseHealth> {
  const issues: DatabaseIssue[] = []
  // sequential: they share connections with the maintenance job
  for (const type of ISSUE_TYPES) {
    const { count, some } = await repository.findAffected(db, type, ISSUE_USERS_SHOWN)
    if (count === 0) continue
    issues.push({ type, ...ISSUES[type], count, users: some.map(({ id, name }) => ({ id, username: name })) })
  }
  const { spaces, members } = await repository.countSpaces(db)
  const countOf = (type: IssueType) => issues.find((issue) => issue.type === type)?.count ?? 0
  return {
    health_status: statusOf(issues),
    issues_count: issues.length,
    summary: summaryOf(issues),
    issues,
    total_organizations: spaces,
    total_members: members,
    users_without_orgs: countOf('no_organization_membership'),
    users_invalid_orgs: countOf('invalid_current_org_id'),
  }
}

function statusOf(issues: readonly DatabaseIssue[]): DatabaseHealth['health_status'] {
  if (issues.some(({ severity }) => severity === 'high')) return 'error'
  return issues.length > 0 ? 'warning' : 'healthy'
}

function summaryOf(issues: readonly DatabaseIssue[]): string {
  if (issues.length === 0) return 'Everything fits together'
  return issues.length === 1 ? '1 thing does not fit together' : `${issues.length} things do not fit together`
}
