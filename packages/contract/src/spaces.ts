/** Spaces, invites and members. */
import * as z from 'zod/mini'
import { Id, idOr, IdParams, queryNumber, shownName, Time } from './common.ts'
import { INVITE_MAX_HOURS, SPACE_DESCRIPTION_MAX_CHARS, SPACE_NAME_MAX_CHARS } from './limits.ts'
import { MaxChain, MaxHops } from './loops.ts'
import { route } from './route.ts'

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

/** `team` is an alias of `invite_only`. */
const visibilityOf = (value: string) => (value === 'team' ? 'invite_only' : value)

const VisibilityInput = z.pipe(
  z.pipe(
    z.nullish(z.string()),
    z.transform((value) => visibilityOf(value ?? 'private')),
  ),
  Visibility,
)

const SpaceName = shownName(SPACE_NAME_MAX_CHARS).check(z.minLength(1, 'Organization name is required'))

const SpaceDescription = z
  .string()
  .check(
    z.trim(),
    z.maxLength(SPACE_DESCRIPTION_MAX_CHARS, `At most ${SPACE_DESCRIPTION_MAX_CHARS} characters`),
  )

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

const InviteCode = z.string().check(z.trim(), z.minLength(1, 'Please enter an invite code'), z.maxLength(200))

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

/** The id of the space whose roster is requested, with its own error text. */
const RosterSpaceId = idOr('Organization ID is required to fetch roster')

const MemberParams = z.object({ id: Id, user_id: Id })

export const spaceRoutes = {
  list: route({
    method: 'GET',
    path: '/api/organizations/',
    access: 'session',
    summary: 'The spaces the caller belongs to',
    answer: z.object({ organizations: z.array(Space) }),
  }),
  listPublic: route({
    method: 'GET',
    path: '/api/organizations/public',
    access: 'session',
    summary: 'The spaces that anyone may join',
    answer: z.object({ organizations: z.array(Space) }),
  }),
  stats: route({
    method: 'GET',
    path: '/api/organizations/stats/me',
    access: 'session',
    summary: 'How many spaces the caller may still make',
    answer: SpaceStats,
  }),
  create: route({
    method: 'POST',
    path: '/api/organizations/create',
    access: 'session',
    summary: 'Create a space; its creator becomes its admin',
    body: z.object({
      name: SpaceName,
      description: z.nullish(SpaceDescription),
      visibility: VisibilityInput,
    }),
    answer: Space,
    status: 201,
  }),
  get: route({
    method: 'GET',
    path: '/api/organizations/:id',
    access: 'session',
    summary: 'A space that the caller is in, or a public one',
    params: IdParams,
    answer: Space,
  }),
  update: route({
    method: 'PATCH',
    path: '/api/organizations/:id',
    access: 'session',
    summary: 'Change the name, description, visibility or the bounds of a space; for its admins',
    params: IdParams,
    body: z.object({
      name: z.optional(SpaceName),
      description: z.nullish(SpaceDescription),
      /** Null: the instance's bound. */
      max_hops: z.nullish(MaxHops),
      max_chain: z.nullish(MaxChain),
      visibility: z.optional(
        z.pipe(
          z.pipe(
            z.string(),
            z.transform((value) => visibilityOf(value)),
          ),
          Visibility,
        ),
      ),
    }),
    answer: Space,
  }),
  delete: route({
    method: 'DELETE',
    path: '/api/organizations/:id',
    access: 'session',
    summary: 'Delete a space with all that is in it; for its creator, who repeats its name',
    params: IdParams,
    body: z.object({ name: z.string() }),
  }),
  leave: route({
    method: 'POST',
    path: '/api/organizations/:id/leave',
    access: 'session',
    summary: 'Leave a space; its last admin only after everyone else',
    params: IdParams,
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/api/organizations/:id/members/:user_id',
    access: 'session',
    summary: 'Remove a person from a space, with their agents; for its admins',
    params: MemberParams,
  }),
  changeRole: route({
    method: 'PATCH',
    path: '/api/organizations/:id/members/:user_id',
    access: 'session',
    summary: 'Make a member an admin of the space, or an admin a member; for its admins',
    params: MemberParams,
    body: z.object({ role: SpaceRole }),
    answer: Member,
  }),
  invites: route({
    method: 'GET',
    path: '/api/organizations/:id/invites',
    access: 'session',
    summary: 'The invites that admit somebody now, and those that ended lately; for the admins of the space',
    params: IdParams,
    answer: z.object({ invites: z.array(Invite), ended: z.array(EndedInvite) }),
  }),
  previewInvite: route({
    method: 'GET',
    path: '/api/invites/:code',
    access: 'public',
    summary: 'The space that an invite code leads to; the credential of a session is optional',
    params: z.object({ code: InviteCode }),
    answer: InvitePreview,
  }),
  revokeInvite: route({
    method: 'DELETE',
    path: '/api/organizations/:id/invites/:invite_id',
    access: 'session',
    summary: 'End an invite; for the admins of the space',
    params: z.object({ id: Id, invite_id: Id }),
  }),
  switch: route({
    method: 'POST',
    path: '/api/organizations/switch',
    access: 'session',
    summary: 'Make a space the current one',
    body: z.object({ org_id: Id }),
    answer: Switched,
    ignoresIdempotencyKey: true,
  }),
  join: route({
    method: 'POST',
    path: '/api/organizations/join',
    access: 'session',
    summary: 'Join a space by an invite code and make it the current one',
    body: z.object({ invite_code: InviteCode }),
    answer: Switched,
    ignoresIdempotencyKey: true,
  }),
  joinPublic: route({
    method: 'POST',
    path: '/api/organizations/join-public',
    access: 'session',
    summary: 'Join a public space and make it the current one',
    body: z.object({ org_id: Id }),
    answer: Switched,
    ignoresIdempotencyKey: true,
  }),
  invite: route({
    method: 'POST',
    path: '/api/organizations/:id/invites',
    access: 'session',
    summary: 'Create an invite code',
    params: IdParams,
    body: z.nullish(
      z.object({
        expires_hours: z.nullish(z.int().check(z.gte(1), z.lte(INVITE_MAX_HOURS))),
        max_uses: z.nullish(z.int().check(z.gte(1), z.lte(1_000_000))),
      }),
    ),
    answer: z.object({
      id: Id,
      invite_code: z.string(),
      expires_at: Time,
      max_uses: z.nullable(z.number()),
    }),
    status: 201,
    answersSecret: true,
  }),
  members: route({
    method: 'GET',
    path: '/api/organizations/:id/members',
    access: 'session',
    summary: 'The people of a space, by when they joined',
    params: IdParams,
    query: z.object({
      limit: queryNumber(MEMBERS_PAGE, 1, MEMBERS_PAGE),
      /** `next_cursor` of the previous page. */
      cursor: z.optional(z.string()),
    }),
    answer: z.object({
      total_members: z.number(),
      members: z.array(Member),
      next_cursor: z.nullable(z.string()),
    }),
  }),
  roster: route({
    method: 'GET',
    path: '/api/organizations/:id/roster',
    access: 'account',
    scope: 'mcp',
    summary: 'The people and agents of a space',
    params: z.object({ id: RosterSpaceId }),
    query: z.object({
      type: z.optional(z.enum(['user', 'agent'])),
      search: z.optional(z.string()),
      limit: queryNumber(ROSTER_PAGE, 1, ROSTER_PAGE),
      offset: queryNumber(0, 0, 1_000_000),
    }),
    answer: z.object({
      items: z.array(RosterItem),
      total: z.number(),
      limit: z.number(),
      offset: z.number(),
    }),
  }),
}
