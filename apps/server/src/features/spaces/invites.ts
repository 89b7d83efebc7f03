/** Invites: codes that let people into a space (docs/rules/spaces.md#joining). Only hashes are kept. */
import { INVITE_DEFAULT_HOURS } from '@flockwork/contract/limits'
import type { Switched } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import { wireTime } from '../../platform/clock.ts'
import { Forbidden, NotFound } from '../../platform/errors.ts'
import type { StoreKey } from '../../platform/idempotency.ts'
import { orderedId } from '../../platform/ids.ts'
import { randomSecret, sha256 } from '../../platform/secrets.ts'
import { requireMember } from './access.ts'
import * as repository from './invite-repository.ts'
import { requireActivePerson } from '../auth/index.ts'
import { findMembership } from './repository.ts'
import { enterAsMember, switched } from './entering.ts'
import type { SpaceServices } from './service.ts'

const CODE_BITS = 128
const HOUR_MS = 60 * 60 * 1000

export interface InviteServices extends SpaceServices {
  /** Counts an attempt at a code; refunded when the code was right. @throws RateLimited */
  readonly countInviteAttempt: (accountId: string) => Promise<{ refund(): Promise<void> }>
}

export interface NewInviteInput {
  readonly expires_hours?: number | null | undefined
  readonly max_uses?: number | null | undefined
}

/** Any member of a space that is not private may invite. The code is answered once. */
export async function createInvite(
  { db, clock }: SpaceServices,
  actor: PersonActor,
  spaceId: string,
  input: NewInviteInput,
  keep: StoreKey,
) {
  const space = await requireMember(db, spaceId, actor.accountId)
  if (space.visibility === 'private') throw new Forbidden('A private space takes no invites')

  const code = randomSecret(CODE_BITS)
  const at = new Date(clock.now())
  const expiresAt = new Date(clock.now() + (input.expires_hours ?? INVITE_DEFAULT_HOURS) * HOUR_MS)
  const id = orderedId(clock.now())
  const maxUses = input.max_uses ?? null
  await db.transaction().execute(async (tx) => {
    await keep(tx)
    await repository.insertInvite(tx, {
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

/**
 * Joins by a code and makes the space current; for a member already the same answer.
 * @throws NotFound for a bad, expired or used-up code; RateLimited for guessing.
 */
export async function joinByCode(
  services: InviteServices,
  actor: PersonActor,
  code: string,
): Promise<Switched> {
  const { db, clock } = services
  const attempt = await services.countInviteAttempt(actor.accountId)
  const spaceId = await db.transaction().execute(async (tx) => {
    await requireActivePerson(tx, actor.accountId)
    const invite = await repository.findInviteForUpdate(tx, sha256(code))
    const isUsable =
      invite !== undefined &&
      invite.revoked_at === null &&
      invite.deleted_at === null &&
      invite.expires_at.getTime() > clock.now()
    if (!isUsable) throw new NotFound('Invalid or expired invite code')

    // a use is counted only for someone new; the last statement is the event, which holds the space's lock
    const isMember = (await findMembership(tx, invite.space_id, actor.accountId)) !== undefined
    if (!isMember) {
      const isUsedUp = invite.max_uses !== null && invite.uses >= invite.max_uses
      if (isUsedUp) throw new NotFound('Invalid or expired invite code')
      await repository.countUse(tx, invite.id)
    }
    await enterAsMember(services, tx, actor, { spaceId: invite.space_id, isNew: !isMember })
    return invite.space_id
  })
  await attempt.refund()
  return switched(services, actor, spaceId)
}
