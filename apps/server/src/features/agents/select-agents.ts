import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Agents that are not deleted, with everything that an actor is made from. */
export function selectAgents(db: Db) {
  return (
    db
      .selectFrom('agents')
      .innerJoin('accounts', 'accounts.id', 'agents.account_id')
      .leftJoin('accounts as owner', 'owner.id', 'agents.owner_id')
      .leftJoin('people as owner_person', 'owner_person.account_id', 'agents.owner_id')
      // where it is now; nowhere, when its owner isn't there
      .leftJoin('members as place_member', (join) =>
        join
          .onRef('place_member.account_id', '=', 'agents.account_id')
          .on(
            'place_member.space_id',
            '=',
            sql<string>`coalesce(agents.pinned_space_id, case when agents.follow_user then owner_person.current_space_id else agents.home_space_id end)`,
          ),
      )
      .leftJoin('spaces as place', (join) =>
        join.onRef('place.id', '=', 'place_member.space_id').on('place.deleted_at', 'is', null),
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
        'place.id as place_id',
        'place.name as place_name',
        'place.slug as place_slug',
      ])
      .where('accounts.status', '<>', 'deleted')
  )
}
