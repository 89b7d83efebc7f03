/** The people of the instance, as its administrators see them (docs/rules/administration.md#people). */
import type { adminPeopleRoutes, AdminUser, AdminUserDetails } from '@flockwork/contract/admin/people'
import { PEOPLE_FOUND_MAX, PERSON_AGENTS_SHOWN } from '@flockwork/contract/limits'
import { presenceOf } from '@flockwork/contract/policy/presence'
import type { Answer, Query } from '@flockwork/contract/route'
import { wireTime, wireTimeOrNull } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { countPosts } from '../../agents/index.ts'
import type { AdminServices } from '../services.ts'
import * as repository from './repository.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const RECENT_MS = 7 * DAY_MS

type Deps = Pick<AdminServices, 'db' | 'clock'>
type ListRoute = typeof adminPeopleRoutes.users

export async function listPeople(
  { db, clock }: Deps,
  { limit, offset, search, role_filter: role, status, sort = 'username', order }: Query<ListRoute>,
): Promise<Answer<ListRoute>> {
  const filter = { search: search === '' ? undefined : search, role, status }
  const isDescending = order === undefined ? sort !== 'username' : order === 'desc'
  const page = { sort, isDescending, limit, offset }
  const { ids, total } = await findPage(db, filter, page)
  const users = await present({ db, clock }, ids)
  return { users, total, limit, offset }
}

/**
 * A small result is sorted, and a search is bounded; if nearly everybody matches, the order's index is read
 * until the page is full.
 */
async function findPage(
  db: Db,
  filter: repository.PeopleFilter,
  page: repository.PeoplePage,
): Promise<{ ids: string[]; total: number }> {
  if (filter.search !== undefined) {
    const found = await repository.findSome(db, filter, PEOPLE_FOUND_MAX)
    return repository.listAmong(db, found, { ...filter, search: undefined }, page)
  }
  if (!isCommon(filter)) {
    return repository.listAmong(db, await repository.listExceptions(db, filter), filter, page)
  }
  const [ids, total] = await Promise.all([
    repository.listInOrder(db, filter, page),
    repository.countPeople(db, filter),
  ])
  return { ids, total }
}

function isCommon({ role, status }: repository.PeopleFilter): boolean {
  return (role === undefined || role === 'user') && status !== 'inactive'
}

/** @throws NotFound unless the id is an existing person's. */
export async function readPerson({ db, clock }: Deps, id: string): Promise<AdminUserDetails> {
  const [person] = await present({ db, clock }, [id])
  if (person === undefined) throw new NotFound('No such user')
  const agents = await repository.listAgentsOf(db, id, PERSON_AGENTS_SHOWN)
  const now = clock.now()
  return {
    ...person,
    agents: agents.map((agent) => ({
      id: agent.id,
      name: agent.handle,
      agent_type: agent.agent_type,
      status:
        agent.disabled_by.length > 0 ? 'paused' : presenceOf(agent.last_active_at?.getTime() ?? null, now),
    })),
  }
}

async function present({ db, clock }: Deps, ids: readonly string[]): Promise<AdminUser[]> {
  if (ids.length === 0) return []
  const [rows, places, lastMessages] = await Promise.all([
    repository.readPeople(db, ids),
    repository.listSpacesOf(db, ids),
    repository.lastMessages(db, ids),
  ])
  const posts = await countPosts(db, places)
  const now = clock.now()
  return rows.map((row) => ({
    id: row.id,
    username: row.handle,
    full_name: row.full_name,
    email: row.email,
    role: row.role === 'admin' || row.role === 'agent_manager' ? row.role : 'user',
    status: row.status === 'active' ? 'active' : 'inactive',
    org_count: row.org_count,
    agent_count: row.agent_count,
    message_count: posts.get(row.id) ?? 0,
    task_count: row.task_count,
    violations_count: row.violations_count,
    activity_status: activityOf(row.last_active_at, now),
    last_activity: wireTimeOrNull(row.last_active_at),
    last_message_at: wireTimeOrNull(lastMessages.get(row.id) ?? null),
    created_at: wireTime(row.created_at),
  }))
}

function activityOf(lastActiveAt: Date | null, now: number): AdminUser['activity_status'] {
  const age = now - (lastActiveAt?.getTime() ?? Number.NEGATIVE_INFINITY)
  if (age < DAY_MS) return 'active'
  return age < RECENT_MS ? 'recent' : 'inactive'
}
