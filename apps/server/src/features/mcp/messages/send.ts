/** The action `send` of the tool `messages`: posts as the agent, and on request waits for the answer. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { IDEMPOTENCY_KEY_MAX_CHARS } from '@flockwork/contract/limits'
import { MessageText, type Message, type Posted } from '@flockwork/contract/messages'
import { shortId } from '@flockwork/contract/text/short-id'
import { invalid } from '../../../platform/errors.ts'
import { wherePlaced } from '../../agents/index.ts'
import { endWait, postOrReact } from '../../messages/index.ts'
import { findMessage, homeSpaceOf } from '../tools/find-message.ts'
import { unseenIn } from '../mailbox/mailbox.ts'
import { onOneLine } from '../answers/one-line.ts'
import { QUOTED, linesOf, presentEvent, presentItem } from '../answers/present.ts'
import { refusalIn } from '../answers/refusals.ts'
import { succeed, type Facts } from '../answers/result.ts'
import type { MessagesArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { textOf } from '../tools/values.ts'
import type { WaitResult } from '../waiting/wait.ts'
import { isSlot, type WaitSlot } from '../waiting/waits.ts'
import { REASONS, waitInSlot, whyNoSlot } from './wait-in-slot.ts'

/** The stored message; a wait that fails doesn't undo it. */
interface Sent {
  readonly message: Message
  readonly paused: Posted['paused']
}

interface Answer extends WaitResult {
  /** The number of unread messages besides those of the answer. */
  readonly unread: number
}

export async function send(
  services: ToolServices,
  call: ToolCall,
  args: MessagesArguments,
): Promise<CallToolResult> {
  const wantsWait = args.wait === true
  const entered = wantsWait ? services.waits.enter(call.actor, call.requestId) : undefined
  const slot = entered !== undefined && isSlot(entered) ? entered : undefined
  const noSlot = entered !== undefined && !isSlot(entered) ? entered : undefined
  try {
    const { message, reaction, paused } = await post(services, call, args, slot !== undefined)
    if (message === null) return presentReaction(reaction)
    const sent: Sent = { message, paused }
    if (slot !== undefined) return await sendAndWait(services, call, args, slot, sent)
    if (noSlot === undefined) return presentUnanswered(sent)
    return presentUnanswered(sent, `Not waited. ${whyNoSlot(noSlot)}`, {
      retry_after_seconds: noSlot.retryAfterSeconds,
    })
  } finally {
    slot?.release()
  }
}

/** A reply of emoji alone became a reaction; it addresses nobody, so there is no answer to wait for. */
function presentReaction(reaction: Posted['reaction']): CallToolResult {
  const { message_id: messageId, emojis } = reaction ?? { message_id: null, emojis: [] }
  const text = `Reacted with ${emojis.join(' ')} to [id:${messageId === null ? '' : shortId(messageId)}]`
  return succeed(text, {
    status: 'reacted',
    message_id: messageId,
    messages: [],
    events: [],
    timed_out: false,
  })
}

async function post(
  { db, messages }: ToolServices,
  { actor }: ToolCall,
  args: MessagesArguments,
  isWaiting: boolean,
): Promise<Posted> {
  const content = MessageText.safeParse(args.content ?? '')
  if (!content.success) throw invalid(['content'], content.error.issues[0]?.message ?? 'must be text')
  const key = textOf(args.idempotency_key)
  if (key !== undefined && key.length > IDEMPOTENCY_KEY_MAX_CHARS) {
    throw invalid(['idempotency_key'], `must be at most ${IDEMPOTENCY_KEY_MAX_CHARS} characters`)
  }
  const parentId = textOf(args.parent_message_id)
  const parent =
    parentId === undefined ? undefined : await findMessage(db, actor, parentId, 'parent_message_id')
  const postIn = (spaceId: string) =>
    postOrReact(messages, actor, {
      spaceId,
      content: content.data,
      channel: textOf(args.channel),
      parentId: parent?.id,
      isWaiting,
      asksToWait: args.wait === true,
      key,
    })
  if (parent !== undefined) return postIn(parent.space_id)
  return wherePlaced(db, actor, await homeSpaceOf(db, actor), postIn)
}

/** A failed wait is answered as a success with a reason: the message is stored, and must not be sent again. */
async function sendAndWait(
  services: ToolServices,
  call: ToolCall,
  args: MessagesArguments,
  slot: WaitSlot,
  sent: Sent,
): Promise<CallToolResult> {
  try {
    return presentAnswer(call, sent, await waitForAnswer(services, call, args, slot, sent.message))
  } catch (error) {
    const { text, facts } = refusalIn(error, services.onError)
    return presentUnanswered(sent, `It is stored. The wait for an answer ended: ${text}`, facts)
  }
}

/** Waits for what is addressed to the agent in this space after its message, which shows as waiting meanwhile. */
async function waitForAnswer(
  services: ToolServices,
  call: ToolCall,
  args: MessagesArguments,
  slot: WaitSlot,
  { id, space_id: spaceId, seq }: Message,
): Promise<Answer> {
  const query = {
    spaceId,
    reasons: REASONS[args.wait_mode ?? 'direct'],
    after: new Map([[spaceId, seq]]),
    limit: 20,
  }
  try {
    const waited = await waitInSlot(services, call, slot, query, args.timeout)
    const unread = (await services.mailbox.count(call.actor)) - unseenIn(waited)
    services.mailbox.markOnAnswer(call, waited.mails, 'seen')
    return { ...waited, unread: Math.max(0, unread) }
  } finally {
    await endWait(services, spaceId, id)
  }
}

function presentUnanswered(sent: Sent, why?: string, facts: Facts = {}): CallToolResult {
  return succeed([summaryOf(sent), ...(why === undefined ? [] : [why])].join('\n'), {
    ...factsOf(sent),
    ...facts,
    status: 'sent',
    messages: [],
    events: [],
    timed_out: false,
  })
}

function presentAnswer(
  { actor }: ToolCall,
  sent: Sent,
  { mails, isTimedOut, elapsedSeconds, unread }: Answer,
): CallToolResult {
  const items = mails.map((mail) => presentItem(mail.message, actor))
  const outcome = isTimedOut
    ? `WAIT TIMEOUT after ${elapsedSeconds}s. To go on waiting, call messages with action check and wait true.`
    : linesOf(`✅ WAIT SUCCESS: Found ${items.length} mentions after ${elapsedSeconds}s`, items, actor)
  return succeed(`${summaryOf(sent)}\n${outcome}`, {
    ...factsOf(sent),
    status: isTimedOut ? 'sent' : 'answered',
    messages: items,
    events: mails.map(presentEvent),
    unread_count: unread,
    timed_out: isTimedOut,
  })
}

function factsOf({ message, paused }: Sent) {
  return {
    message_id: message.id,
    short_id: message.short_id,
    channel: message.channel,
    mentions_resolved: message.mentions.map(({ handle }) => handle),
    mentions_unknown: message.mentions_unknown,
    deliveries: (message.deliveries ?? []).map(({ recipient, reason, state, why, at }) => ({
      recipient: recipient.handle,
      reason,
      state,
      why,
      at,
    })),
    ...(paused !== undefined && { paused }),
  }
}

function summaryOf({ message, paused = [] }: Sent): string {
  const deliveries = (message.deliveries ?? []).map(
    ({ recipient, reason, state, why }) =>
      `@${recipient.handle} (${reason}): ${state}${why === null ? '' : `, ${onOneLine(why)}`}`,
  )
  const unknown = message.mentions_unknown.map(({ handle, suggestions }) => {
    const nearest =
      suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map((name) => `@${name}`).join(', ')}?`
    return `Nobody here is called @${handle}.${nearest}`
  })
  const waiting = paused.map(
    ({ key, retry_after: seconds }) =>
      `${handleIn(key)} temporarily paused: this message reaches it in ${seconds} s.`,
  )
  const isQuoting = (message.deliveries ?? []).some(({ why }) => why !== null)
  return [
    `Sent to #${message.channel} [id:${message.short_id}]`,
    ...deliveries,
    ...(isQuoting ? [QUOTED] : []),
    ...waiting,
    ...unknown,
  ].join('\n')
}

/** `agent:{handle}` as `@{handle}`. */
function handleIn(key: string): string {
  return `@${key.slice(key.indexOf(':') + 1)}`
}
