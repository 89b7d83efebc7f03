/** The spaces of the instance, for its administrators (docs/rules/administration.md#organizations). */
import type { adminSpaceRoutes, AdminSpaces } from '@flockwork/contract/admin/spaces'
import { ADMIN_COUNT_MAX } from '@flockwork/contract/limits'
import type { Query } from '@flockwork/contract/route'
import { wireTime } from '../../../platform/clock.ts'
import type { AdminServices } from '../services.ts'
import * as repository from './repository.ts'

const MINUTE_MS = 60_000
const ACTIVE_FOR_MS = 30 * MINUTE_MS

const KINDS = ['personal', 'private', 'invite_only', 'public'] as const

type Wanted = Query<(typeof adminSpaceRoutes)['list']>

export async function listOrganizations(services: AdminServices, wanted: Wanted): Promise<AdminSpaces> {
  const { db } = services
  const { visibility: kind, limit, offset, sort, order } = wanted
  const search = wanted.search?.trim().toLowerCase() || undefined
  const tallies = repository.sumTallies(db, [
    ...KINDS.map((each) => `spaces_${each}`),
    'shared_spaces',
    'memberships_personal',
    'memberships_shared',
    'messages',
    'tasks_created',
  ])
  const listed = async () => {
    const among = search === undefined ? undefined : await repository.findSpaces(db, { search, kind })
    const rows = await repository.listSpaces(db, { kind, search, sort, order, limit, offset }, among)
    return { among, rows }
  }
  const [sums, people, { among, rows }, insights] = await Promise.all([
    tallies,
    repository.countPeople(db),
    listed(),
    readInsights(services),
  ])
  const sum = (name: string) => sums.get(name) ?? 0
  // if there is a personal space for everyone, the scan is unnecessary
  const usersWithoutOrgs =
    sum('memberships_personal') === people ? 0 : await repository.countPeopleWithoutSpace(db)
  const spaces = (kinds: readonly string[]) => kinds.reduce((total, each) => total + sum(`spaces_${each}`), 0)
  const fitting = spaces(kind === undefined ? KINDS : [kind])

  return {
    organizations: rows.map((row) => ({ ...row, created_at: wireTime(row.created_at) })),
    total: search === undefined ? fitting : (among?.length ?? ADMIN_COUNT_MAX),
    limit,
    offset,
    health: {
      total_organizations: spaces(KINDS),
      personal_orgs: sum('spaces_personal'),
      multi_member_orgs: sum('shared_spaces'),
      total_members: sum('memberships_personal') + sum('memberships_shared'),
      total_messages: sum('messages'),
      total_tasks: sum('tasks_created'),
      health_status: usersWithoutOrgs === 0 ? 'healthy' : 'warning',
      users_without_orgs: usersWithoutOrgs,
    },
    beta_insights: insights,
  }
}

async function readInsights({ db, clock }: AdminServices): Promise<AdminSpaces['beta_insights']> {
  const since = new Date(Math.floor((clock.now() - ACTIVE_FOR_MS) / MINUTE_MS) * MINUTE_MS)
  const [mostActive, largest, newest] = await Promise.all([
    repository.findMostActive(db, since),
    repository.findLargest(db),
    repository.findNewest(db),
  ])
  return {
    most_active_org: mostActive ?? null,
    largest_org: largest ?? null,
    newest_org: newest === undefined ? null : { ...newest, created_at: wireTime(newest.created_at) },
  }
}
