import type { Db } from '../../platform/database.ts'

export interface RosterFilter {
  readonly type?: 'user' | 'agent' | undefined
  readonly search?: string | undefined
  /** Others' private agents are sorted as never active for this person. */
  readonly viewerId: string | null
  readonly limit: number
  readonly offset: number
}

export async function listRoster(db: Db, spaceId: string, filter: RosterFilter) {
  const matching = db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .leftJoin('agents', 'agents.account_id', 'accounts.id')
    .leftJoin('accounts as owner', 'owner.id', 'agents.owner_id')
    .leftJoin('agent_teams', (join) =>
      join
        .onRef('agent_teams.agent_id', '=', 'members.account_id')
        .onRef('agent_teams.space_id', '=', 'members.space_id'),
    )
    .leftJoin('teams', 'teams.id', 'agent_teams.team_id')
    .where('members.space_id', '=', spaceId)
    .where('accounts.status', '=', 'active')
    .$if(filter.type !== undefined, (query) => query.where('accounts.kind', '=', filter.type ?? ''))
    .$if(filter.search !== undefined && filter.search !== '', (query) =>
      query.where((where) => {
        const text = `%${(filter.search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
        return where.or([
          where('accounts.handle', 'ilike', text),
          where('accounts.display_name', 'ilike', text),
        ])
      }),
    )
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .select([
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
    .orderBy(
      ({ eb, and }) =>
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
          .end(),
      (order) => order.desc().nullsLast(),
    )
    .orderBy('accounts.handle')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
  return { rows, total }
}
