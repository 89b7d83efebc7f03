import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'

export interface AgentInSpace {
  readonly space_id: string
  readonly id: string
  readonly handle: string
}

const wanted = (ownerId: string) => sql`
  select agents.account_id, members.space_id
  from agents
  join accounts on accounts.id = agents.account_id and accounts.status <> 'deleted'
  join people on people.account_id = agents.owner_id
  join members on members.account_id = agents.owner_id
  join spaces on spaces.id = members.space_id and spaces.deleted_at is null
  where agents.owner_id = ${ownerId}
    and (agents.pinned_space_id is null or agents.pinned_space_id = members.space_id)
    and (agents.pinned_space_id is not null or not agents.follow_user or people.current_space_id = members.space_id)
`

/** Takes the owner's agents out of where they aren't to be; answers from where, of spaces that are still there. */
export async function leaveSpaces(tx: Tx, ownerId: string): Promise<AgentInSpace[]> {
  const { rows } = await sql<AgentInSpace>`
    with gone as (
      delete from members
      using agents
      where agents.account_id = members.account_id and agents.owner_id = ${ownerId}
        and (members.account_id, members.space_id) not in (${wanted(ownerId)})
      returning members.account_id, members.space_id
    )
    select gone.space_id, accounts.id, accounts.handle
    from gone
    join accounts on accounts.id = gone.account_id
    join spaces on spaces.id = gone.space_id and spaces.deleted_at is null
    order by accounts.handle
  `.execute(tx)
  return rows
}

/** Puts the owner's agents to where they are to be; answers where they are new. */
export async function enterSpaces(tx: Tx, ownerId: string, at: Date): Promise<AgentInSpace[]> {
  const { rows } = await sql<AgentInSpace>`
    with entered as (
      insert into members (space_id, account_id, role, joined_at)
      select wanted.space_id, wanted.account_id, 'member', ${at} from (${wanted(ownerId)}) wanted
      on conflict do nothing
      returning account_id, space_id
    )
    select entered.space_id, accounts.id, accounts.handle
    from entered
    join accounts on accounts.id = entered.account_id
    order by accounts.handle
  `.execute(tx)
  return rows
}

/** Free agents whose home their owner has left go where the owner is now. */
export async function rehome(tx: Tx, ownerId: string): Promise<void> {
  await sql`
    update agents set home_space_id = people.current_space_id
    from people
    where agents.owner_id = ${ownerId} and people.account_id = agents.owner_id
      and agents.pinned_space_id is null and not agents.follow_user
      and not exists (
        select 1 from members
        where members.account_id = agents.account_id and members.space_id = agents.home_space_id
      )
  `.execute(tx)
}

/** The spaces that the agent is in. */
export function listPlacesOf(tx: Tx, agentId: string): Promise<AgentInSpace[]> {
  return tx
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select(['members.space_id', 'accounts.id', 'accounts.handle'])
    .where('members.account_id', '=', agentId)
    .where('spaces.deleted_at', 'is', null)
    .execute()
}
