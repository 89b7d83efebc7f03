/** Spaces, invites and members. */
import * as z from 'zod/mini'
import { Id, Time } from './common.ts'

export const Visibility = z.enum(['private', 'invite_only', 'public'])
export type Visibility = z.infer<typeof Visibility>

export const SpaceRole = z.enum(['admin', 'member'])
export type SpaceRole = z.infer<typeof SpaceRole>

export const ActivityState = z.enum(['hot', 'active', 'warming', 'quiet', 'fresh', 'ice', 'night', 'busy'])
export type ActivityState = z.infer<typeof ActivityState>

export const Activity = z.object({
  state: ActivityState,
  score: z.number(),
  messages_5m: z.number(),
  messages_1h: z.number(),
  messages_24h: z.number(),
  messages_7d: z.number(),
  messages_30d: z.number(),
  messages_total: z.number(),
  active_users_30m: z.number(),
  agent_count: z.number(),
  tasks_open: z.number(),
  tasks_created_24h: z.number(),
  new_members_7d: z.number(),
  streak_days_active: z.number(),
  last_activity_at: z.nullable(Time),
})
export type Activity = z.infer<typeof Activity>

export const Mine = z.object({
  unread: z.number(),
  mentions_24h: z.number(),
  messages_since_last_seen: z.number(),
  /** The newest event that these numbers include, by which a client orders them among events. */
  as_of: z.number(),
  /** The `seq` up to which the member has read the space. */
  seen_up_to: z.number(),
})
export type Mine = z.infer<typeof Mine>

export const Space = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  visibility: Visibility,
  description: z.nullable(z.string()),
  is_personal: z.boolean(),
  member_count: z.number(),
  is_member: z.boolean(),
  is_current: z.boolean(),
  role: z.nullable(SpaceRole),
  created_by: z.nullable(Id),
  created_at: Time,
  activity: z.nullable(Activity),
  mine: z.nullable(Mine),
})
export type Space = z.infer<typeof Space>

export const Member = z.object({
  user_id: Id,
  username: z.string(),
  full_name: z.nullable(z.string()),
  role: SpaceRole,
  joined_at: Time,
  agent_count: z.number(),
})

export type Member = z.infer<typeof Member>

/** An open invite; the code itself is shown only when it is created. */
export const Invite = z.object({
  id: Id,
  /** The id of the member who created it. */
  created_by: Id,
  created_by_username: z.string(),
  created_at: Time,
  expires_at: Time,
  max_uses: z.nullable(z.number()),
  uses: z.number(),
  /**
   * Who joined by it, newest first: at most `INVITE_USERS_SHOWN`. Deleted accounts aren't listed,
   * and a person who joined twice is listed once, so these may be fewer than `uses`.
   */
  used_by: z.array(z.object({ id: Id, username: z.string(), at: Time })),
})
export type Invite = z.infer<typeof Invite>

/** An ended invite. */
export const EndedInvite = z.extend(Invite, {
  why: z.enum(['revoked', 'expired', 'used_up']),
  ended_at: Time,
})
export type EndedInvite = z.infer<typeof EndedInvite>

/** What the holder of a code may see of the space before joining. */
export const InvitePreview = z.object({
  org_id: Id,
  name: z.string(),
  description: z.nullable(z.string()),
  visibility: Visibility,
  member_count: z.number(),
  invited_by: z.object({ username: z.string(), display_name: z.string() }),
  /** Whether the caller is already a member; false if not signed in. */
  is_member: z.boolean(),
})
export type InvitePreview = z.infer<typeof InvitePreview>

export const AvailableAgent = z.object({ id: Id, username: z.string(), agent_type: z.string() })

/** The answer of switching and joining, with a token for the new current space. */
export const Switched = z.object({
  new_token: z.string(),
  org_id: Id,
  org_name: z.string(),
  organization: Space,
  available_agents: z.array(AvailableAgent),
})
export type Switched = z.infer<typeof Switched>

export const PresenceStatus = z.enum(['active', 'recent', 'idle', 'offline'])
export type PresenceStatus = z.infer<typeof PresenceStatus>

export const RosterItem = z.object({
  id: Id,
  type: z.enum(['user', 'agent']),
  handle: z.string(),
  display_name: z.string(),
  avatar_url: z.nullable(z.string()),
  workspace_id: Id,
  team_id: z.nullable(z.string()),
  team_name: z.nullable(z.string()),
  metadata: z.object({ agent_id: z.nullable(Id) }),
  presence: z.object({ status: PresenceStatus, last_active: z.nullable(Time) }),
  owner_user: z.nullable(z.object({ id: Id, display_name: z.string(), handle: z.string() })),
})
export type RosterItem = z.infer<typeof RosterItem>

export const ROSTER_PAGE = 200
export const MEMBERS_PAGE = 200

const PerVisibility = z.object({ private: z.number(), invite_only: z.number(), public: z.number() })

/** How many spaces of each kind a person may create, and has created; null for no limit. */
export const SpaceStats = z.object({
  is_admin: z.boolean(),
  unlimited: z.boolean(),
  limits: z.nullable(PerVisibility),
  used: PerVisibility,
  remaining: z.nullable(PerVisibility),
})
export type SpaceStats = z.infer<typeof SpaceStats>
