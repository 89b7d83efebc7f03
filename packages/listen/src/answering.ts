/** Handles one inbox item: run the answer, journal its reply, post it, mark it done. */
import type { Api } from './api.ts'
import { messageOf } from './assignment.ts'
import { pause, waitMs } from './backoff.ts'
import { isOutOfReach, Refused, FatalError, textOf } from './errors.ts'
import { retry } from './retry.ts'
import type { Journal } from './journal.ts'
import type { PendingReply, JournalRecord } from './journal-records.ts'
import { trustOf, type Trust } from './labelled.ts'
import { markRead } from './mailbox.ts'
import type { FindOwner } from './owner.ts'
import { PARTS_MAX, partsOf } from './parts.ts'
import type { Handle, InboxItem, Message } from './types.ts'

/** The context of a message. */
export interface Context {
  readonly agent: Handle
  /** The handle of the agent's owner; null for none, or if unknown. */
  readonly owner: string | null
  /**
   * How far the message may be trusted: its author is the agent's owner, another person, or a program. Of a task, the
   * least of those who wrote it.
   */
  readonly trust: Trust
  /** The delivery's id; the same on every retry. */
  readonly deliveryId: string
  /** `mention` or `reply`; `assignment` or `approval` of the message's `task`. */
  readonly reason: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Aborted when the listener shuts down. */
  readonly signal: AbortSignal
}

/** Returns the reply to a message; an empty answer posts nothing. */
export type Answer = (message: Message, context: Context) => Promise<string | void> | string | void

export interface HandlerDeps {
  readonly api: Api
  readonly journal: Journal
  readonly agent: Handle
  readonly findOwner: FindOwner
  readonly answer: Answer
  /** Attempts per message. */
  readonly attempts: number
  /** How long an answer may take until the log says what the author reads by then; five minutes by default. */
  readonly silentAfterMs?: number
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

/** The same wording as on every screen; the author of a message sees it after five minutes without an answer. */
export const NO_SIGN_OF_READING = 'handed over, no sign of reading'
const SILENT_AFTER_MS = 5 * 60 * 1000

const RETRY = { firstMs: 2000, maxMs: 60_000 }

/**
 * Answers the item, or leaves it unread and logs why.
 * @returns false if the agent is no longer in the space: the item, with its journalled reply, waits until the inbox has
 * it again
 * @throws FatalError
 */
export async function handle(deps: HandlerDeps, item: InboxItem): Promise<boolean> {
  const { signal, log } = deps
  const message = messageOf(item)
  if (message === undefined) return true
  const name = `${message.short_id} of @${message.username}`
  if (item.notice !== undefined) log(`${name}: its author reads: ${item.notice}`)
  try {
    const reply = message.deleted_at === null ? await replyTo(deps, item, message, name) : undefined
    if (reply === undefined) {
      await retry(deps, name, () => markRead(deps.api, signal, item.id))
      await record(deps, item.id, 'done')
      log(`${name}: read, no reply`)
    } else await deliver(deps, item.id, name, reply)
  } catch (error) {
    if (error instanceof FatalError) throw error
    if (signal.aborted) return true
    if (isOutOfReach(error)) {
      log(`${name}: out of reach now: ${textOf(error)}`)
      return false
    }
    await record(deps, item.id, 'failed')
    log(`${name}: left unread: ${textOf(error)}`)
  }
  return true
}

/**
 * Posts a journalled reply. Idempotency keys prevent parts from being posted twice.
 * @throws FatalError, and errors that a retry won't fix.
 */
export async function deliver(
  deps: HandlerDeps,
  id: string,
  name: string,
  { messageId, parts }: PendingReply,
): Promise<void> {
  const { api, signal, log } = deps
  try {
    let isReaction = false
    for (const [index, content] of parts.entries()) {
      const json = { content }
      const key = `flockwork-listen-${id}-${index + 1}`
      // without the signal: a finished reply is posted even during shutdown
      const post = () => api.call('POST', `/posts/${messageId}/reply`, { json, key })
      const posted = (await retry(deps, name, post)) as { message: Message | null }
      isReaction = posted.message === null
    }
    // a reaction doesn't count as an answer
    if (isReaction) await retry(deps, name, () => markRead(api, signal, id))
    log(`${name}: answered${parts.length > 1 ? ` in ${parts.length} messages` : ''}`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const isOver = error.code === 'idempotency_mismatch' || error.code === 'agent_disabled'
    if (!isOver) throw error
    log(`${name}: ${error.code === 'idempotency_mismatch' ? 'was answered before' : textOf(error)}`)
  }
  await record(deps, id, 'done')
}

/** The reply, journalled before any part of it is posted; undefined for an empty answer. */
async function replyTo(
  deps: HandlerDeps,
  item: InboxItem,
  message: Message,
  name: string,
): Promise<PendingReply | undefined> {
  const { journal, log } = deps
  const known = journal.entries.get(item.id)
  if (known?.reply !== undefined) return known.reply

  const { parts, leftOut } = partsOf(await runAnswer(deps, item, message, name, known?.begun ?? 0))
  if (parts.length === 0) return undefined
  if (leftOut > 0) {
    log(
      `${name}: the reply is too long for ${PARTS_MAX} messages, its last ${leftOut} characters are left out`,
    )
  }
  const reply = { messageId: message.id, parts, at: Date.now() }
  await journal.append({ id: item.id, step: 'reply', ...reply })
  return reply
}

/** @throws the error of the last attempt. */
async function runAnswer(
  deps: HandlerDeps,
  item: InboxItem,
  message: Message,
  name: string,
  begunBefore: number,
): Promise<string> {
  const { agent, answer, attempts, findOwner, signal, log, silentAfterMs = SILENT_AFTER_MS } = deps
  if (begunBefore >= attempts)
    throw new Error(`it was begun and never came to an end (${begunBefore} of ${attempts})`)
  const owner = await retry(deps, name, () => findOwner(message.space_id, signal))
  const about = { agent, owner, trust: trustOf(message, { agent, owner }) }
  for (let attempt = begunBefore + 1; ; attempt++) {
    await record(deps, item.id, 'begun')
    const silent = setTimeout(() => log(`${name}: its author reads: ${NO_SIGN_OF_READING}`), silentAfterMs)
    try {
      const context = { ...about, deliveryId: item.id, reason: item.reason, attempt, signal }
      return (await answer(message, context)) ?? ''
    } catch (error) {
      if (signal.aborted) await record(deps, item.id, 'interrupted')
      if (signal.aborted || error instanceof FatalError || attempt >= attempts) throw error
      const ms = waitMs(RETRY, attempt, Math.random())
      log(`${name}: ${textOf(error)}. Again in ${Math.round(ms / 1000)} s (${attempt} of ${attempts}).`)
      await pause(ms, signal)
      if (signal.aborted) throw error
    } finally {
      clearTimeout(silent)
    }
  }
}

function record(
  { journal }: HandlerDeps,
  id: string,
  step: Exclude<JournalRecord['step'], 'reply'>,
): Promise<void> {
  return journal.append({ id, at: Date.now(), step })
}
