/** Restoring deleted spaces, by the operator (docs/rules/spaces.md#restoring). */
import { DELETED_SPACE_RETENTION_MS } from '@flockwork/contract/limits'
import { audit } from '../../platform/audit.ts'
import { publishOnCommit } from '../../platform/bus.ts'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { appendEventsInSpaces, mergeEvents, type EventsBySpace } from '../../platform/outbox.ts'
import { hasAdmin, promoteFirstMember } from './account-deletion-repository.ts'
import * as repository from './restoring-repository.ts'
import type { SpaceServices } from './service.ts'

interface Deps extends Pick<SpaceServices, 'syncAgentMemberships'> {
  readonly db: Db
  readonly clock: Clock
}

export interface DeletedSpace {
  readonly slug: string
  readonly name: string
  readonly deletedAt: string
  /** The creator's handle; null if unknown. */
  readonly createdBy: string | null
  readonly people: number
}

const LISTED_MAX = 200

/** The spaces that can be restored, latest deletion first. */
export async function listRestorable({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<DeletedSpace[]> {
  const since = new Date(clock.now() - DELETED_SPACE_RETENTION_MS)
  const rows = await repository.listDeletedSpaces(db, since, LISTED_MAX)
  return rows.map(({ slug, name, deleted_at: deletedAt, created_by: createdBy, people }) => ({
    slug,
    name,
    deletedAt: wireTime(deletedAt ?? since),
    createdBy,
    people: people ?? 0,
  }))
}

export interface RestoredSpace {
  readonly name: string
  readonly slug: string
  readonly people: number
}

/**
 * Restores a deleted space: everyone whose account still exists is in it again with their role and their agents;
 * invites remain ended. Its creator needs no free slot: a restored space isn't a new one.
 * @throws NotFound for an unknown space; Conflict for one that isn't deleted, is or may be purged, is a personal
 * space, or has no former member left.
 */
export async function restoreSpace(deps: Deps, given: string): Promise<RestoredSpace> {
  const { db, clock } = deps
  const space = await repository.findAnySpace(db, given)
  if (space === undefined) throw new NotFound(`There is no space with the slug or id ${given.trim()}`)
  const { id, name, slug } = space
  if (space.deleted_at === null) throw new Conflict(`${name} isn't deleted`)
  if (space.is_personal) throw new Conflict('A personal space ends with its account and is not restored')
  const isPurged = space.purged_at !== null
  if (isPurged || space.deleted_at.getTime() + DELETED_SPACE_RETENTION_MS <= clock.now()) {
    throw new Conflict('This space was deleted more than 30 days ago, and what was in it is purged')
  }

  const people = await db.transaction().execute(async (tx) => {
    const former = await repository.lockFormerPeople(tx, id)
    if ((await repository.lockDeletedSpace(tx, id)) === undefined) throw new Conflict(`${name} isn't deleted`)
    if (former.length === 0) throw new Conflict('Nobody who was in this space has an account any more')
    await repository.markRestored(tx, id)
    await repository.restoreMembers(tx, id)
    if (!(await hasAdmin(tx, id))) await promoteFirstMember(tx, id)
    const agents = await deps.syncAgentMemberships(tx, former)
    await audit(tx, clock, {
      actorId: null,
      action: 'space_restored',
      target: { type: 'space', id, name },
      spaceId: id,
      after: { members: former.length },
    })
    await announce(tx, former, { space_id: id, at: wireTime(new Date(clock.now())), action: 'restored' })
    const restored: EventsBySpace = new Map([
      [id, [{ name: 'space_update', payload: { action: 'restored' } }]],
    ])
    await appendEventsInSpaces(tx, clock, mergeEvents(restored, agents))
    return former.length
  })
  return { name, slug, people }
}

/** This many ids fit into one notification, with the rest of the message. */
const IDS_PER_MESSAGE = 150

async function announce(
  tx: Parameters<typeof publishOnCommit>[0],
  accountIds: readonly string[],
  update: { space_id: string; at: string; action: 'restored' },
): Promise<void> {
  for (let from = 0; from < accountIds.length; from += IDS_PER_MESSAGE) {
    const some = accountIds.slice(from, from + IDS_PER_MESSAGE)
    await publishOnCommit(tx, { kind: 'members_back', accountIds: some, update })
  }
}
