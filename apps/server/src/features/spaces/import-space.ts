/**
 * Spaces that an import fills (docs/rules/imports.md#space): while it runs, the space has no members, so that nobody
 * sees it and nothing is posted between the imported messages.
 */
import { HOME_CHANNEL } from '@flockwork/contract/limits'
import type { Visibility } from '@flockwork/contract/spaces'
import type { Tx } from '../../platform/database.ts'
import { orderedId } from '../../platform/ids.ts'
import { appendEventsInSpaces } from '../../platform/outbox.ts'
import { lockPerson, lockSpace, markDeleted } from './membership-repository.ts'
import * as repository from './repository.ts'
import { insertWithSlug, type SpaceServices } from './service.ts'

export interface NewImportSpace {
  /** By default a new id. */
  readonly id?: string
  readonly name: string
  readonly description: string | null
  /** In addition to the home channel, in display order. */
  readonly channels: readonly string[]
  /** Null if its creator has no account here. */
  readonly createdBy: string | null
}

/** Inserts a space without members, private until it is opened. Returns its id. */
export async function insertImportSpace(
  { clock }: Pick<SpaceServices, 'clock'>,
  tx: Tx,
  { id = orderedId(clock.now()), channels, ...space }: NewImportSpace,
): Promise<string> {
  await insertWithSlug(tx, {
    ...space,
    id,
    visibility: 'private',
    isPersonal: false,
    at: new Date(clock.now()),
    channels: [...new Set([HOME_CHANNEL, ...channels])],
  })
  return id
}

interface Opening {
  readonly spaceId: string
  readonly visibility: Visibility
  /** The person who becomes its admin. */
  readonly adminId: string
}

/**
 * Opens the space to a person, who becomes its admin, and adds Chirpy. Last in the transaction: it locks
 * sequences.
 * @returns false when the space is gone.
 */
export async function openImportSpace(
  services: Pick<SpaceServices, 'clock' | 'guideId' | 'syncAgentMemberships'> &
    Partial<Pick<SpaceServices, 'onJoined'>>,
  tx: Tx,
  { spaceId, visibility, adminId }: Opening,
): Promise<boolean> {
  const { clock, guideId } = services
  await lockPerson(tx, adminId)
  const space = await lockSpace(tx, spaceId)
  if (space === undefined) return false
  const at = new Date(clock.now())
  await repository.saveSpace(tx, spaceId, { ...space, visibility })
  await repository.insertMember(tx, { spaceId, accountId: adminId, role: 'admin', at })
  await services.onJoined?.(tx, { spaceId, accountId: adminId, claims: null })
  await repository.insertMember(tx, { spaceId, accountId: guideId, role: 'member', at })
  await appendEventsInSpaces(tx, clock, await services.syncAgentMemberships(tx, adminId))
  return true
}

/** Removes the space of an import that stored nothing. */
export function discardImportSpace(tx: Tx, spaceId: string, at: Date): Promise<void> {
  return markDeleted(tx, spaceId, at)
}
