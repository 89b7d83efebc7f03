/** Listing and resolving reports of flagged messages (docs/rules/messages.md#reports). */
import { isId } from '@flockwork/contract/common'
import type { Report, Reports } from '@flockwork/contract/reports'
import type { Actor, PersonActor } from '../../../platform/actor.ts'
import { wireTime, wireTimeOrNull, type Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Conflict, Forbidden, NotFound, invalid } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { appendEvents } from '../../../platform/outbox.ts'
import { requireMember } from '../../spaces/index.ts'
import { isAdministrator, lockAndFind } from '../changing/change.ts'
import { deleteWithin } from '../changing/delete.ts'
import { closeReport } from '../flagging/flag.ts'
import { countOpen } from '../flagging/flag-repository.ts'
import type { EditServices } from '../services.ts'
import * as repository from './report-repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

interface Page {
  readonly state?: 'open' | 'closed' | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** How many flags of a report are listed. */
const FLAGS_SHOWN = 20

/** @throws NotFound; Forbidden unless an admin of the space or an administrator. */
export async function listReports(
  { db }: Deps,
  actor: PersonActor,
  spaceId: string,
  page: Page,
): Promise<Reports> {
  await requireModerator(db, actor, spaceId)
  return readPage(db, actor, spaceId, page)
}

/** The reports of all spaces, for administrators. */
export function listAllReports({ db }: Deps, actor: PersonActor, page: Page): Promise<Reports> {
  return readPage(db, actor, null, page)
}

async function readPage(
  db: Db,
  actor: PersonActor,
  spaceId: string | null,
  { state = 'open', limit, cursor }: Page,
): Promise<Reports> {
  const before = cursor === undefined || cursor === '' ? null : readCursor(cursor)
  const rows = await repository.listReports(db, {
    spaceId,
    isOpen: state === 'open',
    before,
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const ids = shown.map(({ id }) => id)
  const flags = Map.groupBy(
    ids.length === 0 ? [] : await repository.listFlags(db, ids, FLAGS_SHOWN),
    ({ report_id }) => report_id,
  )
  const last = shown.at(-1)
  return {
    reports: shown.map((row) => present(row, flags.get(row.id) ?? [], actor)),
    open_count: await countOpen(db, spaceId),
    next_cursor: rows.length > limit && last !== undefined ? `${last.opened_at.getTime()}.${last.id}` : null,
  }
}

const CURSOR = /^(\d{1,15})\.(.{36})$/

function readCursor(cursor: string): repository.Position {
  const [, at, id] = CURSOR.exec(cursor) ?? []
  if (at === undefined || id === undefined || !isId(id))
    throw invalid(['query', 'cursor'], 'Not a cursor of this list')
  return { at: new Date(Number(at)), id }
}

/** The number of open reports in each space that the person is an admin of. */
export function reportCounts({ db }: Deps, { accountId }: PersonActor) {
  return repository.countsFor(db, accountId)
}

interface Resolution {
  readonly spaceId: string
  readonly reportId: string
  readonly action: 'keep' | 'delete'
}

type Resolved = Pick<Report, 'id' | 'state'>

/**
 * Keeps the message, which closes the report, or deletes it. Safe to repeat.
 * @throws NotFound, Forbidden; Conflict for a report that was closed the other way.
 */
export async function resolveReport(
  deps: Deps & Pick<EditServices, 'guard'>,
  actor: PersonActor,
  { spaceId, reportId, action }: Resolution,
  once: Once<Resolved>,
): Promise<Resolved> {
  await requireModerator(deps.db, actor, spaceId)
  const report = await repository.findReport(deps.db, spaceId, reportId)
  if (report === undefined) throw new NotFound('No such report')
  const { message_id: messageId } = report
  const wanted = action === 'keep' ? 'kept' : 'deleted'
  const resolved: Resolved = { id: reportId, state: wanted }

  return once(async (tx) => {
    await lockAndFind(tx, spaceId, messageId)
    const state = (await repository.findReport(tx, spaceId, reportId))?.state
    if (state === 'open') await close({ ...deps, tx }, actor, { spaceId, messageId }, wanted)
    else if (state !== wanted) {
      throw new Conflict(state === 'kept' ? 'This message was kept' : 'This message was deleted')
    }
    return resolved
  })
}

async function close(
  { tx, clock, guard }: Pick<EditServices, 'clock' | 'guard'> & { readonly tx: Tx },
  actor: PersonActor,
  message: { readonly spaceId: string; readonly messageId: string },
  state: 'kept' | 'deleted',
): Promise<void> {
  if (state === 'deleted') {
    const { spaceId, messageId: id } = message
    await deleteWithin({ tx, clock, guard }, actor, { spaceId, id, permanent: false, reason: 'Reported' })
    return
  }
  const events = await closeReport({ tx, clock }, actor, message, state)
  if (events.length > 0) await appendEvents(tx, clock, message.spaceId, events)
}

async function requireModerator(db: Db, actor: PersonActor, spaceId: string): Promise<void> {
  if (isAdministrator(actor)) return
  const { role } = await requireMember(db, spaceId, actor.accountId)
  if (role !== 'admin') throw new Forbidden('Only admins of the space see what was reported')
}

function present(row: repository.ReportRow, flags: readonly repository.FlagRow[], reader: Actor): Report {
  const isTheirs = row.author_id === reader.accountId || row.author_owner_id === reader.accountId
  return {
    id: row.id,
    space_id: row.space_id,
    space_name: row.space_name,
    state: row.state === 'kept' || row.state === 'deleted' ? row.state : 'open',
    opened_at: wireTime(row.opened_at),
    closed_at: wireTimeOrNull(row.closed_at),
    closed_by: row.closer_status === 'deleted' ? null : row.closer_handle,
    message: {
      id: row.message_id,
      author: account({
        id: row.author_id,
        kind: row.author_kind,
        handle: row.author_handle,
        status: row.author_status,
      }),
      channel: row.channel,
      content: row.content,
      uploaded_at: wireTime(row.created_at),
    },
    flag_count: flags[0]?.total ?? 0,
    flags: isTheirs ? [] : flags.map((flag) => ({ ...account(flag), at: wireTime(flag.at) })),
  }
}

function account(row: { id: string; kind: string; handle: string; status: string }) {
  const isGone = row.kind === 'user' && row.status === 'deleted'
  return {
    id: row.id,
    type: row.kind === 'agent' ? ('agent' as const) : ('user' as const),
    username: isGone ? null : row.handle,
  }
}
