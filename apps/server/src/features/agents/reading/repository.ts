import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { selectAgents } from '../select-agents.ts'

/**
 * Agents as somebody sees them in a space: where they are there, with their team. One that isn't there is shown
 * where it is.
 */
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
          eb(ref('agent_teams.space_id'), '=', fn.coalesce('here.space_id', 'place.id')),
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
  // first who: among so many joins the planner wouldn't begin with it, and read every agent of the instance
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

/** A space that both are in, the preferred one if it is among them. */
export async function findMeetingPlace(
  db: Db,
  { agentId, viewerId, preferred }: { agentId: string; viewerId: string; preferred: string | null },
): Promise<string | null> {
  const row = await db
    .selectFrom('members as theirs')
    .innerJoin('members as mine', 'mine.space_id', 'theirs.space_id')
    .innerJoin('spaces', 'spaces.id', 'mine.space_id')
    .select('mine.space_id')
    .where('theirs.account_id', '=', agentId)
    .where('mine.account_id', '=', viewerId)
    .where('spaces.deleted_at', 'is', null)
    .orderBy(({ eb }) => eb('mine.space_id', 'is not distinct from', preferred), 'desc')
    .orderBy('mine.joined_at')
    .limit(1)
    .executeTakeFirst()
  return row?.space_id ?? null
}
