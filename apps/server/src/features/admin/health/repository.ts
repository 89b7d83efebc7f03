/** Queries for inconsistencies. Each scans all accounts; only administrators wait for it. */
import { sql, type RawBuilder } from 'kysely'
import type { IssueType } from '@flockwork/contract/admin/health'
import type { Db, Tx } from '../../../platform/database.ts'

export interface Affected {
  readonly id: string
  readonly name: string
}

const LIVE_PERSON = sql`accounts a join people p on p.account_id = a.id
  where a.kind = 'user' and a.status in ('active', 'disabled')`
const HAS_SPACE = sql`exists (
  select from members m join spaces s on s.id = m.space_id where m.account_id = a.id and s.deleted_at is null)`
const IN_CURRENT = sql`exists (
  select from members m join spaces s on s.id = m.space_id
  where m.account_id = a.id and m.space_id = p.current_space_id and s.deleted_at is null)`

/** The affected rows, as `id` and `name`. */
const AFFECTED: Readonly<Record<IssueType, RawBuilder<unknown>>> = {
  no_organization_membership: sql`select a.id, a.handle as name from ${LIVE_PERSON} and not ${HAS_SPACE}`,
  null_current_org_id: sql`
    select a.id, a.handle as name from ${LIVE_PERSON} and p.current_space_id is null and ${HAS_SPACE}`,
  invalid_current_org_id: sql`
    select a.id, a.handle as name from ${LIVE_PERSON}
      and p.current_space_id is not null and not ${IN_CURRENT} and ${HAS_SPACE}`,
  orphaned_memberships: sql`
    select distinct a.id, a.handle as name from accounts a
    join members m on m.account_id = a.id join spaces s on s.id = m.space_id
    where a.status = 'deleted' and a.kind = 'user' and s.deleted_at is null`,
  misplaced_agents: sql`
    select distinct a.id, a.handle as name from members m
    join agents g on g.account_id = m.account_id join accounts a on a.id = m.account_id
    where m.kind = 'agent' and g.owner_id is not null and not exists (
      select from members o where o.space_id = m.space_id and o.account_id = g.owner_id)`,
  spaces_without_admin: sql`
    select s.id, s.name from spaces s join space_people n on n.space_id = s.id
    where s.deleted_at is null and n.people > 0 and not exists (
      select from members m where m.space_id = s.id and m.role = 'admin')`,
}

/** The number of affected rows, and some of them. */
export async function findAffected(
  db: Db,
  type: IssueType,
  limit: number,
): Promise<{ count: number; some: Affected[] }> {
  const { rows } = await sql<Affected & { n: number }>`
    select id, name, count(*) over ()::int as n from (${AFFECTED[type]}) affected order by name limit ${limit}
  `.execute(db)
  return { count: rows[0]?.n ?? 0, some: rows.map(({ id, name }) => ({ id, name })) }
}

export async function countSpaces(db: Db): Promise<{ spaces: number; members: number }> {
  const { rows } = await sql<{ spaces: number; members: number }>`
    select count(*)::int as spaces, coalesce(sum(n.people), 0)::int as members
    from spaces s left join space_people n on n.space_id = s.id where s.deleted_at is null
  `.execute(db)
  return rows[0] ?? { spaces: 0, members: 0 }
}

/** Locks the owners of these agents, in a fixed order. */
export async function lockOwnersOf(tx: Tx, agentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from people where account_id in (
      select owner_id from agents where account_id = any(${[...agentIds]}::uuid[]))
    order by account_id for update
  `.execute(tx)
  return rows.map(({ account_id: id }) => id)
}

/** Runs `work` in a savepoint, so that a failure doesn't roll back the transaction. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T | Error> {
  await sql`savepoint repair`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint repair`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint repair`.execute(tx)
    return error instanceof Error ? error : new Error(String(error))
  }
}
