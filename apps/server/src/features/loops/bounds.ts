import type { Bounds, SpaceBounds } from '@flockwork/contract/loops'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database.ts'
import { NoSuchSpace } from '../../platform/errors.ts'
import { requireMember } from '../spaces/index.ts'
import { findOwnBounds } from './repository.ts'

/** The bounds of chains of agents in a space. @throws NotFound for a non-member. */
export async function readBounds(
  { db, bounds: instance }: { readonly db: Db; readonly bounds: Bounds },
  reader: Actor,
  spaceId: string,
): Promise<SpaceBounds> {
  await requireMember(db, spaceId, reader.accountId)
  const own = await findOwnBounds(db, spaceId)
  if (own === undefined) throw new NoSuchSpace()
  return {
    max_hops: own.max_hops ?? instance.max_hops,
    max_chain: own.max_chain ?? instance.max_chain,
    own,
    instance,
  }
}
