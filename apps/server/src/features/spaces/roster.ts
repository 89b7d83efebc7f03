/** The roster of a space: its people and agents (docs/rules/spaces.md#roster). */
import { presenceOf } from '@flockwork/contract/policy/presence'
import type { RosterItem } from '@flockwork/contract/spaces'
import { builtInTeamName } from '@flockwork/contract/teams'
import { viewerOf, type Actor } from '../../platform/actor.ts'
import { wireTimeOrNull, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { requireMember } from './access.ts'
import * as repository from './roster-repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** A page of the roster, most recently active first. @throws NotFound for a space that the caller isn't in. */
export async function listRoster(
  { db, clock }: Deps,
  actor: Actor,
  spaceId: string,
  filter: Omit<repository.RosterFilter, 'viewerId'>,
) {
  await requireMember(db, spaceId, actor.accountId)
  const viewerId = viewerOf(actor)
  const { rows, total } = await repository.listRoster(db, spaceId, { ...filter, viewerId })
  const viewing = { spaceId, viewerId, now: clock.now() }
  const items = rows.map((row) => presentRosterItem(row, viewing))
  return { items, total, limit: filter.limit, offset: filter.offset }
}

interface RosterFacts {
  readonly id: string
  readonly kind: string
  readonly handle: string
  readonly display_name: string
  readonly avatar_url: string | null
  readonly last_active_at: Date | null
  readonly owner_id: string | null
  readonly owner_name: string | null
  readonly owner_handle: string | null
  /** The agent's team in this space: id and name of a custom team, or the id of a built-in one. */
  readonly team_id: string | null
  readonly team_name: string | null
  readonly built_in: string | null
  /** Null for a person. */
  readonly visibility: string | null
}

interface Viewing {
  readonly spaceId: string
  /** The person who views it, or whose agent does. */
  readonly viewerId: string | null
  readonly now: number
}

/** A member as the viewer sees it: another person's private agent shows its owner but no team or activity. */
export function presentRosterItem(row: RosterFacts, { spaceId, viewerId, now }: Viewing): RosterItem {
  const isAgent = row.kind === 'agent'
  const isHidden = row.visibility === 'private' && row.owner_id !== viewerId
  const lastActiveAt = isHidden ? null : row.last_active_at
  return {
    id: row.id,
    type: isAgent ? 'agent' : 'user',
    handle: row.handle,
    display_name: row.display_name,
    avatar_url: row.avatar_url,
    workspace_id: spaceId,
    ...(isHidden ? { team_id: null, team_name: null } : presentTeam(row)),
    metadata: { agent_id: isAgent ? row.id : null },
    presence: {
      status: presenceOf(lastActiveAt?.getTime() ?? null, now),
      last_active: wireTimeOrNull(lastActiveAt),
    },
    owner_user:
      row.owner_id === null || row.owner_name === null || row.owner_handle === null
        ? null
        : { id: row.owner_id, display_name: row.owner_name, handle: row.owner_handle },
  }
}

function presentTeam({ team_id: id, team_name: name, built_in: builtIn }: RosterFacts) {
  return { team_id: builtIn ?? id, team_name: builtIn === null ? name : builtInTeamName(builtIn) }
}
