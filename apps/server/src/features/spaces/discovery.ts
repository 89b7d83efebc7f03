/** Public spaces: found and joined by anyone (docs/rules/spaces.md#visibility, docs/rules/spaces.md#joining). */
import type { Space, Switched } from '@flockwork/contract/spaces'
import type { PersonActor } from '../../platform/actor.ts'
import { NotFound } from '../../platform/errors.ts'
import { requireActivePerson } from '../auth/index.ts'
import * as repository from './repository.ts'
import { enterAsMember, switched } from './entering.ts'
import { presentSpace, type SpaceServices } from './service.ts'

/** Every public space, those that the caller is in, too; the newest first. */
export async function listPublicSpaces({ db }: SpaceServices, actor: PersonActor): Promise<Space[]> {
  const rows = await repository.listPublicSpaces(db, actor.accountId)
  return rows.map((row) => presentSpace(row, actor.currentSpaceId))
}

/**
 * Joins a public space and makes it current; for a member already the same answer.
 * @throws NotFound for one that is not public: it must not be told from one that doesn't exist.
 */
export async function joinPublicSpace(
  services: SpaceServices,
  actor: PersonActor,
  spaceId: string,
): Promise<Switched> {
  await services.db.transaction().execute(async (tx) => {
    await requireActivePerson(tx, actor.accountId)
    const isMember = (await repository.findMembership(tx, spaceId, actor.accountId)) !== undefined
    // locked, so that it can't turn private in between
    const isOpen = await repository.isPublicForShare(tx, spaceId)
    if (!isOpen) throw new NotFound('No such space')
    await enterAsMember(services, tx, actor, { spaceId, isNew: !isMember })
  })
  return switched(services, actor, spaceId)
}
