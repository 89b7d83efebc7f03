import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { selectAgents } from '../select-agents.ts'

/** Agents as members of a space see them, with their team there. One outside the space is shown in its current one. */
function selectShownAgents(db: Db, spaceId: string | null) {
  return selectAgents(db)
    .leftJoin('members as here', (join) =>
      join.onRef('here.account_id', '=', 'agents.account_id').on('here.space_id', '=', spaceId),
    )
    .leftJoin('spaces as here_space', 'here_space.id', 'here.space_id')
    .leftJoin('agent_teams', (join) =>
      join
        .onRef('agent_teams.agent_id', '=', 'agents.account_id')
        .on(({ eb, ref, fn }) =>
          eb(ref('agent_teams.space_id'), '=', fn.coalesce('here.space_id', 'current_space.id')),
        ),
    )
    .leftJoin('teams', 'teams.id', 'agent_teams.team_id')
    .select([
      'here_space.id as here_id',
      'here_space.name as here_name',
      'here_space.slug as here_slug',
      'owner.display_name as owner_name',
      'agent_teams.team_id',
      'agent_teams.built_in',
      'teams.name as team_name',
    ])
}

export type ShownAgentRow = NonNullable<Awaited<ReturnType<typeof findShownAgent>>>

/** @param spaceId a space that the agent may be in */
export function findShownAgent(db: Db, id: string, spaceId: string | null) {
  return selectShownAgents(db, spaceId).where('agents.account_id', '=', id).executeTakeFirst()
}

/** The owner's agents, and those of the space. */
export async function listShownAgents(db: Db, ownerId: string, spaceId: string) {
  // two statements: in one with so many joins the planner would read every agent of the instance
  const ids = await db
    .selectFrom('agents')
    .select('account_id')
    .where('owner_id', '=', ownerId)
    .union(
      db
        .selectFrom('members')
        .innerJoin('agents', 'agents.account_id', 'members.account_id')
        .select('members.account_id')
        .where('members.space_id', '=', spaceId),
    )
    .execute()
  return selectShownAgents(db, spaceId)
    .where('agents.account_id', '=', anyOf(ids.map(({ account_id }) => account_id)))
    .orderBy('accounts.handle')
    .execute()
}

const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`

/** The active account with this handle, in any space. */
export function findAccount(db: Db, handle: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'kind', 'handle'])
    .where('handle', '=', handle)
    .where('status', '=', 'active')
    .executeTakeFirst()
}

/** An agent that is in the space. */
export function findAgentIn(db: Db, id: string, spaceId: string) {
  return db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .innerJoin('agents', 'agents.account_id', 'members.account_id')
    .leftJoin('accounts as owner', 'owner.id', 'agents.owner_id')
    .select([
      'accounts.display_name',
      'accounts.avatar_url',
      'accounts.last_active_at',
      'agents.visibility',
      'agents.owner_id',
      'owner.handle as owner_handle',
      'owner.display_name as owner_name',
    ])
    .where('members.space_id', '=', spaceId)
    .where('members.account_id', '=', id)
    .where('accounts.status', '<>', 'deleted')
    .executeTakeFirst()
}

/** A person who is in the space, with the number of their agents there. */
export function findPersonIn(db: Db, id: string, spaceId: string) {
  return db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .innerJoin('people', 'people.account_id', 'members.account_id')
    .select([
      'accounts.id',
      'accounts.handle',
      'accounts.display_name',
      'accounts.avatar_url',
      'accounts.last_active_at',
      'members.role',
      'members.joined_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('agents')
        .innerJoin('members as theirs', 'theirs.account_id', 'agents.account_id')
        .where('theirs.space_id', '=', spaceId)
        .whereRef('agents.owner_id', '=', 'accounts.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('agent_count'),
    )
    .where('members.space_id', '=', spaceId)
    .where('members.account_id', '=', id)
    .where('accounts.status', '=', 'active')
    .executeTakeFirst()
}
