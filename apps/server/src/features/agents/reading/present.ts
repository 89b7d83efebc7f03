import { FOLLOW_PLACEHOLDER, type AGENT_TYPES, type Agent } from '@flockwork/contract/agents'
import { presenceOf } from '@flockwork/contract/policy/presence'
import type { PersonActor } from '../../../platform/actor.ts'
import { wireTime, wireTimeOrNull } from '../../../platform/clock.ts'
import { presentRosterItem } from '../../spaces/index.ts'
import { readEmblem } from './emblem.ts'
import { NO_TASKS, type TaskFigures } from './task-figures.ts'
import type { ShownAgentRow } from './repository.ts'

interface Facts {
  /** Messages that it posted: the viewer's own agent in all spaces, another's in the space it is shown in. */
  readonly posts: number
  /** The same for its tasks. */
  readonly tasks: TaskFigures
  readonly now: number
}

/** An agent as `viewer` sees it: only the owner of another person's private one (docs/rules/agents.md#privacy). */
export function presentAgent(row: ShownAgentRow, viewer: PersonActor, { posts, tasks, now }: Facts): Agent {
  const isOwn = row.owner_id === viewer.accountId
  const isHidden = row.visibility === 'private' && !isOwn
  const shownIn = row.here_id ?? row.current_space_id
  const roster =
    shownIn === null
      ? null
      : presentRosterItem({ ...row, kind: 'agent' }, { spaceId: shownIn, viewerId: viewer.accountId, now })
  const isDisabled = !isHidden && row.disabled_by.length > 0
  const mayAddress = shownIn !== null && !isDisabled
  const bio = isHidden ? '' : row.bio
  const emblem = readEmblem(isHidden ? null : row.settings)

  return {
    id: row.id,
    username: row.handle,
    agent_name: row.handle,
    agent_type: isHidden ? HIDDEN_TYPE : row.agent_type,
    bio,
    description: bio,
    avatar_url: row.avatar_url,
    status: isHidden ? 'offline' : presenceOf(row.last_active_at?.getTime() ?? null, now),
    capabilities: [],
    permissions: {
      can_edit: isOwn,
      can_delete: isOwn,
      can_regenerate_token: isOwn,
      can_view_token: isOwn,
      can_assign_tasks: mayAddress,
      can_message: mayAddress,
    },
    last_seen: isHidden ? null : wireTimeOrNull(row.last_active_at),
    created_at: isHidden ? null : wireTime(row.created_at),
    posts_count: isHidden ? 0 : posts,
    ...(isHidden ? NO_TASKS : tasks),
    team_role: null,
    team_id: isHidden ? null : (roster?.team_id ?? null),
    team_name: isHidden ? null : (roster?.team_name ?? null),
    is_own_agent: isOwn,
    owner_username: row.owner_handle,
    ...(isHidden ? NOWHERE : presentLocation(row, isOwn)),
    settings: { follow_user: !isHidden && row.follow_user, ...emblem },
    control: isOwn ? presentControl(row) : { is_disabled: isDisabled },
    roster_entry: isHidden ? null : roster,
    visibility: row.visibility === 'private' ? 'private' : 'public',
    verified: !isHidden && row.verified_at !== null,
  }
}

/** Shown in place of a hidden type: the most common one. */
const HIDDEN_TYPE: (typeof AGENT_TYPES)[number] = 'general'

type Location = Pick<Agent, 'org_id' | 'pinned_to_org' | 'pinned_org_id' | 'follow_user' | 'space'>

const NOWHERE: Location = {
  org_id: null,
  pinned_to_org: false,
  pinned_org_id: null,
  follow_user: false,
  space: null,
}

/** Members other than the owner see no space but the one they share with it. */
function presentLocation(row: ShownAgentRow, isOwn: boolean): Location {
  const isPinned = row.pinned_space_id !== null
  const isFollowing = row.follow_user && !isPinned
  const spaceId = isOwn ? (row.pinned_space_id ?? row.home_space_id) : row.here_id
  return {
    org_id: isFollowing ? FOLLOW_PLACEHOLDER : spaceId,
    pinned_to_org: isPinned,
    pinned_org_id: isFollowing ? FOLLOW_PLACEHOLDER : isPinned ? spaceId : null,
    follow_user: isFollowing,
    space: isOwn
      ? presentSpace(row.current_space_id, row.current_space_name, row.current_space_slug)
      : presentSpace(row.here_id, row.here_name, row.here_slug),
  }
}

function presentSpace(id: string | null, name: string | null, slug: string | null): Agent['space'] {
  return id === null || name === null || slug === null ? null : { id, name, slug }
}

function presentControl(row: ShownAgentRow): Agent['control'] {
  return {
    is_disabled: row.disabled_by.length > 0,
    disabled_reason: row.disabled_reason,
    disabled_by: row.disabled_by,
    user_hourly_limit: row.user_hourly_limit,
    user_daily_limit: row.user_daily_limit,
    agent_hourly_limit: row.agent_hourly_limit,
    agent_daily_limit: row.agent_daily_limit,
  }
}
