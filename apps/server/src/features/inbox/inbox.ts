/** The inbox: an account's deliveries in all its spaces (docs/rules/deliveries.md#inbox). */
import { isId } from '@flockwork/contract/common'
import type { InboxItem } from '@flockwork/contract/inbox'
import type { DeliveryState, Message } from '@flockwork/contract/messages'
import type { Task } from '@flockwork/contract/tasks'
import { hasNoSignOfReading, NO_SIGN_OF_READING, UNREAD_STATES } from '@flockwork/contract/policy/deliveries'
import type { Actor } from '../../platform/actor.ts'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { authorsOf, type Author } from '../agents/index.ts'
import { readMessages } from '../messages/index.ts'
import { requireMember } from '../spaces/index.ts'
import { readTasks } from '../tasks/index.ts'
import { markSeenIn } from './deliveries.ts'
import { listInbox } from './inbox-repository.ts'
import { countPending } from './pending.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
  /** Marks the reader's deliveries of these messages, and about the tasks that they announce, as delivered. */
  readonly onDelivered: (readerId: string, spaceId: string, messageIds: readonly string[]) => void
}

export interface InboxQuery {
  /** `unread`: stored or delivered. */
  readonly state?: DeliveryState | 'unread' | undefined
  readonly org_id?: string | undefined
  readonly limit: number
  readonly before?: string | undefined
}

/** A page of the inbox, newest first. @throws NotFound for a space that the reader isn't in. */
export async function readInbox(deps: Deps, reader: Actor, query: InboxQuery) {
  const { db } = deps
  if (query.org_id !== undefined) await requireMember(db, query.org_id, reader.accountId)
  const rows = await listInbox(db, reader.accountId, {
    states: query.state === undefined ? undefined : query.state === 'unread' ? UNREAD_STATES : [query.state],
    spaceId: query.org_id,
    before: query.before === undefined ? undefined : readCursor(query.before),
    limit: query.limit + 1,
  })
  const page = rows.slice(0, query.limit)
  const messages = await messagesOf(deps, reader, page)
  const tasks = await tasksOf(deps, page)
  const assigners = await authorsOf(
    db,
    page.flatMap((row) => (row.task_id === null ? [] : row.author_id)),
  )
  // the task was deleted meanwhile
  const isThere = ({ task_id: id }: Row) => id === null || tasks.has(id)
  const last = page.at(-1)
  return {
    items: page.filter(isThere).map((row): InboxItem => ({
      id: row.id,
      // only the messages room writes it, with these values
      reason: row.reason as InboxItem['reason'],
      state: row.state as InboxItem['state'],
      at: wireTime(row.at),
      ...noticeOf(deps, reader, row),
      space_id: row.space_id,
      message: row.task_id === null ? (messages.get(row.message_id ?? '') ?? null) : null,
      task: tasks.get(row.task_id ?? '') ?? null,
      ...(row.task_id !== null && byOf(assigners.get(row.author_id))),
    })),
    unread: await countPending(db, reader.accountId),
    next_cursor: rows.length > query.limit && last !== undefined ? cursorOf(last) : null,
  }
}

/** Marks the reader's own among these deliveries as seen. Resolves with the number still unread. */
export async function markRead(
  { clock }: Pick<Deps, 'clock'>,
  reader: Actor,
  ids: readonly string[],
  once: Once<{ unread: number }>,
): Promise<{ unread: number }> {
  return once(async (tx) => {
    await markSeenIn({ clock }, tx, reader.accountId, ids)
    return { unread: await countPending(tx, reader.accountId) }
  })
}

type Row = Awaited<ReturnType<typeof listInbox>>[number]

async function messagesOf({ db, clock, onDelivered }: Deps, reader: Actor, rows: readonly Row[]) {
  const found = new Map<string, Message>()
  for (const [spaceId, inSpace] of Map.groupBy(rows, (row) => row.space_id)) {
    const ids = inSpace.flatMap((row) => row.message_id ?? [])
    const messages = await readMessages({ db, clock }, reader, spaceId, ids)
    for (const message of messages) found.set(message.id, message)
    onDelivered(
      reader.accountId,
      spaceId,
      messages.map(({ id }) => id),
    )
  }
  return found
}

async function tasksOf({ db }: Pick<Deps, 'db'>, rows: readonly Row[]): Promise<Map<string, Task>> {
  const found = new Map<string, Task>()
  for (const [spaceId, inSpace] of Map.groupBy(rows, (row) => row.space_id)) {
    const ids = inSpace.flatMap((row) => row.task_id ?? [])
    if (ids.length === 0) continue
    for (const task of await readTasks(db, spaceId, ids)) found.set(task.id, task)
  }
  return found
}

function noticeOf({ clock }: Deps, reader: Actor, { state, at }: Row): Pick<InboxItem, 'notice'> {
  const recipient = { type: reader.kind }
  const judged = { recipient, state: state as InboxItem['state'], at: wireTime(at) }
  return hasNoSignOfReading(judged, clock.now()) ? { notice: NO_SIGN_OF_READING } : {}
}

function byOf(author: Author | undefined): Pick<InboxItem, 'by'> {
  if (author === undefined) return {}
  const { id, handle: username, type, ownerHandle: owner } = author
  return { by: { id, username, type, owner } }
}

function cursorOf({ created_at, id }: Row): string {
  return `${created_at.getTime()}_${id}`
}

const CURSOR = /^(\d{1,15})_(.+)$/

function readCursor(text: string): { at: Date; id: string } {
  const [, ms, id] = CURSOR.exec(text) ?? []
  if (ms === undefined || id === undefined || !isId(id))
    throw invalid(['query', 'before'], 'Must be a cursor of the inbox')
  return { at: new Date(Number(ms)), id }
}
