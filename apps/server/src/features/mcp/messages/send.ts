/** `messages` send: posts as the agent, and waits for the answer if asked. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { IDEMPOTENCY_KEY_MAX_CHARS } from '@flockwork/contract/limits'
import { MessageText, type Message, type Posted } from '@flockwork/contract/messages'
import { shortId } from '@flockwork/contract/text/short-id'
import { invalid } from '../../../platform/errors.ts'
import { endWait, say } from '../../messages/index.ts'
import { findMessage, homeOf } from '../tools/find-message.ts'
import { unseenIn } from '../mailbox/mailbox.ts'
import { QUOTED, linesOf, onOneLine, presentEvent, presentItem } from '../answers/present.ts'
import { refusalIn } from '../answers/refusals.ts'
import { succeed, type Facts } from '../answers/result.ts'
import type { MessagesArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { textOf } from '../tools/values.ts'
import type { Waited } from '../waiting/wait.ts'
import { REASONS, waitInPlace, whyNoPlace } from './waiting.ts'
import { isPlace, type WaitPlace } from '../waiting/waits.ts'

/** A message that is stored, whatever becomes of the wait. */
interface Sent {
  readonly message: Message
  readonly paused: Posted['paused']
}

interface Answered extends Waited {
  /** How much is unread beside the answer. */
  readonly unread: number
}

export async function send(
  services: ToolServices,
  call: ToolCall,
  args: MessagesArguments,
): Promise<CallToolResult> {
  const wantsWait = args.wait === true
  const entered = wantsWait ? services.waits.enter(call.actor, call.requestId) : undefined
  const place = entered !== undefined && isPlace(entered) ? entered : undefined
  const none = entered !== undefined && !isPlace(entered) ? entered : undefined
  try {
    const { message, reaction, paused } = await post(services, call, args, place !== undefined)
    if (message === null) return reacted(reaction)
    const sent: Sent = { message, paused }
    if (place !== undefined) return await waitAndTell(services, call, args, place, sent)
    if (none === undefined) return notAnswered(sent)
    return notAnswered(sent, `Not waited. ${whyNoPlace(none)}`, {
      retry_after_seconds: none.retryAfterSeconds,
    })
  } finally {
    place?.leave()
  }
}

/** A reply that is nothing but a reaction is one; nobody is addressed by it, so nothing is waited for. */
function reacted(reaction: Posted['reaction']): CallToolResult {
  const { message_id: messageId, emojis } = reaction ?? { message_id: null, emojis: [] }
  const told = `Reacted with ${emojis.join(' ')} to [id:${messageId === null ? '' : shortId(messageId)}]`
  return succeed(told, {
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
  return say(messages, actor, {
    spaceId: parent?.space_id ?? (await homeOf(db, actor)),
    content: content.data,
    channel: textOf(args.channel),
    parentId: parent?.id,
    isWaiting,
    asksToWait: args.wait === true,
    key,
  })
}

/** The message is stored: what ends the wait is told beside it, so that nobody sends it again. */
async function waitAndTell(
  services: ToolServices,
  call: ToolCall,
  args: MessagesArguments,
  place: WaitPlace,
  sent: Sent,
): Promise<CallToolResult> {
  try {
    return answered(call, sent, await waitForAnswer(services, call, args, place, sent.message))
  } catch (error) {
    const { text, facts } = refusalIn(error, services.onError)
    return notAnswered(sent, `It is stored. The wait for an answer ended: ${text}`, facts)
  }
}

/** What is addressed to the agent in this space after its message; the message is marked as waiting meanwhile. */
async function waitForAnswer(
  services: ToolServices,
  call: ToolCall,
  args: MessagesArguments,
  place: WaitPlace,
  { id, space_id: spaceId, seq }: Message,
): Promise<Answered> {
  const query = {
    spaceId,
    reasons: REASONS[args.wait_mode ?? 'direct'],
    after: new Map([[spaceId, seq]]),
    limit: 20,
  }
  try {
    const waited = await waitInPlace(services, call, place, query, args.timeout)
    const unread = (await services.mailbox.count(call.actor)) - unseenIn(waited)
    services.mailbox.hand(call, waited.mails, 'seen')
    return { ...waited, unread: Math.max(0, unread) }
  } finally {
    await endWait(services, spaceId, id)
  }
}

function notAnswered(sent: Sent, why?: string, facts: Facts = {}): CallToolResult {
  return succeed([told(sent), ...(why === undefined ? [] : [why])].join('\n'), {
    ...factsOf(sent),
    ...facts,
    status: 'sent',
    messages: [],
    events: [],
    timed_out: false,
  })
}

function answered(
  { actor }: ToolCall,
  sent: Sent,
  { mails, isTimedOut, elapsedSeconds, unread }: Answered,
): CallToolResult {
  const items = mails.map((mail) => presentItem(mail.message, actor))
  const outcome = isTimedOut
    ? `WAIT TIMEOUT after ${elapsedSeconds}s. To go on waiting, call messages with action check and wait true.`
    : linesOf(`✅ WAIT SUCCESS: Found ${items.length} mentions after ${elapsedSeconds}s`, items)
  return succeed(`${told(sent)}\n${outcome}`, {
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

function told({ message, paused = [] }: Sent): string {
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
      `${nameIn(key)} temporarily paused: this message reaches it in ${seconds} s.`,
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

/** The handle of `agent:{handle}`. */
function nameIn(key: string): string {
  return `@${key.slice(key.indexOf(':') + 1)}`
}
