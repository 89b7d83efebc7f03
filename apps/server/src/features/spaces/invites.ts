/**
 * Invites into a space, of which only hashes are stored (docs/rules/spaces.md#invites). One admits somebody while it is
 * neither expired, used up nor revoked, its space isn't private, and its maker is an active member: one query says so for
 * joining and for the list, and the membership is the row's foreign key, so that no way of leaving can miss it.
 */
import { INVITE_DEFAULT_HOURS, INVITES_PER_SPACE } from '@flockwork/contract/limits'
import { whyNotInvite, whyNotManageInvites } from '@flockwork/contract/policy/spaces'
import type { Invite } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { orderedId } from '../../platform/ids.ts'
import { randomSecret, sha256 } from '../../platform/secrets.ts'
import { noSuchSpace, requireMember } from './access.ts'
import * as invites from './invite-repository.ts'
import { lockMembership } from './membership-repository.ts'

const CODE_BITS = 128
const HOUR_MS = 60 * 60 * 1000

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export interface NewInviteInput {
  readonly expires_hours?: number | null | undefined
  readonly max_uses?: number | null | undefined
}

/**
 * Makes a code, which is returned only this once. Any member of a space that isn't private may.
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
    })
  })
  return { id, invite_code: code, expires_at: wireTime(expiresAt), max_uses: maxUses }
}

/** The invites that admit somebody now, the newest first. @throws NotFound, Forbidden for others than the space's admins */
export async function listInvites(
  { db, clock }: Deps,
  actor: PersonActor,
  spaceId: string,
): Promise<Invite[]> {
  await requireInviteManager(db, actor, spaceId)
  const rows = await invites.listInvites(db, spaceId, new Date(clock.now()))
  return rows.map(({ created_at: createdAt, expires_at: expiresAt, ...invite }) => ({
    ...invite,
    created_at: wireTime(createdAt),
    expires_at: wireTime(expiresAt),
  }))
}

interface Revocation {
  readonly spaceId: string
  readonly inviteId: string
}

/** Ends an invite. @throws NotFound, Forbidden for others than the space's admins */
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
  })
}

async function requireInviteManager(db: Db, { accountId }: PersonActor, spaceId: string): Promise<void> {
  const whyNot = whyNotManageInvites(await requireMember(db, spaceId, accountId))
  if (whyNot !== null) throw new Forbidden(whyNot)
}

/** Ends every invite that the person made: their account is deactivated, and a later activation revives none. */
export function endInvitesBy({ clock }: { readonly clock: Clock }, tx: Tx, accountId: string): Promise<void> {
  return invites.revokeInvitesBy(tx, accountId, new Date(clock.now()))
}
