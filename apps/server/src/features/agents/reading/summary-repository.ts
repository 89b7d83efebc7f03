import type { Db } from '../../../platform/database.ts'

/** Whoever has the handle now, anywhere. */
export function findNamed(db: Db, handle: string) {
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

/** A person who is in the space, with how many agents they have there. */
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
