import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export interface TeamFields {
  readonly name: string
  readonly description: string
  readonly color: string
}

export interface TeamRow extends TeamFields {
  readonly id: string
  readonly created_by: string | null
}

export function listTeams(db: Db, spaceId: string): Promise<TeamRow[]> {
  return db
    .selectFrom('teams')
    .select(['id', 'name', 'description', 'color', 'created_by'])
    .where('space_id', '=', spaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * The agents of the space that are in a team there, by name, with the id of the team. Private ones only for the
 * viewer who owns them.
 */
export async function listAgents(
  db: Db,
  spaceId: string,
  viewerId: string | null,
): Promise<{ handle: string; team: string }[]> {
  const { rows } = await sql<{ handle: string; team: string }>`
    select accounts.handle, coalesce(agent_teams.built_in, agent_teams.team_id::text) as team
    from agent_teams
    join members on members.space_id = agent_teams.space_id and members.account_id = agent_teams.agent_id
    join accounts on accounts.id = agent_teams.agent_id and accounts.status <> 'deleted'
    join agents on agents.account_id = agent_teams.agent_id
    where agent_teams.space_id = ${spaceId}
      and (agents.visibility <> 'private' or agents.owner_id = ${viewerId}::uuid)
    order by accounts.handle
  `.execute(db)
  return rows
}

/** The number of teams of the space. Locks its row, so that two concurrent creations can't both pass the limit. */
export async function countTeamsForUpdate(tx: Tx, spaceId: string): Promise<number> {
  await tx.selectFrom('spaces').select('id').where('id', '=', spaceId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('teams')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return count
}

interface NewTeam extends TeamFields {
  readonly id: string
  readonly spaceId: string
  readonly creatorId: string
  readonly at: Date
}

export async function insertTeam(tx: Tx, { id, spaceId, creatorId, at, ...fields }: NewTeam): Promise<void> {
  await tx
    .insertInto('teams')
    .values({ id, space_id: spaceId, created_by: creatorId, created_at: at, ...fields })
    .execute()
}

export function findTeam(db: Db, id: string) {
  return db.selectFrom('teams').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockTeam(tx: Tx, id: string) {
  return tx.selectFrom('teams').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function saveTeam(tx: Tx, id: string, fields: TeamFields): Promise<void> {
  await tx.updateTable('teams').set(fields).where('id', '=', id).execute()
}

/** The id of the agent's team in the space; locks the assignment. */
export async function findAssignmentForUpdate(
  tx: Tx,
  spaceId: string,
  agentId: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('agent_teams')
    .select(['team_id', 'built_in'])
    .where('space_id', '=', spaceId)
    .where('agent_id', '=', agentId)
    .forUpdate()
    .executeTakeFirst()
  return row?.built_in ?? row?.team_id ?? null
}

export interface Assignment {
  readonly spaceId: string
  readonly agentId: string
  /** The id of a row of `teams`, or of a built-in team. */
  readonly team: { readonly id: string } | { readonly builtIn: string }
}

export async function assign(tx: Tx, { spaceId, agentId, team }: Assignment): Promise<void> {
  const columns = {
    team_id: 'id' in team ? team.id : null,
    built_in: 'builtIn' in team ? team.builtIn : null,
  }
  await tx
    .insertInto('agent_teams')
    .values({ space_id: spaceId, agent_id: agentId, ...columns })
    .onConflict((conflict) => conflict.columns(['space_id', 'agent_id']).doUpdateSet(columns))
    .execute()
}

export async function unassign(tx: Tx, spaceId: string, agentId: string): Promise<void> {
  await tx.deleteFrom('agent_teams').where('space_id', '=', spaceId).where('agent_id', '=', agentId).execute()
}
