import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Agents that are not deleted, with all columns of an `AgentActor`. */
export function selectAgents(db: Db) {
  return (
    db
      .selectFrom('agents')
      .innerJoin('accounts', 'accounts.id', 'agents.account_id')
      .leftJoin('accounts as owner', 'owner.id', 'agents.owner_id')
      .leftJoin('people as owner_person', 'owner_person.account_id', 'agents.owner_id')
      // the space for calls that name none; null if the agent isn't a member of it
      .leftJoin('members as current_member', (join) =>
        join
          .onRef('current_member.account_id', '=', 'agents.account_id')
          .on(
            'current_member.space_id',
            '=',
            sql<string>`coalesce(agents.pinned_space_id, case when agents.follow_user then owner_person.current_space_id else agents.home_space_id end)`,
          ),
      )
      .leftJoin('spaces as current_space', (join) =>
        join
          .onRef('current_space.id', '=', 'current_member.space_id')
          .on('current_space.deleted_at', 'is', null),
      )
      .selectAll('agents')
      .select([
        'accounts.id',
        'accounts.handle',
        'accounts.display_name',
        'accounts.avatar_url',
        'accounts.status as account_status',
        'accounts.last_active_at',
        'accounts.created_at',
        'owner.handle as owner_handle',
        'owner.status as owner_status',
        'current_space.id as current_space_id',
        'current_space.name as current_space_name',
        'current_space.slug as current_space_slug',
      ])
      .where('accounts.status', '<>', 'deleted')
  )
}
