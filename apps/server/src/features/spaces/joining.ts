/** Ways into a space: invites, of which only hashes are stored, and public spaces (docs/rules/spaces.md#joining). */
import { INVITE_DEFAULT_HOURS } from '@flockwork/contract/limits'
import type { Switched } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import { wireTime } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { Forbidden, NotFound } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { orderedId } from '../../platform/ids.ts'
import { appendEventsInSpaces, mergeEvents, type NewEvent } from '../../platform/outbox.ts'
import { randomSecret, sha256 } from '../../platform/secrets.ts'
import { requireActivePerson } from '../auth/index.ts'
import { requireMember } from './access.ts'
import * as invites from './invite-repository.ts'
import { presentMember } from './members.ts'
import * as repository from './repository.ts'
import type { SpaceServices } from './service.ts'
import { answerSwitch, makeCurrent } from './switching.ts'

const CODE_BITS = 128
const HOUR_MS = 60 * 60 * 1000

export interface NewInviteInput {
  readonly expires_hours?: number | null | undefined
  readonly max_uses?: number | null | undefined
}

/**
 * Makes a code, which is returned only this once. Any member of a space that isn't private may.
 * @throws NotFound for a space that the caller isn't in, Forbidden for a private one.
 */
export async function createInvite(
  { db, clock }: SpaceServices,
  actor: PersonActor,
  spaceId: string,
  input: NewInviteInput,
  once: Once<unknown>,
) {
  const space = await requireMember(db, spaceId, actor.accountId)
  if (space.visibility === 'private') throw new Forbidden('A private space takes no invites')

  const code = randomSecret(CODE_BITS)
  const at = new Date(clock.now())
  const expiresAt = new Date(clock.now() + (input.expires_hours ?? INVITE_DEFAULT_HOURS) * HOUR_MS)
  const id = orderedId(clock.now())
  const maxUses = input.max_uses ?? null
  await once(async (tx) => {
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

/**
 * Joins by a code and makes the space current; a member already gets the same answer.
 * @throws NotFound for an unknown, expired or used-up code; RateLimited for guessing.
 */
export async function joinByCode(
  services: SpaceServices,
  actor: PersonActor,
  code: string,
): Promise<Switched> {
  const spaceId = await services.checkInviteCode(actor.accountId, () => useCode(services, actor, code))
  if (spaceId === undefined) throw new NotFound('Invalid or expired invite code')
  return answerSwitch(services, actor, spaceId)
}

/** Resolves with the space; with nothing for an unknown, expired or used-up code. */
function useCode(services: SpaceServices, actor: PersonActor, code: string): Promise<string | undefined> {
  const { db, clock } = services
  return db.transaction().execute(async (tx) => {
    await requireActivePerson(tx, actor.accountId)
    const invite = await invites.findInviteForUpdate(tx, sha256(code))
    const isUsable =
      invite !== undefined &&
      invite.revoked_at === null &&
      invite.deleted_at === null &&
      invite.expires_at.getTime() > clock.now()
    if (!isUsable) return undefined

    // a member uses nothing up
    const isMember = (await repository.findMembership(tx, invite.space_id, actor.accountId)) !== undefined
    if (!isMember) {
      const isUsedUp = invite.max_uses !== null && invite.uses >= invite.max_uses
      if (isUsedUp) return undefined
      await invites.countUse(tx, invite.id)
    }
    await joinSpace(services, tx, actor, { spaceId: invite.space_id, isNew: !isMember })
    return invite.space_id
  })
}

/**
 * Joins a public space and makes it current; a member already gets the same answer.
 * @throws NotFound for one that isn't public, as for one that doesn't exist.
 */
export async function joinPublicSpace(
  services: SpaceServices,
  actor: PersonActor,
  spaceId: string,
): Promise<Switched> {
  await services.db.transaction().execute(async (tx) => {
    await requireActivePerson(tx, actor.accountId)
    const isMember = (await repository.findMembership(tx, spaceId, actor.accountId)) !== undefined
    // locked, so that it can't turn private before the commit
    const isOpen = await repository.isPublicForShare(tx, spaceId)
    if (!isOpen) throw new NotFound('No such space')
    await joinSpace(services, tx, actor, { spaceId, isNew: !isMember })
  })
  return answerSwitch(services, actor, spaceId)
}

/** Makes a new or an old member's space the current one. Last in the transaction: it locks sequences. */
async function joinSpace(
  services: SpaceServices,
  tx: Tx,
  { accountId }: PersonActor,
  { spaceId, isNew }: { spaceId: string; isNew: boolean },
): Promise<void> {
  const { clock } = services
  const at = new Date(clock.now())
  if (isNew) await repository.insertMember(tx, { spaceId, accountId, role: 'member', at })
  const moved = await makeCurrent(services, tx, accountId, spaceId)
  const joined = isNew ? await joinedEvents(tx, spaceId, accountId) : []
  await appendEventsInSpaces(tx, clock, mergeEvents(new Map([[spaceId, joined]]), moved))
}

async function joinedEvents(tx: Tx, spaceId: string, accountId: string): Promise<NewEvent[]> {
  const member = (await repository.listMembers(tx, spaceId)).find((row) => row.user_id === accountId)
  if (member === undefined) throw new Error(`Account ${accountId} joined but is not a member`)
  return [{ name: 'space_update', payload: { action: 'joined', member: presentMember(member) } }]
}
