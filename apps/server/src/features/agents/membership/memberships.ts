/**
 * The memberships of agents, derived from their mode and from their owner's spaces
 * (docs/rules/agents.md#placement).
 */
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import type { EventsBySpace, NewEvent } from '../../../platform/outbox.ts'

/**
 * Brings the memberships of the owners' agents in line with their modes: a free agent is in every space of its owner,
 * a pinned or following one in that one space alone, and never where the owner isn't a member. The owners' rows must
 * be locked, or two concurrent changes could leave different memberships.
 *
 * Returns the events for the spaces concerned; the caller appends them, as the last thing in the transaction.
 */
export async function syncAgentMemberships(
  tx: Tx,
  owners: string | readonly string[],
  at: Date,
): Promise<EventsBySpace> {
  const ownerIds = [owners].flat()
  const left = await leaveSpaces(tx, ownerIds)
  const joined = await joinSpaces(tx, ownerIds, at)
  await moveHomes(tx, ownerIds)
  const events = new Map<string, NewEvent[]>()
  for (const membership of left) addEvent(events, membership, 'left')
  for (const membership of joined) addEvent(events, membership, 'joined')
  return events
}

/** Events for all of the agent's spaces that it changed. */
export async function changedEvents(tx: Tx, agentId: string): Promise<EventsBySpace> {
  const events = new Map<string, NewEvent[]>()
  for (const membership of await listMemberships(tx, agentId)) addEvent(events, membership, 'updated')
  return events
}

function addEvent(
  events: Map<string, NewEvent[]>,
  { space_id: spaceId, id, handle }: Membership,
  action: 'joined' | 'left' | 'updated',
): void {
  const payload = { action, agent: { id, type: 'agent', handle } }
  events.set(spaceId, [...(events.get(spaceId) ?? []), { name: 'space_update', payload }])
}

interface Membership {
  readonly space_id: string
  /** The agent's id. */
  readonly id: string
  readonly handle: string
}

/** The memberships that the owners' agents should have. */
const wanted = (ownerIds: readonly string[]) => sql`
  select agents.account_id, members.space_id
  from agents
  join accounts on accounts.id = agents.account_id and accounts.status <> 'deleted'
  join people on people.account_id = agents.owner_id
  join members on members.account_id = agents.owner_id
  join spaces on spaces.id = members.space_id and spaces.deleted_at is null
  where agents.owner_id = any(${ownerIds}::uuid[])
    and (agents.pinned_space_id is null or agents.pinned_space_id = members.space_id)
    and (agents.pinned_space_id is not null or not agents.follow_user or people.current_space_id = members.space_id)
`

/** Deletes unwanted memberships; returns those of spaces that aren't deleted. */
async function leaveSpaces(tx: Tx, ownerIds: readonly string[]): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    with removed as (
      delete from members
      using agents
      where agents.account_id = members.account_id and agents.owner_id = any(${ownerIds}::uuid[])
        and (members.account_id, members.space_id) not in (${wanted(ownerIds)})
      returning members.account_id, members.space_id
    )
    select removed.space_id, accounts.id, accounts.handle
    from removed
    join accounts on accounts.id = removed.account_id
    join spaces on spaces.id = removed.space_id and spaces.deleted_at is null
    order by accounts.handle
  `.execute(tx)
  return rows
}

/** Inserts missing memberships; returns them. */
async function joinSpaces(tx: Tx, ownerIds: readonly string[], at: Date): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    with added as (
      insert into members (space_id, account_id, role, joined_at)
      select wanted.space_id, wanted.account_id, 'member', ${at} from (${wanted(ownerIds)}) wanted
      on conflict do nothing
      returning account_id, space_id
    )
    select added.space_id, accounts.id, accounts.handle
    from added
    join accounts on accounts.id = added.account_id
    order by accounts.handle
  `.execute(tx)
  return rows
}

/** Free agents whose home space their owner has left get the owner's current space as their home. */
async function moveHomes(tx: Tx, ownerIds: readonly string[]): Promise<void> {
  await sql`
    update agents set home_space_id = people.current_space_id
    from people
    where agents.owner_id = any(${ownerIds}::uuid[]) and people.account_id = agents.owner_id
      and agents.pinned_space_id is null and not agents.follow_user
      and not exists (
        select 1 from members
        where members.account_id = agents.account_id and members.space_id = agents.home_space_id
      )
  `.execute(tx)
}

/** Sets the spaces of an agent without an owner; returns the events for the caller to append. */
export async function placeWithoutOwner(
  tx: Tx,
  agentId: string,
  spaceIds: readonly string[],
  at: Date,
): Promise<EventsBySpace> {
  const wantedIds = [...spaceIds]
  const left = await sql<Membership>`
    with removed as (
      delete from members where account_id = ${agentId} and space_id <> all(${wantedIds}::uuid[]) returning space_id
    )
    select removed.space_id, accounts.id, accounts.handle
    from removed join accounts on accounts.id = ${agentId}
    join spaces on spaces.id = removed.space_id and spaces.deleted_at is null
  `.execute(tx)
  const joined = await sql<Membership>`
    with added as (
      insert into members (space_id, account_id, role, joined_at)
      select spaces.id, ${agentId}::uuid, 'member', ${at}::timestamptz from spaces
      where spaces.id = any(${wantedIds}::uuid[]) and spaces.deleted_at is null
      on conflict do nothing
      returning space_id
    )
    select added.space_id, accounts.id, accounts.handle from added join accounts on accounts.id = ${agentId}
  `.execute(tx)
  const events = new Map<string, NewEvent[]>()
  for (const membership of left.rows) addEvent(events, membership, 'left')
  for (const membership of joined.rows) addEvent(events, membership, 'joined')
  return events
}

function listMemberships(tx: Tx, agentId: string): Promise<Membership[]> {
  return tx
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select(['members.space_id', 'accounts.id', 'accounts.handle'])
    .where('members.account_id', '=', agentId)
    .where('spaces.deleted_at', 'is', null)
    .execute()
}
