/** The people of a space. */
import type { Member } from '@flockwork/contract/spaces'
import type { Actor } from '../../platform/actor.ts'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { appendEvents } from '../../platform/outbox.ts'
import { requireMember, roleOf } from './access.ts'
import * as repository from './repository.ts'

/** The people of a space, by when they joined. @throws NotFound for a space that the caller isn't in. */
export async function listMembers({ db }: { readonly db: Db }, actor: Actor, spaceId: string) {
  await requireMember(db, spaceId, actor.accountId)
  const rows = await repository.listMembers(db, spaceId)
  return { total_members: rows.length, members: rows.map(presentMember) }
}

type MemberRow = Awaited<ReturnType<typeof repository.listMembers>>[number]

export function presentMember(row: MemberRow): Member {
  return {
    user_id: row.user_id,
    username: row.username,
    full_name: row.full_name,
    role: roleOf(row.role),
    joined_at: wireTime(row.joined_at),
    agent_count: row.agent_count ?? 0,
  }
}

/** Announces the person's new name in every space they are in. Last in the transaction: it locks sequences. */
export async function appendMemberUpdated(
  { clock }: { clock: Clock },
  tx: Tx,
  accountId: string,
): Promise<void> {
  for (const spaceId of await repository.listSpaceIdsInLockOrder(tx, accountId)) {
    const member = (await repository.listMembers(tx, spaceId)).find(({ user_id }) => user_id === accountId)
    if (member === undefined) continue
    await appendEvents(tx, clock, spaceId, [
      { name: 'space_update', payload: { action: 'updated', member: presentMember(member) } },
    ])
  }
}
