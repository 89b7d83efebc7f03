/** Where agents are: their memberships follow from their mode and their owner's spaces. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.ts'

/**
 * Puts the owner's agents where their mode says: free ones into every space of the owner, pinned and
 * following ones into that one space; never where the owner is not a member (decisions 6.4).
 */
export async function placeAgents(tx: Tx, ownerId: string, at: Date): Promise<void> {
  const wanted = sql`
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
  await sql`
    delete from members
    using agents
    where agents.account_id = members.account_id and agents.owner_id = ${ownerId}
      and (members.account_id, members.space_id) not in (${wanted})
  `.execute(tx)
  await sql`
    insert into members (space_id, account_id, role, joined_at)
    select wanted.space_id, wanted.account_id, 'member', ${at} from (${wanted}) wanted
    on conflict do nothing
  `.execute(tx)
}
