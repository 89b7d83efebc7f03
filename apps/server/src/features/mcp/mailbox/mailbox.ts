/**
 * An agent's mailbox over MCP: its unseen deliveries in all its spaces. Mail is marked as delivered only once the
 * answer with it was written, and as seen once the caller checks again, so after a lost connection or answer it is
 * delivered again (docs/rules/mcp.md#marking).
 */
import type { Message } from '@flockwork/contract/messages'
import type { Task } from '@flockwork/contract/tasks'
import type { AgentActor } from '../../../platform/actor.ts'
import { batchCalls } from '../../../platform/batching.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { authorsOf, type Author, type Breaker } from '../../agents/index.ts'
import {
  countPending,
  createHandovers,
  inDeliveryOrder,
  listNamed,
  listPending,
  listPendingOfEach,
  markSeenIn,
  type Receipts,
  type PendingFilter,
  type PendingOf,
  type PendingRow,
} from '../../inbox/index.ts'
import { readForEach, type Wanted } from '../../messages/index.ts'
import { readTasks } from '../../tasks/index.ts'
import { credentialOf, type Call } from '../call.ts'
import type { Positions } from './cursors.ts'
import { createMarks } from './marks.ts'

/** A delivery with its message. */
export interface Mail {
  readonly row: PendingRow
  /** For an assignment or an approval the task's announcement. */
  readonly message: Message
  readonly about?: AboutTask | undefined
}

/** What an assignment or an approval is about. */
export interface AboutTask {
  readonly task: Task
  /** The account that assigned or approved it. */
  readonly by: Author
  /** These accounts, and the author of the task. */
  readonly authors: ReadonlyMap<string, Author>
}

export interface MailPage {
  readonly mails: readonly Mail[]
  /** Where the next page starts. */
  readonly positions: Positions
  /** Until when the circuit breaker delays the mail, milliseconds since 1970. */
  readonly pausedUntil: number | undefined
}

/**
 * `taking`: a further check acknowledges the mail. `looking`: a read-only view that takes no mail from other callers.
 */
export type Reading = 'taking' | 'looking'

export interface Mailbox {
  /**
   * The pending mail, oldest first; for a taking caller, without what it already received. `announced` are the
   * messages that arrived during a wait: each of the agent's waits returns them, even if another's answer carried them
   * meanwhile. Otherwise a dead connection that nobody has noticed yet could take a message from a live one.
   */
  read(
    call: Pick<Call, 'actor'>,
    query: PendingFilter,
    reading: Reading,
    announced?: ReadonlySet<string>,
  ): Promise<MailPage>
  /**
   * The number of unread messages, with these reasons or any; for a taking caller, without what it already received.
   */
  count(actor: AgentActor, options?: { reasons?: readonly string[]; reading?: Reading }): Promise<number>
  /** The caller checks again, which marks the mail of its previous answers as seen. */
  acknowledge(call: Call): Promise<void>
  /** Marks mail with these ids, or ids with these prefixes, as seen. Resolves with those that match nothing unread. */
  acknowledgeNamed(actor: AgentActor, ids: readonly string[]): Promise<string[]>
  /** Once the call's answer is written, marks the mail as handed over to a taking caller, else as delivered. */
  markOnAnswer(call: Call, mails: readonly Mail[], reading: Reading): void
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly receipts: Pick<Receipts, 'record'>
  /** While it pauses an agent, the agent's mail is delayed. */
  readonly breaker: Pick<Breaker, 'pausedUntil'>
  readonly onError: (error: unknown) => void
}

/** Mailboxes read in one query. */
const LOOKUPS_MAX = 100

export function createMailbox({ db, clock, receipts, breaker, onError }: Deps): Mailbox {
  const handovers = createHandovers({ db, clock })
  const marks = createMarks(onError)
  const callerOf = (actor: AgentActor) => ({
    recipientId: actor.accountId,
    credentialId: credentialOf(actor),
  })

  const recordDelivered = (agentId: string, mails: readonly Mail[]) => {
    for (const [spaceId, inSpace] of Map.groupBy(mails, ({ message }) => message.space_id)) {
      receipts.record(
        agentId,
        spaceId,
        inSpace.map(({ message }) => message.id),
      )
    }
  }

  const readUnfiltered = batchCalls(LOOKUPS_MAX, (all: readonly PendingOf[]) => listPendingOfEach(db, all))
  const readRows = (recipientId: string, query: PendingFilter) => {
    const { limit, ...filters } = query
    const { notHandedTo, ...others } = filters
    const isUnfiltered = Object.values(others).every((value) => value === undefined)
    return isUnfiltered
      ? readUnfiltered({ recipientId, limit, notHandedTo })
      : listPending(db, recipientId, query)
  }

  const readMessages = batchCalls(LOOKUPS_MAX, (all: readonly Wanted[]) => readForEach(db, all))

  const pendingRows = async (
    agentId: string,
    query: PendingFilter,
    announced: ReadonlySet<string> = new Set(),
  ) => {
    if (announced.size === 0) await marks.settled(agentId)
    const rows = await readRows(agentId, query)
    const missing = [...announced].filter((id) => !rows.some((row) => row.message_id === id))
    if (missing.length === 0 || rows.length >= query.limit) return rows
    const taken = await listPending(db, agentId, { ...query, notHandedTo: undefined, messageIds: missing })
    return inDeliveryOrder([...taken, ...rows]).slice(0, query.limit)
  }

  const tasksOf = async (rows: readonly PendingRow[]) => {
    const about = rows.filter(({ task_id: id }) => id !== null)
    if (about.length === 0) return new Map<string, AboutTask>()
    const tasks = new Map<string, Task>()
    for (const [spaceId, inSpace] of Map.groupBy(about, (row) => row.space_id)) {
      const ids = inSpace.flatMap((row) => row.task_id ?? [])
      for (const task of await readTasks(db, spaceId, ids)) tasks.set(task.id, task)
    }
    const writers = [...tasks.values()].map(({ posted_by }) => posted_by.id)
    const authors = await authorsOf(db, [...about.map((row) => row.author_id), ...writers])
    const known = about.flatMap((row): [string, AboutTask][] => {
      const [task, by] = [tasks.get(row.task_id ?? ''), authors.get(row.author_id)]
      return task === undefined || by === undefined ? [] : [[row.id, { task, by, authors }]]
    })
    return new Map(known)
  }

  return {
    async read({ actor }, query, reading, announced) {
      const pausedUntil = breaker.pausedUntil(actor.accountId)
      if (pausedUntil !== undefined) return { mails: [], positions: new Map(query.after), pausedUntil }
      const notHandedTo = reading === 'taking' ? credentialOf(actor) : undefined
      const rows = await pendingRows(actor.accountId, { ...query, notHandedTo }, announced)

      const messages = new Map<string, Message>()
      for (const [id, inSpace] of Map.groupBy(rows, (row) => row.space_id)) {
        const ids = inSpace.flatMap((row) => row.message_id ?? [])
        for (const message of await readMessages({ spaceId: id, ids })) messages.set(message.id, message)
      }
      const tasks = await tasksOf(rows)
      const positions = new Map(query.after)
      for (const row of rows) positions.set(row.space_id, Math.max(positions.get(row.space_id) ?? 0, row.seq))
      return {
        positions,
        pausedUntil,
        mails: rows.flatMap((row) => {
          const message = row.message_id === null ? undefined : messages.get(row.message_id)
          if (message === undefined) return []
          if (row.task_id === null) return [{ row, message }]
          const about = tasks.get(row.id)
          // deleted meanwhile, and soon undeliverable
          return about === undefined ? [] : [{ row, message, about }]
        }),
      }
    },
    count: (actor, { reasons, reading = 'taking' } = {}) =>
      countPending(db, actor.accountId, {
        reasons,
        notHandedTo: reading === 'taking' ? credentialOf(actor) : undefined,
      }),
    acknowledge: ({ actor }) => marks.add(actor.accountId, () => handovers.acknowledge(callerOf(actor))),
    async acknowledgeNamed({ accountId }, ids) {
      await marks.settled(accountId)
      const named = await listNamed(db, accountId, ids)
      await db.transaction().execute((tx) =>
        markSeenIn(
          { clock },
          tx,
          accountId,
          named.map(({ id }) => id),
        ),
      )
      return ids.filter((id) => !named.some((row) => row.named === id))
    },
    markOnAnswer(call, mails, reading) {
      if (mails.length === 0) return
      const { actor, answered, onLost } = call
      const { accountId } = actor
      if (reading === 'looking') {
        marks.addOnceWritten(accountId, answered, async () => recordDelivered(accountId, mails))
        return
      }
      const ids = mails.map(({ row }) => row.id)
      marks.addOnceWritten(accountId, answered, () => handovers.handOver(callerOf(actor), ids))
      onLost(() => void marks.add(accountId, () => handovers.takeBack(callerOf(actor), ids)))
    },
  }
}

/** The page with only its first mails; the next page starts after them. */
export function cutPage<T extends MailPage>(page: T, count: number, after: Positions | undefined): T {
  const mails = page.mails.slice(0, count)
  if (mails.length === page.mails.length) return page
  const positions = new Map(after)
  for (const { row } of mails)
    positions.set(row.space_id, Math.max(positions.get(row.space_id) ?? 0, row.seq))
  return { ...page, mails, positions }
}

/** How many mails of the page count as unread for this reader; another call of the agent may have received the rest. */
export function unreadIn(
  { mails }: Pick<MailPage, 'mails'>,
  actor: AgentActor,
  reading: Reading = 'taking',
): number {
  const isGiven = ({ row }: Mail) => reading === 'taking' && row.handed_to.includes(credentialOf(actor))
  return mails.filter((mail) => mail.row.state !== 'seen' && !isGiven(mail)).length
}
