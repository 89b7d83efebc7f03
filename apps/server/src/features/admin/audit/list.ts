/** Pages of the audit log, newest first. */
import type { AuditEntry, AuditFilters } from '@flockwork/contract/admin/audit'
import { isId } from '@flockwork/contract/common'
import { wireTime } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { invalid } from '../../../platform/errors.ts'
import * as repository from './repository.ts'

interface Page {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** @throws Invalid for a cursor that isn't one. */
export async function listAudit(
  db: Db,
  { limit, cursor, ...filters }: AuditFilters & Page,
): Promise<{ entries: AuditEntry[]; next_cursor: string | null }> {
  const before = cursor === undefined || cursor === '' ? null : readCursor(cursor)
  const filter = await filterOf(db, filters)
  if (filter === null) return { entries: [], next_cursor: null }
  const rows = await db.transaction().execute(async (tx) => {
    await repository.planEachTime(tx)
    return repository.listEntries(tx, filter, before, limit + 1)
  })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    entries: shown.map(present),
    next_cursor: rows.length > limit && last !== undefined ? `${last.at.getTime()}.${last.number}` : null,
  }
}

const CURSOR = /^(\d{1,15})\.(\d{1,15})$/

function readCursor(cursor: string): repository.Position {
  const [, at, number] = CURSOR.exec(cursor) ?? []
  const time = new Date(Number(at))
  if (number === undefined || Number.isNaN(time.getTime())) {
    throw invalid(['query', 'cursor'], 'Not a cursor of this list')
  }
  return { at: time, number: Number(number) }
}

/** Null if it names something unknown, so nothing can match. */
export async function filterOf(db: Db, given: AuditFilters): Promise<repository.Filter | null> {
  const filter: { -readonly [Name in keyof repository.Filter]: repository.Filter[Name] } = {
    ...(given.action && { action: given.action }),
    ...(given.target_type && { targetType: given.target_type }),
    ...(given.target_id && { targetId: given.target_id }),
    ...(given.from && { from: new Date(given.from) }),
    ...(given.until && { until: new Date(given.until) }),
    ...(given.text && { text: given.text }),
  }
  if (given.actor === '-') filter.actorId = null
  else if (given.actor) {
    const actor = given.actor.replace(/^@/, '').toLowerCase()
    const id = isId(actor) ? actor : (await repository.findAccountByHandle(db, actor))?.id
    if (id === undefined) return null
    filter.actorId = id
  }
  if (given.space) {
    const space = given.space.toLowerCase()
    const id = isId(space) ? space : (await repository.findSpaceBySlug(db, space))?.id
    if (id === undefined) return null
    filter.spaceId = id
  }
  return filter
}

function present(row: repository.ListedRow): AuditEntry {
  return {
    id: row.id,
    number: row.number,
    at: wireTime(row.at),
    actor: actorOf(row),
    action: row.action,
    target: { type: row.target_type, id: row.target_id, name: row.target_name },
    space_id: row.space_id,
    space_name: row.space_name,
    before: factsOf(row.before),
    after: factsOf(row.after),
    ip: row.ip,
    erased: row.erased,
  }
}

type ActorFields = Pick<repository.ListedRow, 'actor_id' | 'actor_kind' | 'actor_handle' | 'actor_status'>

/** A deleted account is no longer named. */
export function actorOf({
  actor_id,
  actor_kind,
  actor_handle,
  actor_status,
}: ActorFields): AuditEntry['actor'] {
  if (actor_id === null) return null
  return {
    id: actor_id,
    type: actor_kind === 'agent' ? 'agent' : 'user',
    username: actor_status === 'deleted' && actor_kind === 'user' ? null : actor_handle,
  }
}

function factsOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
