/** From something addressed to the agent to its reply: begun, said, kept, posted, done. */
import type { Api } from './api.ts'
import { pause, waitMs } from './backoff.ts'
import { Refused, Stop, textOf } from './errors.ts'
import { insist } from './retry.ts'
import type { Ledger } from './journal.ts'
import type { KeptReply, LedgerRecord } from './journal-records.ts'
import { markRead } from './mailbox.ts'
import { PARTS_MAX, partsOf } from './parts.ts'
import type { Handle, InboxItem, Message } from './types.ts'

/** What is known beside the message. */
export interface Context {
  readonly agent: Handle
  /** The delivery's id: the same when a message is handed over again. */
  readonly deliveryId: string
  /** `mention` or `reply`. */
  readonly reason: string
  /** 1 for the first time. */
  readonly attempt: number
  /** Aborted when the listener is told to end. */
  readonly signal: AbortSignal
}

/** What the agent says to a message; nothing means that there is nothing to say. */
export type Answer = (message: Message, context: Context) => Promise<string | void> | string | void

export interface AnsweringDeps {
  readonly api: Api
  readonly ledger: Ledger
  readonly agent: Handle
  readonly answer: Answer
  /** How often the answering of one message is tried. */
  readonly attempts: number
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

const RETRY = { firstMs: 2000, maxMs: 60_000 }

/** Answers it, or leaves it unread and says why. @throws Stop */
export async function attend(deps: AnsweringDeps, item: InboxItem): Promise<void> {
  const { signal, log } = deps
  const { message } = item
  // what is about a task waits for whoever does tasks
  if (message === null) return
  const name = `${message.short_id} of @${message.username}`
  try {
    const reply = message.deleted_at === null ? await replyTo(deps, item, message, name) : undefined
    if (reply === undefined) {
      await insist(deps, name, () => markRead(deps.api, signal, item.id))
      await note(deps, item.id, 'done')
      log(`${name}: read, no reply`)
    } else await deliver(deps, item.id, name, reply)
  } catch (error) {
    if (error instanceof Stop) throw error
    if (signal.aborted) return
    await note(deps, item.id, 'failed')
    log(`${name}: left unread: ${textOf(error)}`)
  }
}

/** Posts a reply that is kept, and whatever of it was posted before isn't posted again. @throws Stop, and what won't pass. */
export async function deliver(
  deps: AnsweringDeps,
  id: string,
  name: string,
  { messageId, parts }: KeptReply,
): Promise<void> {
  const { api, signal, log } = deps
  try {
    let isReaction = false
    for (const [index, content] of parts.entries()) {
      const json = { content }
      const key = `flockwork-listen-${id}-${index + 1}`
      // without the signal: what was said is posted also when the listener is just told to end
      const post = () => api.call('POST', `/posts/${messageId}/reply`, { json, key })
      const posted = (await insist(deps, name, post)) as { message: Message | null }
      isReaction = posted.message === null
    }
    // which doesn't count as an answer
    if (isReaction) await insist(deps, name, () => markRead(api, signal, id))
    log(`${name}: answered${parts.length > 1 ? ` in ${parts.length} messages` : ''}`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const isOver =
      error.code === 'idempotency_mismatch' || error.code === 'agent_disabled' || error.status === 404
    if (!isOver) throw error
    log(`${name}: ${error.code === 'idempotency_mismatch' ? 'was answered before' : textOf(error)}`)
  }
  await note(deps, id, 'done')
}

/** The reply, kept before anything of it is posted; undefined when there is none. */
async function replyTo(
  deps: AnsweringDeps,
  item: InboxItem,
  message: Message,
  name: string,
): Promise<KeptReply | undefined> {
  const { ledger, log } = deps
  const known = ledger.entries.get(item.id)
  if (known?.reply !== undefined) return known.reply

  const { parts, leftOut } = partsOf(await ask(deps, item, message, name, known?.begun ?? 0))
  if (parts.length === 0) return undefined
  if (leftOut > 0) {
    log(
      `${name}: the reply is too long for ${PARTS_MAX} messages, its last ${leftOut} characters are left out`,
    )
  }
  const reply = { messageId: message.id, parts, at: Date.now() }
  await ledger.note({ id: item.id, step: 'reply', ...reply })
  return reply
}

/** @throws what the last attempt threw. */
async function ask(
  deps: AnsweringDeps,
  item: InboxItem,
  message: Message,
  name: string,
  begunBefore: number,
): Promise<string> {
  const { agent, answer, attempts, signal, log } = deps
  if (begunBefore >= attempts)
    throw new Error(`it was begun and never came to an end (${begunBefore} of ${attempts})`)
  for (let attempt = begunBefore + 1; ; attempt++) {
    await note(deps, item.id, 'begun')
    try {
      const context = { agent, deliveryId: item.id, reason: item.reason, attempt, signal }
      return (await answer(message, context)) ?? ''
    } catch (error) {
      if (signal.aborted) await note(deps, item.id, 'interrupted')
      if (signal.aborted || error instanceof Stop || attempt >= attempts) throw error
      const ms = waitMs(RETRY, attempt, Math.random())
      log(`${name}: ${textOf(error)}. Again in ${Math.round(ms / 1000)} s (${attempt} of ${attempts}).`)
      await pause(ms, signal)
      if (signal.aborted) throw error
    }
  }
}

function note(
  { ledger }: AnsweringDeps,
  id: string,
  step: Exclude<LedgerRecord['step'], 'reply'>,
): Promise<void> {
  return ledger.note({ id, at: Date.now(), step })
}
