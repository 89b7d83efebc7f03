/** The admin of an imported space, whose recorded members have no accounts here (docs/rules/records.md#import). */
import { Visibility } from '@flockwork/contract/spaces'
import { audit } from '../../../platform/audit.ts'
import { publishOnCommit } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { openImportSpace, type SpaceServices } from '../../spaces/index.ts'
import { ImportRefused } from './refused.ts'
import * as repository from './space-repository.ts'

export interface ImportDeps extends Pick<SpaceServices, 'guideId' | 'syncAgentMemberships'> {
  readonly db: Db
  readonly clock: Clock
}

/** @throws ImportRefused for an unknown name. */
export async function requirePerson(tx: Tx, name: string) {
  const person = await repository.findPerson(tx, name)
  if (person === undefined) throw new ImportRefused(`There is nobody here called ${name}.`)
  return person
}

interface NewAdmin {
  readonly spaceId: string
  readonly visibility: Visibility
  readonly adminId: string
}

export async function makeSpaceAdmin(deps: ImportDeps, tx: Tx, opening: NewAdmin): Promise<void> {
  await repository.setCreator(tx, opening.spaceId, opening.adminId)
  await openImportSpace(deps, tx, opening)
  // running servers re-read the person's spaces
  await publishOnCommit(tx, { kind: 'account_changed', accountId: opening.adminId })
}

/**
 * Makes a person the admin of a space that was imported without one.
 * @throws ImportRefused for a space with people, and for an unknown name.
 */
export async function admitAdmin(
  deps: ImportDeps,
  { spaceId, admin }: { readonly spaceId: string; readonly admin: string },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const person = await requirePerson(tx, admin)
    const space = await repository.lockEmptySpace(tx, spaceId)
    if (space === undefined) {
      throw new ImportRefused('There are people in this space: an admin of it lets others in.')
    }
    await audit(tx, deps.clock, {
      actorId: null,
      action: 'space_admin_admitted',
      target: { type: 'user', id: person.id, name: person.handle },
      spaceId,
    })
    await makeSpaceAdmin(deps, tx, {
      spaceId,
      visibility: Visibility.parse(space.visibility),
      adminId: person.id,
    })
  })
}
