import { ROSTER_PAGE } from '@flockwork/contract/spaces'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export interface RosterFilter {
  readonly type?: 'user' | 'agent' | undefined
  readonly search?: string | undefined
  /** For this viewer, others' private agents are sorted as never active. */
  readonly viewerId: string | null
  readonly limit: number
  readonly offset: number
}

/**
 * A page of the roster. The page is found by the few columns that order it, and only its rows are read in full:
 * every open browser requests it twice a minute.
 */
export async function listRoster(db: Db, spaceId: string, filter: RosterFilter) {
  const rows = await db
    .with('page', (page) =>
      matching(page, spaceId, filter)
        .leftJoin('agents', (join) =>
          join.onRef('agents.account_id', '=', 'members.account_id').on('members.kind', '=', 'agent'),
        )
        .select(({ eb, and, fn }) => [
          fn.countAll<number>().over().as('total'),
          'accounts.id',
          'accounts.handle',
          eb
            .case()
            .when(
              and([
                eb('agents.visibility', '=', 'private'),
                eb('agents.owner_id', 'is distinct from', filter.viewerId),
              ]),
            )
            .then(null)
            .else(eb.ref('accounts.last_active_at'))
            .end()
            .as('sorted_at'),
        ])
        .orderBy('sorted_at', (order) => order.desc().nullsLast())
        .orderBy('accounts.handle')
        // a literal: with a parameter as the limit the planner would expect a tenth of the space
        .limit(sql.lit(filter.limit <= SHORT_PAGE ? SHORT_PAGE : ROSTER_PAGE))
        .offset(filter.offset),
    )
    .selectFrom('page')
    .innerJoin('accounts', 'accounts.id', 'page.id')
    .leftJoin('agents', 'agents.account_id', 'page.id')
    .leftJoin('accounts as owner', 'owner.id', 'agents.owner_id')
    .leftJoin('agent_teams', (join) =>
      join.onRef('agent_teams.agent_id', '=', 'page.id').on('agent_teams.space_id', '=', spaceId),
    )
    .leftJoin('teams', 'teams.id', 'agent_teams.team_id')
    .select([
      'page.total',
      'accounts.id',
      'accounts.kind',
      'accounts.handle',
      'accounts.display_name',
      'accounts.avatar_url',
      'accounts.last_active_at',
      'agent_teams.team_id',
      'agent_teams.built_in',
      'teams.name as team_name',
      'agents.visibility',
      'owner.id as owner_id',
      'owner.display_name as owner_name',
      'owner.handle as owner_handle',
    ])
    .orderBy('page.sorted_at', (order) => order.desc().nullsLast())
    .orderBy('page.handle')
    .execute()
  const total = rows[0]?.total ?? (filter.offset === 0 ? 0 : await count(db, spaceId, filter))
  return { rows: rows.slice(0, filter.limit), total }
}

async function count(db: Db, spaceId: string, filter: RosterFilter): Promise<number> {
  const { total } = await matching(db, spaceId, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Pages have two statements, with two limits; other lengths are cut from one of them. */
const SHORT_PAGE = 50

function matching(db: Pick<Db, 'selectFrom'>, spaceId: string, { type, search = '' }: RosterFilter) {
  const text = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .where('members.space_id', '=', spaceId)
    .where('accounts.status', '=', 'active')
    .$if(type !== undefined, (query) => query.where('members.kind', '=', type ?? ''))
    .$if(search !== '', (query) =>
      query.where((where) =>
        where.or([where('accounts.handle', 'ilike', text), where('accounts.display_name', 'ilike', text)]),
      ),
    )
}
