import type { FoundAccount } from '@flockwork/contract/summaries'
import { normaliseHandle } from '@flockwork/contract/text/handles'
import type { PersonActor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { findMeetingPlace } from './repository.ts'
import { findNamed } from './summary-repository.ts'

interface Asked {
  readonly handle: string
  readonly preferred: string | null
}

/**
 * Who a handle is, for whom its address is opened (docs/rules/messages.md#addresses).
 *
 * @throws NotFound for a handle of nobody, and of somebody whom the caller meets in no space.
 */
export async function findMet(
  { db }: { readonly db: Db },
  actor: PersonActor,
  { handle, preferred }: Asked,
): Promise<FoundAccount> {
  const found = await findNamed(db, normaliseHandle(handle))
  const meeting = found && { agentId: found.id, viewerId: actor.accountId, preferred }
  const spaceId = meeting === undefined ? null : await findMeetingPlace(db, meeting)
  if (found === undefined || spaceId === null) throw new NotFound('Nobody of your spaces has this name')
  return {
    id: found.id,
    type: found.kind === 'agent' ? 'agent' : 'user',
    handle: found.handle,
    org_id: spaceId,
  }
}
