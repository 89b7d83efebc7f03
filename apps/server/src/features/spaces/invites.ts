/**
 * Invites into a space, of which only hashes are stored (docs/rules/spaces.md#invites). An invite is open while it is
 * neither expired, used up nor revoked, its space isn't private, and its creator is an active member: one query decides
 * that for joining and for the list, and the membership is a foreign key of the row, so that leaving in any way ends
 * the invite.
 */
import {
  ENDED_INVITES_SHOWN,
  ENDED_INVITES_SHOWN_MS,
  INVITE_DEFAULT_HOURS,
  INVITES_PER_SPACE,
} from '@flockwork/contract/limits'
import { whyNotInvite, whyNotManageInvites } from '@flockwork/contract/policy/spaces'
import type { EndedInvite, Invite, InvitePreview } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { orderedId } from '../../platform/ids.ts'
import { appendEvent } from '../../platform/outbox.ts'
import { randomSecret, sha256 } from '../../platform/secrets.ts'
import { noSuchSpace, requireMember, visibilityOf } from './access.ts'
import * as invites from './invite-repository.ts'
import { lockMembership } from './membership-repository.ts'
import type { CodeHolder, SpaceServices } from './service.ts'

const CODE_BITS = 128
const HOUR_MS = 60 * 60 * 1000

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export interface NewInviteInput {
  readonly expires_hours?: number | null | undefined
  readonly max_uses?: number | null | undefined
  /** The imported person whose messages the joining account takes over. */
  readonly claims?: string
}

/**
 * Creates an invite and returns its code, for the only time. Any member of a space that isn't private may.
 * @throws NotFound for a space that the caller isn't in, Forbidden for a private one, Conflict at `INVITES_PER_SPACE`.
 */
export async function createInvite(
  { db, clock }: Deps,
  actor: PersonActor,
  spaceId: string,
  input: NewInviteInput,
  once: Once<unknown>,
) {
  const whyNot = whyNotInvite(await requireMember(db, spaceId, actor.accountId))
  if (whyNot !== null) throw new Forbidden(whyNot)

  const code = randomSecret(CODE_BITS)
  const at = new Date(clock.now())
  const expiresAt = new Date(clock.now() + (input.expires_hours ?? INVITE_DEFAULT_HOURS) * HOUR_MS)
  const id = orderedId(clock.now())
  const maxUses = input.max_uses ?? null
  await once(async (tx) => {
    if ((await lockMembership(tx, spaceId, actor.accountId)) === undefined) throw noSuchSpace()
    const count = (await invites.listInvites(tx, spaceId, at)).length
    if (count >= INVITES_PER_SPACE) {
      throw new Conflict(`A space has at most ${INVITES_PER_SPACE} invites at once: end some of them first`)
    }
    await invites.insertInvite(tx, {
      id,
      spaceId,
      codeHash: sha256(code),
      createdBy: actor.accountId,
      at,
      expiresAt,
      maxUses,
      claims: input.claims ?? null,
    })
    await audit(tx, clock, {
      actorId: actor.accountId,
      action: 'invite_made',
      target: { type: 'invite', id },
      spaceId,
      after: { expires_at: wireTime(expiresAt), max_uses: maxUses },
    })
  })
  return { id, invite_code: code, expires_at: wireTime(expiresAt), max_uses: maxUses }
}

/** The same refusal for every code that admits nobody, so that it reveals nothing about the code. */
export const noSuchInvite = () => new NotFound('Invalid or expired invite code')

/**
 * The space of a code, for anyone who has it, signed in or not.
 * @throws NotFound for a code that wouldn't admit them, like a join; RateLimited for guessing.
 */
export async function previewInvite(
  services: SpaceServices,
  holder: CodeHolder,
  code: string,
): Promise<InvitePreview> {
  const { db, clock } = services
  const row = await services.checkInviteCode(holder, () =>
    invites.findInvite(db, sha256(code), new Date(clock.now()), holder.accountId),
  )
  if (row === undefined) throw noSuchInvite()
  const { username, display_name, viewer_id: viewerId, ...space } = row
  return {
    ...space,
    visibility: visibilityOf(space.visibility),
    member_count: space.member_count ?? 0,
    invited_by: { username, display_name },
    is_member: viewerId !== null,
  }
}

/**
 * The open invites, and those that ended within `ENDED_INVITES_SHOWN_MS`, both newest first.
 * @throws NotFound, Forbidden unless an admin of the space
 */
export async function listInvites(
  { db, clock }: Deps,
  actor: PersonActor,
  spaceId: string,
): Promise<{ invites: Invite[]; ended: EndedInvite[] }> {
  await requireInviteManager(db, actor, spaceId)
  const now = new Date(clock.now())
  const since = new Date(clock.now() - ENDED_INVITES_SHOWN_MS)
  const [open, ended] = await Promise.all([
    invites.listInvites(db, spaceId, now),
    invites.listEndedInvites(db, spaceId, { since, now, limit: ENDED_INVITES_SHOWN }),
  ])
  const users = await invites.listUsers(
    db,
    [...open, ...ended].map(({ id }) => id),
  )
  const present = (row: InviteRow): Invite => ({
    id: row.id,
    created_by: row.created_by,
    created_by_username: row.created_by_username,
    created_at: wireTime(row.created_at),
    expires_at: wireTime(row.expires_at),
    max_uses: row.max_uses,
    uses: row.uses,
    used_by: users
      .filter(({ invite_id }) => invite_id === row.id)
      .map(({ id, username, at }) => ({ id, username, at: wireTime(at) })),
  })
  return {
    invites: open.map(present),
    ended: ended.map((row) => ({ ...present(row), why: whyEnded(row), ended_at: wireTime(row.ended_at) })),
  }
}

type InviteRow = Awaited<ReturnType<typeof invites.listInvites>>[number]

function whyEnded({
  revoked_at,
  max_uses,
  uses,
}: InviteRow & { revoked_at: Date | null }): EndedInvite['why'] {
  if (revoked_at !== null) return 'revoked'
  return max_uses !== null && uses >= max_uses ? 'used_up' : 'expired'
}

interface Revocation {
  readonly spaceId: string
  readonly inviteId: string
}

/** Revokes an invite. @throws NotFound, Forbidden unless an admin of the space */
export async function revokeInvite(
  { db, clock }: Deps,
  actor: PersonActor,
  { spaceId, inviteId }: Revocation,
  once: Once<void>,
): Promise<void> {
  await requireInviteManager(db, actor, spaceId)
  await once(async (tx) => {
    const isRevoked = await invites.revokeInvite(tx, spaceId, inviteId, new Date(clock.now()))
    if (!isRevoked) throw new NotFound('No such invite')
    await audit(tx, clock, {
      actorId: actor.accountId,
      action: 'invite_revoked',
      target: { type: 'invite', id: inviteId },
      spaceId,
    })
    await appendEvent(tx, clock, { spaceId, name: 'space_update', payload: { action: 'invites' } })
  })
}

async function requireInviteManager(db: Db, { accountId }: PersonActor, spaceId: string): Promise<void> {
  const whyNot = whyNotManageInvites(await requireMember(db, spaceId, accountId))
  if (whyNot !== null) throw new Forbidden(whyNot)
}

/** Revokes every invite that the person created, when their account is deactivated; reactivation revives none. */
export function endInvitesBy({ clock }: { readonly clock: Clock }, tx: Tx, accountId: string): Promise<void> {
  return invites.revokeInvitesBy(tx, accountId, new Date(clock.now()))
}
