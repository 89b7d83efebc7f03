/**
 * An agent's mailbox over MCP: what is addressed to it and not seen, in all its spaces. Mail is marked only after the
 * answer that carried it was written, so a lost connection delivers it again (docs/rules/mcp.md#marking).
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Message } from '@flockwork/contract/messages'
import type { AgentActor } from '../../../platform/actor.ts'
import { batchCalls } from '../../../platform/batching.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { Breaker } from '../../agents/index.ts'
import {
  countPending,
  createMarkSeen,
  listPending,
  listPendingOfEach,
  type Receipts,
  type PendingFilter,
  type PendingOf,
  type PendingRow,
} from '../../inbox/index.ts'
import { readForEach, type Wanted } from '../../messages/index.ts'
import type { Call } from '../call.ts'
import type { Positions } from './cursors.ts'

/** A delivery with its message. */
export interface Mail {
  readonly row: PendingRow
  readonly message: Message
}

export interface MailPage {
  readonly mails: readonly Mail[]
  /** Where the next page begins. */
  readonly positions: Positions
  /** Until when the circuit breaker delays the mail, milliseconds since 1970. */
  readonly pausedUntil: number | undefined
}

export interface Mailbox {
  /**
   * What is pending now, oldest first. `announced` are the messages that arrived during a wait: each of the agent's
   * waits returns them, even if another's answer marked them as seen meanwhile. Otherwise a dead connection that
   * nobody has noticed yet could take a message from a live one.
   */
  read(call: Call, query: PendingFilter, announced?: ReadonlySet<string>): Promise<MailPage>
  /** The number of unread messages, of these reasons or of any. */
  count(actor: AgentActor, reasons?: readonly string[]): Promise<number>
  /** Marks the mails as seen or as delivered, once the call's answer is written. */
  markOnAnswer(call: Call, mails: readonly Mail[], as: 'seen' | 'delivered'): void
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

/** How long a call waits until the mail in an earlier answer to its agent is marked. */
const MARKING_WAIT_MS = 1000

export function createMailbox({ db, clock, receipts, breaker, onError }: Deps): Mailbox {
  const markSeen = createMarkSeen({ db, clock })
  /** Marks that aren't written yet, by agent. */
  const pendingMarks = new Map<string, Set<Promise<void>>>()

  const track = (agentId: string, mark: Promise<void>) => {
    const marks = pendingMarks.get(agentId) ?? new Set()
    pendingMarks.set(agentId, marks)
    const tracked = mark.catch(onError).finally(() => {
      marks.delete(tracked)
      if (marks.size === 0) pendingMarks.delete(agentId)
    })
    marks.add(tracked)
  }

  /** Called before a read, so that it doesn't return what the agent's last answer is about to mark. */
  const settleMarks = async (agentId: string) => {
    const marks = pendingMarks.get(agentId)
    if (marks === undefined) return
    const timeout = new AbortController()
    const late = delay(MARKING_WAIT_MS, undefined, { signal: timeout.signal }).catch(() => {})
    await Promise.race([Promise.all(marks), late])
    timeout.abort()
  }

  const mark = async (agentId: string, mails: readonly Mail[], as: 'seen' | 'delivered') => {
    if (as === 'seen') {
      await markSeen(
        agentId,
        mails.map(({ row }) => row.id),
      )
      return
    }
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
    const isUnfiltered = Object.values(filters).every((value) => value === undefined)
    return isUnfiltered ? readUnfiltered({ recipientId, limit }) : listPending(db, recipientId, query)
  }

  const readMessages = batchCalls(LOOKUPS_MAX, (all: readonly Wanted[]) => readForEach(db, all))

  const pendingRows = async (
    agentId: string,
    query: PendingFilter,
    announced: ReadonlySet<string> = new Set(),
  ) => {
    if (announced.size === 0) await settleMarks(agentId)
    const rows = await readRows(agentId, query)
    const missing = [...announced].filter((id) => !rows.some((row) => row.message_id === id))
    if (missing.length === 0 || rows.length >= query.limit) return rows
    const seen = await listPending(db, agentId, { ...query, seenMessageIds: missing })
    return [...seen, ...rows].slice(0, query.limit)
  }

  return {
    async read({ actor }, query, announced) {
      const pausedUntil = breaker.pausedUntil(actor.accountId)
      if (pausedUntil !== undefined) return { mails: [], positions: new Map(query.after), pausedUntil }
      const rows = await pendingRows(actor.accountId, query, announced)

      const messages = new Map<string, Message>()
      for (const [id, inSpace] of Map.groupBy(rows, (row) => row.space_id)) {
        const ids = inSpace.flatMap((row) => row.message_id ?? [])
        for (const message of await readMessages({ spaceId: id, ids })) messages.set(message.id, message)
      }
      const positions = new Map(query.after)
      for (const row of rows) positions.set(row.space_id, Math.max(positions.get(row.space_id) ?? 0, row.seq))
      return {
        positions,
        pausedUntil,
        mails: rows.flatMap((row) => {
          const message = row.message_id === null ? undefined : messages.get(row.message_id)
          return message === undefined ? [] : [{ row, message }]
        }),
      }
    },
    count: ({ accountId }, reasons) => countPending(db, accountId, reasons),
    markOnAnswer({ actor, answered }, mails, as) {
      if (mails.length === 0) return
      const { accountId } = actor
      track(
        accountId,
        answered.then((isWritten) => (isWritten ? mark(accountId, mails, as) : undefined)),
      )
    },
  }
}

/** How many mails of the page are unread; another call of the agent may have marked the rest meanwhile. */
export function unseenIn({ mails }: Pick<MailPage, 'mails'>): number {
  return mails.filter(({ row }) => row.state !== 'seen').length
}
