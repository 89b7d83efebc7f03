/**
 * An agent's mailbox over MCP: what is addressed to it and not seen, in every space it acts in. Rows are
 * marked only after the answer that held them was written, so a lost connection delivers them again.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Message } from '@flockwork/contract/messages'
import type { AgentActor } from '../../../platform/actor.ts'
import { inBatches } from '../../../platform/batching.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { Breaker } from '../../agents/index.ts'
import {
  countPending,
  createSeenMarks,
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

/** A row of the mailbox with its message. */
export interface Mail {
  readonly row: PendingRow
  readonly message: Message
}

export interface MailPage {
  readonly mails: readonly Mail[]
  /** Where to go on. */
  readonly positions: Positions
  /** Until when the circuit breaker holds the mail back, milliseconds since 1970. */
  readonly heldUntil: number | undefined
}

export interface Mailbox {
  /**
   * What is pending now, oldest first. `heard` are messages that the hub handed to a waiting call: each of
   * the agent's waits gets them, though another's answer marked them as seen since. A connection that is
   * dead without knowing it would else take a message from the one that lives.
   */
  read(call: Call, query: PendingFilter, heard?: ReadonlySet<string>): Promise<MailPage>
  /** How much is unread, of these reasons or of any. */
  count(actor: AgentActor, reasons?: readonly string[]): Promise<number>
  /** Marks the mails once the answer is written: as seen, or as delivered. */
  hand(call: Call, mails: readonly Mail[], as: 'seen' | 'delivered'): void
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly receipts: Pick<Receipts, 'handed'>
  /** While the circuit breaker pauses an agent its mail waits. */
  readonly breaker: Pick<Breaker, 'pausedUntil'>
  readonly onError: (error: unknown) => void
}

/** Mailboxes that are read in one query. */
const LOOKUPS_MAX = 100

/** How long a call waits for an earlier answer of its agent to be written and marked. */
const MARKING_WAIT_MS = 1000

export function createMailbox({ db, clock, receipts, breaker, onError }: Deps): Mailbox {
  const markSeen = createSeenMarks({ db, clock })
  /** Answers on their way to an agent whose rows aren't marked yet. */
  const underWay = new Map<string, Set<Promise<void>>>()

  const track = (agentId: string, marking: Promise<void>) => {
    const markings = underWay.get(agentId) ?? new Set()
    underWay.set(agentId, markings)
    const tracked = marking.catch(onError).finally(() => {
      markings.delete(tracked)
      if (markings.size === 0) underWay.delete(agentId)
    })
    markings.add(tracked)
  }

  /** A caller's next call doesn't get again what its last one is just marking. */
  const markingsOf = async (agentId: string) => {
    const markings = underWay.get(agentId)
    if (markings === undefined) return
    const timeout = new AbortController()
    const late = delay(MARKING_WAIT_MS, undefined, { signal: timeout.signal }).catch(() => {})
    await Promise.race([Promise.all(markings), late])
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
      receipts.handed(
        agentId,
        spaceId,
        inSpace.map(({ message }) => message.id),
      )
    }
  }

  const readWhole = inBatches(LOOKUPS_MAX, (all: readonly PendingOf[]) => listPendingOfEach(db, all))
  const readRows = (recipientId: string, query: PendingFilter) => {
    const { limit, ...narrowing } = query
    const isWhole = Object.values(narrowing).every((value) => value === undefined)
    return isWhole ? readWhole({ recipientId, limit }) : listPending(db, recipientId, query)
  }

  const readOne = inBatches(LOOKUPS_MAX, (all: readonly Wanted[]) => readForEach(db, all))

  const pendingRows = async (
    agentId: string,
    query: PendingFilter,
    heard: ReadonlySet<string> = new Set(),
  ) => {
    if (heard.size === 0) await markingsOf(agentId)
    const rows = await readRows(agentId, query)
    const missing = [...heard].filter((id) => !rows.some((row) => row.message_id === id))
    if (missing.length === 0 || rows.length >= query.limit) return rows
    const seen = await listPending(db, agentId, { ...query, seenMessageIds: missing })
    return [...seen, ...rows].slice(0, query.limit)
  }

  return {
    async read({ actor }, query, heard) {
      const heldUntil = breaker.pausedUntil(actor.accountId)
      if (heldUntil !== undefined) return { mails: [], positions: new Map(query.after), heldUntil }
      const rows = await pendingRows(actor.accountId, query, heard)

      const messages = new Map<string, Message>()
      for (const [id, inSpace] of Map.groupBy(rows, (row) => row.space_id)) {
        const ids = inSpace.flatMap((row) => row.message_id ?? [])
        for (const message of await readOne({ spaceId: id, ids })) messages.set(message.id, message)
      }
      const positions = new Map(query.after)
      for (const row of rows) positions.set(row.space_id, Math.max(positions.get(row.space_id) ?? 0, row.seq))
      return {
        positions,
        heldUntil,
        mails: rows.flatMap((row) => {
          const message = row.message_id === null ? undefined : messages.get(row.message_id)
          return message === undefined ? [] : [{ row, message }]
        }),
      }
    },
    count: ({ accountId }, reasons) => countPending(db, accountId, reasons),
    hand({ actor, answered }, mails, as) {
      if (mails.length === 0) return
      const { accountId } = actor
      track(
        accountId,
        answered.then((isWritten) => (isWritten ? mark(accountId, mails, as) : undefined)),
      )
    },
  }
}

/** How many of the page were unread, without what another call of the agent has marked meanwhile. */
export function unseenIn({ mails }: Pick<MailPage, 'mails'>): number {
  return mails.filter(({ row }) => row.state !== 'seen').length
}
