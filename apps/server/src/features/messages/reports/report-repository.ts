import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/database.ts'

export interface Position {
  readonly at: Date
  readonly id: string
}

export type ReportRow = Awaited<ReturnType<typeof listReports>>[number]

/** Newest first. `spaceId` null: in all spaces. */
export function listReports(
  db: Db,
  {
    spaceId,
    isOpen,
    before,
    limit,
  }: { spaceId: string | null; isOpen: boolean; before: Position | null; limit: number },
) {
  return db
    .selectFrom('message_reports as r')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.space_id', '=', 'r.space_id').onRef('m.id', '=', 'r.message_id'),
    )
    .innerJoin('spaces as s', 's.id', 'r.space_id')
    .innerJoin('accounts as a', 'a.id', 'm.author_id')
    .leftJoin('agents as g', 'g.account_id', 'm.author_id')
    .leftJoin('accounts as c', 'c.id', 'r.closed_by')
    .select([
      'r.id',
      'r.space_id',
      's.name as space_name',
      'r.state',
      'r.opened_at',
      'r.closed_at',
      'c.handle as closer_handle',
      'c.status as closer_status',
      'm.id as message_id',
      'm.author_id',
      'a.kind as author_kind',
      'a.handle as author_handle',
      'a.status as author_status',
      'g.owner_id as author_owner_id',
      'm.channel',
      'm.content',
      'm.created_at',
    ])
    .where('r.state', isOpen ? '=' : '<>', 'open')
    .where('s.deleted_at', 'is', null)
    .$if(spaceId !== null, (query) => query.where('r.space_id', '=', spaceId))
    .$if(before !== null, (query) =>
      query.where(sql<SqlBool>`(r.opened_at, r.id) < (${before?.at}, ${before?.id})`),
    )
    .orderBy('r.opened_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()
}

export type FlagRow = Awaited<ReturnType<typeof listFlags>>[number]

/** The first few flags of each report. */
export function listFlags(db: Db, reportIds: readonly string[], limit: number) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('message_flags as f')
        .innerJoin('accounts as a', 'a.id', 'f.account_id')
        .select([
          'f.report_id',
          'f.account_id as id',
          'a.kind',
          'a.handle',
          'a.status',
          'f.at',
          sql<number>`row_number() over (partition by f.report_id order by f.at, f.account_id)`.as('nth'),
          sql<number>`count(*) over (partition by f.report_id)`.as('total'),
        ])
        .where('f.report_id', '=', sql<string>`any(${[...reportIds]}::uuid[])`)
        .as('flags'),
    )
    .selectAll()
    .where('nth', '<=', limit)
    .orderBy('report_id')
    .orderBy('nth')
    .execute()
}

export function findReport(db: Db, spaceId: string, id: string) {
  return db
    .selectFrom('message_reports')
    .select(['message_id', 'state'])
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The open reports in each space that the person is an admin of. */
export function countsFor(db: Db, accountId: string) {
  return db
    .selectFrom('message_reports as r')
    .innerJoin('members as m', 'm.space_id', 'r.space_id')
    .innerJoin('spaces as s', 's.id', 'r.space_id')
    .select(({ fn }) => ['r.space_id as org_id', fn.countAll<number>().as('open')])
    .where('r.state', '=', 'open')
    .where('m.account_id', '=', accountId)
    .where('m.role', '=', 'admin')
    .where('s.deleted_at', 'is', null)
    .groupBy('r.space_id')
    .orderBy('r.space_id')
    .execute()
}
