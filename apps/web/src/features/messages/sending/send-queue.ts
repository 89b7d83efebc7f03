/** Sends one space's messages one at a time, and stores each until the server has acknowledged it. */
import type { Message, Posted } from '@flockwork/contract/messages'
import { ApiError } from '../../../api/api-error.ts'
import { withAcknowledged } from '../state/apply-events.ts'
import { withPending, withoutPending } from '../state/feed-state.ts'
import type { FeedStore } from '../state/feed-store.ts'
import { withReactions } from '../state/optimistic-reactions.ts'
import { resumed, restored, type PendingSend, type PendingStore } from '../state/pending.ts'
import { refusalReason } from './send-failure.ts'

/** An agent that a message mentions and that the circuit breaker paused. */
export interface Paused {
  key: string
  retry_after: number
}

/** `message` is null if the text was a reaction: then nothing replaces the row. */
export type Acknowledged = Pick<
  Posted,
  'message' | 'paused' | 'reaction' | 'reaction_counts' | 'user_reactions'
>

export type SendOutcome =
  | { kind: 'sent'; message: Message | null; paused: Paused[]; isReaction?: boolean }
  /** Offline: it is sent when the network is back. */
  | { kind: 'queued' }
  /** It stays in the feed until it is retried or discarded. */
  | { kind: 'failed'; clientId: string; error: unknown }

export type Outgoing = Pick<PendingSend, 'kind' | 'content' | 'channel' | 'parentId' | 'threadRootId'>

export interface SendQueue {
  /** Shows the message at once and sends it after those before it. Never rejects. */
  send(message: Outgoing): Promise<SendOutcome>
  /** Sends a failed message again, under the same key. */
  retry(clientId: string): Promise<SendOutcome>
  /** @returns its text, for Edit; null if it has been sent meanwhile */
  discard(clientId: string): string | null
  /** Call when the server is reachable again: sends what is queued. */
  flush(): void
  /** Takes over what an earlier page left unsent. */
  restore(): void
  /** @returns when the request under way has ended; whatever is unsent stays stored */
  stop(): Promise<void>
}

interface Deps {
  spaceId: string
  post: (row: PendingSend) => Promise<Acknowledged>
  feed: FeedStore
  store: PendingStore
  isOnline: () => boolean
  newId: () => string
  now: () => number
  /** Nothing is sent before this: the end of an earlier queue of the same space. */
  earlier?: Promise<void> | undefined
}

export function createSendQueue(deps: Deps): SendQueue {
  const { spaceId, post, feed, store, isOnline, newId, now, earlier } = deps
  const waiting = new Map<string, (outcome: SendOutcome) => void>()
  const tracked = new Set<string>()
  let pumping: Promise<void> | null = null
  let isStopped = false

  // an event may acknowledge a row before its response, or without one
  const unsubscribe = feed.subscribe(() => {
    if (tracked.size === 0) return
    const shown = new Set(feed.state().pending.map(({ clientId }) => clientId))
    for (const clientId of tracked) if (!shown.has(clientId)) settle(clientId)
  })

  function put(row: PendingSend): void {
    store.save(row)
    feed.update((state) => withPending(state, row))
    tracked.add(row.clientId)
  }

  function settle(clientId: string): void {
    tracked.delete(clientId)
    store.remove(clientId)
  }

  function finish(clientId: string, outcome: SendOutcome): void {
    waiting.get(clientId)?.(outcome)
    waiting.delete(clientId)
  }

  function start(row: PendingSend): Promise<SendOutcome> {
    const isNow = isOnline()
    put({ ...row, status: isNow ? 'sending' : 'queued', problem: null, isUnanswered: false })
    if (!isNow) return Promise.resolve({ kind: 'queued' })
    return new Promise((resolve) => {
      waiting.set(row.clientId, resolve)
      pump()
    })
  }

  function pump(): void {
    pumping ??= sendAll()
  }

  async function sendAll(): Promise<void> {
    // yields even when it is undefined, so that `pumping` is assigned before it is reset
    await earlier
    try {
      for (let row = next(); row && !isStopped; row = next()) await sendOne(row)
    } finally {
      // nothing has been awaited since `next` found no row, so a message sent from now on starts this again
      pumping = null
    }
  }

  function next(): PendingSend | undefined {
    return feed.state().pending.find(({ status }) => status === 'sending')
  }

  async function sendOne(row: PendingSend): Promise<void> {
    const { clientId } = row
    try {
      const { message, paused = [], reaction, reaction_counts, user_reactions } = await post(row)
      settle(clientId)
      feed.update((state) =>
        message ? withAcknowledged(state, clientId, message) : withoutPending(state, clientId),
      )
      if (reaction && reaction_counts && user_reactions) {
        feed.update((state) => withReactions(state, reaction.message_id, { reaction_counts, user_reactions }))
      }
      finish(clientId, { kind: 'sent', message, paused, isReaction: reaction !== undefined })
    } catch (error) {
      const isSettled = !feed.state().pending.some((pending) => pending.clientId === clientId)
      if (isSettled) return finish(clientId, { kind: 'sent', message: null, paused: [] })
      // it is still stored, for the queue that follows
      if (isStopped) return finish(clientId, { kind: 'queued' })
      const isUnanswered = !(error instanceof ApiError)
      if (isUnanswered && !isOnline()) {
        put({ ...row, status: 'queued' })
        return finish(clientId, { kind: 'queued' })
      }
      put({ ...row, status: 'failed', problem: refusalReason(error), isUnanswered })
      finish(clientId, { kind: 'failed', clientId, error })
    }
  }

  function flush(): void {
    if (isStopped) return
    for (const row of feed.state().pending) {
      const ready = resumed(row, now())
      if (ready !== row) put(ready)
    }
    pump()
  }

  return {
    send: (message) =>
      start({
        ...message,
        clientId: newId(),
        spaceId,
        createdAt: now(),
        status: 'sending',
        problem: null,
        isUnanswered: false,
      }),
    retry(clientId) {
      const row = feed.state().pending.find((pending) => pending.clientId === clientId)
      if (!row) return Promise.resolve({ kind: 'sent', message: null, paused: [] })
      return start(row)
    },
    discard(clientId) {
      const row = feed.state().pending.find((pending) => pending.clientId === clientId)
      settle(clientId)
      feed.update((state) => withoutPending(state, clientId))
      finish(clientId, { kind: 'queued' })
      return row?.content ?? null
    },
    flush,
    restore() {
      for (const row of store.all()) put(restored(row, now()))
      if (isOnline()) flush()
    },
    async stop() {
      isStopped = true
      unsubscribe()
      await pumping
    },
  }
}
