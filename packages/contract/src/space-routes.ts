/** The calls of spaces, their invites and members. */
import * as z from 'zod/mini'
import { Id, idOr, IdParams, queryNumber, shownName, Time } from './common.ts'
import { INVITE_MAX_HOURS, SPACE_DESCRIPTION_MAX_CHARS, SPACE_NAME_MAX_CHARS } from './limits.ts'
import { MaxChain, MaxHops } from './loops.ts'
import { route } from './route.ts'
import {
  EndedInvite,
  Invite,
  InvitePreview,
  Member,
  MEMBERS_PAGE,
  ROSTER_PAGE,
  RosterItem,
  Space,
  SpaceRole,
  SpaceStats,
  Switched,
  Visibility,
} from './spaces.ts'

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

const InviteCode = z.string().check(z.trim(), z.minLength(1, 'Please enter an invite code'), z.maxLength(200))

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
