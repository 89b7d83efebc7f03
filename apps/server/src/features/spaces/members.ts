/** The people of a space. */
import { Id } from '@flockwork/contract/common'
import type { Member } from '@flockwork/contract/spaces'
import type { Actor } from '../../platform/actor.ts'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { invalid } from '../../platform/errors.ts'
import { appendEventsInSpaces, type NewEvent } from '../../platform/outbox.ts'
import { requireMember, roleOf } from './access.ts'
import * as repository from './repository.ts'

interface Page {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** A page of a space's people, in the order of joining. @throws NotFound for a space that the caller isn't in. */
export async function listMembers(
  { db }: { readonly db: Db },
  actor: Actor,
  spaceId: string,
  { limit, cursor }: Page,
) {
  await requireMember(db, spaceId, actor.accountId)
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const [total, rows] = await Promise.all([
    repository.countPeople(db, spaceId),
    repository.listMembers(db, spaceId, after),
  ])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    total_members: total,
    members: page.map(presentMember),
    next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null,
  }
}

function cursorOf({ joined_at, user_id }: MemberRow): string {
  return `${joined_at.getTime()}_${user_id}`
}

const CURSOR = /^(\d{1,15})_(.{1,36})$/

function readCursor(text: string): repository.MemberCursor {
  const [, ms, id] = CURSOR.exec(text) ?? []
  if (ms === undefined || id === undefined || !Id.safeParse(id).success) {
    throw invalid(['query', 'cursor'], 'Must be a next_cursor of the members')
  }
  return { joinedAt: new Date(Number(ms)), id }
}

type MemberRow = Awaited<ReturnType<typeof repository.listMembers>>[number]

/** One person of the space as others see them; undefined if they aren't in it. */
export async function presentMemberOf(
  tx: Tx,
  spaceId: string,
  accountId: string,
): Promise<Member | undefined> {
  const row = await repository.findMember(tx, spaceId, accountId)
  return row === undefined ? undefined : presentMember(row)
}

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
  const rows = await repository.listMembershipsOf(tx, accountId)
  const events = rows.map((row): [string, NewEvent[]] => [
    row.space_id,
    [{ name: 'space_update', payload: { action: 'updated', member: presentMember(row) } }],
  ])
  await appendEventsInSpaces(tx, clock, new Map(events))
}
