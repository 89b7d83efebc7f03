/** The action `send` of the tool `messages`: posts as the agent, and optionally waits for the answer. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { WAIT_WITH_PROGRESS_MAX_S } from '@flockwork/contract/limits'
import { MessageText, type Message, type Posted } from '@flockwork/contract/messages'
import { shortId } from '@flockwork/contract/text/short-id'
import { ApiError, invalid } from '../../../platform/errors.ts'
import { wherePlaced } from '../../agents/index.ts'
import { endWait, getMessage, postOrReact } from '../../messages/index.ts'
import { findMessage, homeSpaceOf } from '../tools/find-message.ts'
import { cutPage, unreadIn } from '../mailbox/mailbox.ts'
import {
  HOW_TO_ANSWER,
  eventsOf,
  itemsThatFit,
  linesOf,
  presentMails,
  type Item,
} from '../answers/present.ts'
import { deliveryLine, presentDeliveries } from '../answers/present-deliveries.ts'
import { QUOTED } from '../answers/quoted.ts'
import { refusalIn } from '../answers/refusals.ts'
import type { Facts } from '../answers/facts.ts'
import { succeed } from '../answers/result.ts'
import type { MessagesArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { keyOf, textOf, wantsAll } from '../tools/values.ts'
import type { WaitResult } from '../waiting/wait.ts'
import { isSlot, type WaitSlot } from '../waiting/waits.ts'
import { COUNTING, waitInSlot, whyNoSlot, whyStopped } from './wait-in-slot.ts'

/** The stored message; a failed wait doesn't undo it. */
interface Sent {
  readonly message: Message
  readonly paused: Posted['paused']
}

interface Answer extends WaitResult {
  /** The content of the page of mail. */
  readonly items: readonly Item[]
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
    if (noSlot === undefined) return presentUnanswered(call, sent)
    return presentUnanswered(call, sent, `Not waited. ${whyNoSlot(noSlot)}`, {
      retry_after_seconds: noSlot.retryAfterSeconds,
    })
  } finally {
    slot?.release()
  }
}

/** A reply of only emoji became a reaction; it addresses nobody, so there is no answer to wait for. */
function presentReaction(reaction: Posted['reaction']): CallToolResult {
  const { message_id: messageId, emojis } = reaction ?? { message_id: null, emojis: [] }
  const text = `Reacted with ${emojis.join(' ')} to [id:${messageId === null ? '' : shortId(messageId)}]`
  return succeed(text, {
    status: 'reacted',
    emojis,
    message_id: messageId,
    messages: [],
    events: [],
    timed_out: false,
  })
}

async function post(
  services: ToolServices,
  { actor }: ToolCall,
  args: MessagesArguments,
  isWaiting: boolean,
): Promise<Posted> {
  const { db, messages } = services
  const content = MessageText.safeParse(args.content ?? '')
  if (!content.success) throw invalid(['content'], content.error.issues[0]?.message ?? 'must be text')
  const key = keyOf(args)
  const parentId = textOf(args.parent_message_id)
  const parent =
    parentId === undefined ? undefined : await findMessage(services, actor, parentId, 'parent_message_id')
  const postIn = (spaceId: string) =>
    postOrReact(messages, actor, {
      spaceId,
      content: content.data,
      channel: textOf(args.channel),
      parentId: parent?.id,
      isWaiting,
      waitMaxS: WAIT_WITH_PROGRESS_MAX_S,
      asksToWait: args.wait === true,
      key,
    })
  if (parent !== undefined) return postIn(parent.space_id)
  return wherePlaced(db, actor, await homeSpaceOf(db, actor), postIn)
}

/** A failed wait is reported as a success with a reason: the message is stored, and must not be sent again. */
async function sendAndWait(
  services: ToolServices,
  call: ToolCall,
  args: MessagesArguments,
  slot: WaitSlot,
  sent: Sent,
): Promise<CallToolResult> {
  try {
    const answer = await waitForAnswer(services, call, args, slot, sent.message)
    return presentAnswer(services, call, await again(services, call, sent), answer)
  } catch (error) {
    const { text, facts } = refusalIn(error, services.onError)
    const now = await again(services, call, sent)
    return presentUnanswered(call, now, `It is stored. The wait for an answer ended: ${text}`, facts)
  }
}

/** The message re-read after the wait: others have read it meanwhile. */
async function again({ db, clock, onError }: ToolServices, { actor }: ToolCall, sent: Sent): Promise<Sent> {
  const message = await getMessage({ db, clock }, actor, sent.message.id).catch((error: unknown) => {
    // the message is stored even if this fails
    if (!(error instanceof ApiError)) onError(error)
    return sent.message
  })
  return { ...sent, message }
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
    ...COUNTING[args.wait_mode ?? 'direct'],
    // a reply to the message counts in every mode
    orRepliesTo: id,
    after: new Map([[spaceId, seq]]),
    limit: 20,
  }
  try {
    // a wait acknowledges, like a check
    await services.mailbox.acknowledge(call)
    const waited = await waitInSlot(services, call, slot, { query, timeout: args.timeout })
    const found = await presentMails(services, call.actor, waited.mails)
    const items = itemsThatFit(found, call.actor, wantsAll(args.detail))
    const page = cutPage(waited, items.length, query.after)
    const unread = (await services.mailbox.count(call.actor)) - unreadIn(page, call.actor)
    services.mailbox.markOnAnswer(call, page.mails, 'taking')
    return { ...page, items, unread: Math.max(0, unread) }
  } finally {
    // a failure of this must not replace an answer, which counts as handed over by now
    await endWait(services, spaceId, id).catch(services.onError)
  }
}

const HOW_TO_WAIT = 'To wait for an answer: messages with wait true.'

function presentUnanswered(call: ToolCall, sent: Sent, why?: string, facts: Facts = {}): CallToolResult {
  const next = [...nextOf(sent, call), why ?? HOW_TO_WAIT]
  return succeed([...summaryOf(sent), ...next].join('\n'), {
    ...factsOf(sent),
    ...facts,
    status: 'sent',
    messages: [],
    events: [],
    timed_out: false,
    next: next.join(' '),
  })
}

function presentAnswer(
  { clock }: ToolServices,
  call: ToolCall,
  sent: Sent,
  { mails, items, isTimedOut, stopped, elapsedSeconds, unread }: Answer,
): CallToolResult {
  const stop = stopped === undefined ? undefined : whyStopped(stopped, elapsedSeconds)
  const outcome =
    stop?.text ??
    (isTimedOut
      ? `WAIT TIMEOUT after ${elapsedSeconds}s. To go on waiting, call messages with action check and wait true.`
      : linesOf(
          `✅ WAIT SUCCESS: Found ${items.length} mentions after ${elapsedSeconds}s`,
          items,
          call.actor,
          clock.now(),
        ))
  const rest = unread === 0 ? [] : [`${unread} more unread: call messages with action check.`]
  const after = isTimedOut ? [] : [HOW_TO_ANSWER, ...rest]
  const next = nextOf(sent, call)
  const facts = {
    ...factsOf(sent),
    ...stop?.facts,
    status: isTimedOut ? 'sent' : 'answered',
    messages: items,
    events: eventsOf(mails, items),
    unread_count: unread,
    timed_out: isTimedOut,
    ...(!isTimedOut && { note: QUOTED }),
    next: [...next, ...(isTimedOut ? [outcome] : after)].join(' '),
  }
  return succeed([...summaryOf(sent), ...next, outcome, ...after].join('\n'), facts)
}

/** Hints for the sender about recipients that won't get the message, or only later. */
function nextOf({ message, paused = [] }: Sent, { actor }: ToolCall): string[] {
  const self = message.mentions.some(({ id }) => id === actor.accountId)
    ? [`You mentioned yourself, which wakes nobody: @${actor.username} gets no delivery.`]
    : []
  const unknown = message.mentions_unknown.map(({ handle, suggestions }) => {
    const nearest =
      suggestions.length === 0 ? '' : ` Did you mean ${suggestions.map((name) => `@${name}`).join(', ')}?`
    return `Nobody here is called @${handle}.${nearest}`
  })
  const waiting = paused.map(
    ({ key, retry_after: seconds }) =>
      `${handleIn(key)} temporarily paused: this message reaches it in ${seconds} s.`,
  )
  return [...waiting, ...unknown, ...self]
}

function factsOf({ message, paused }: Sent) {
  const isQuoting = (message.deliveries ?? []).some(({ why }) => why !== null)
  return {
    message_id: message.id,
    short_id: message.short_id,
    channel: message.channel,
    mentions_resolved: message.mentions.map(({ handle }) => handle),
    mentions_unknown: message.mentions_unknown,
    deliveries: presentDeliveries(message.deliveries),
    ...(isQuoting && { note: QUOTED }),
    ...(paused !== undefined && { paused }),
  }
}

function summaryOf({ message }: Sent): string[] {
  const deliveries = presentDeliveries(message.deliveries).map(deliveryLine)
  const isQuoting = (message.deliveries ?? []).some(({ why }) => why !== null)
  return [
    `Sent to #${message.channel} [id:${message.short_id}]`,
    ...deliveries,
    ...(isQuoting ? [QUOTED] : []),
  ]
}

/** `agent:{handle}` as `@{handle}`. */
function handleIn(key: string): string {
  return `@${key.slice(key.indexOf(':') + 1)}`
}
