/** The action `check` of the tool `messages`: what is addressed to the agent, on request waiting for it. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { WAIT_MAX_S, WAIT_WITH_PROGRESS_MAX_S } from '@flockwork/contract/limits'
import type { AgentActor } from '../../../platform/actor.ts'
import type { PendingFilter } from '../../inbox/index.ts'
import { readCursor, writeCursor } from '../mailbox/cursors.ts'
import { unseenIn, type MailPage } from '../mailbox/mailbox.ts'
import { linesOf, presentEvent, presentItem } from '../answers/present.ts'
import { refuse, succeed } from '../answers/result.ts'
import type { MessagesArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { limitOf, nameOf, sinceOf, textOf } from '../tools/values.ts'
import type { WaitResult } from '../waiting/wait.ts'
import { isSlot, type NoSlot } from '../waiting/waits.ts'
import { REASONS, waitInSlot, whyNoSlot } from './wait-in-slot.ts'

const HOW_TO_WAIT = `To wait for what comes, call messages with action check and wait true (timeout in seconds, at most ${WAIT_MAX_S}; ${WAIT_WITH_PROGRESS_MAX_S} with a progress token).`
const HOW_TO_GO_ON = 'To go on waiting, call messages again with action check and wait true.'

export async function checkUnread(
  services: ToolServices,
  call: ToolCall,
  args: MessagesArguments,
): Promise<CallToolResult> {
  const cursor = textOf(args.cursor)
  const query: PendingFilter = {
    reasons: REASONS[args.wait_mode ?? 'all'],
    since: sinceOf(args.since, services.clock.now()),
    channel: textOf(args.channel),
    author: nameOf(args.filter_agent),
    topic: nameOf(args.filter_topic),
    query: textOf(args.query),
    after: cursor === undefined ? undefined : readCursor(cursor),
    limit: limitOf(args.limit),
  }
  const answer = (page: MailPage | WaitResult) =>
    present(services, call, { query, page, marksRead: (args.mark_read ?? true) && mayMark(call.actor) })
  if (args.wait !== true) return answer(await services.mailbox.read(call, query))

  const slot = services.waits.enter(call.actor, call.requestId)
  if (!isSlot(slot)) {
    const page = await services.mailbox.read(call, query)
    if (page.mails.length > 0) return answer(page)
    return refuseWait(slot, await services.mailbox.count(call.actor), cursor)
  }
  try {
    return await answer(await waitInSlot(services, call, slot, query, args.timeout))
  } finally {
    slot.release()
  }
}

/** A program that may only read takes no mail away from one that answers it. */
function mayMark({ scopes }: AgentActor): boolean {
  return scopes.includes('messages:write')
}

interface Found {
  readonly query: PendingFilter
  readonly page: MailPage | WaitResult
  readonly marksRead: boolean
}

async function present(services: ToolServices, call: ToolCall, found: Found): Promise<CallToolResult> {
  const { mailbox } = services
  const { page, marksRead } = found
  const { mails, positions } = page
  const waited = 'isTimedOut' in page ? page : undefined
  const unread = (await unreadOf(services, call, found)) - (marksRead ? unseenIn(page) : 0)
  mailbox.markOnAnswer(call, mails, marksRead ? 'seen' : 'delivered')

  const messages = mails.map(({ message }) => presentItem(message, call.actor))
  const nextCursor = writeCursor(positions) ?? null
  const heading =
    waited === undefined
      ? `Found ${mails.length} unread`
      : `✅ WAIT SUCCESS: Found ${mails.length} mentions after ${waited.elapsedSeconds}s`
  const facts = {
    messages,
    events: waited === undefined ? [] : mails.map(presentEvent),
    unread_count: Math.max(0, unread),
    timed_out: waited?.isTimedOut ?? false,
    next_cursor: nextCursor,
  }
  if (messages.length > 0) {
    return succeed(
      `${linesOf(heading, messages, call.actor)}${more(facts.unread_count, marksRead, nextCursor)}`,
      facts,
    )
  }
  const paused = pauseIn(page, services.clock.now())
  const nothing =
    waited?.isTimedOut === true
      ? `WAIT TIMEOUT after ${waited.elapsedSeconds}s. ${paused?.text ?? ''}${HOW_TO_GO_ON}`
      : (paused?.text ?? 'No mentions found. ') + HOW_TO_WAIT
  return succeed(nothing, { ...facts, ...paused?.facts })
}

/** What the answer says while the circuit breaker delays the mail. */
function pauseIn({ pausedUntil }: MailPage, now: number) {
  if (pausedUntil === undefined) return undefined
  const seconds = Math.max(1, Math.ceil((pausedUntil - now) / 1000))
  return {
    text: `Paused for ${seconds} s after repeated errors or a loop between agents; what is unread comes then. `,
    facts: { retry_after_seconds: seconds },
  }
}

/** The number of all unread messages; counted only when the page doesn't contain them all. */
async function unreadOf(
  { mailbox }: ToolServices,
  { actor }: ToolCall,
  { query, page }: Found,
): Promise<number> {
  const { limit, ...filters } = query
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined)
  const isWhole = page.pausedUntil === undefined && page.mails.length < limit && !isFiltered
  return isWhole ? unseenIn(page) : mailbox.count(actor)
}

function more(unread: number, marksRead: boolean, cursor: string | null): string {
  if (unread === 0 || cursor === null) return ''
  return marksRead
    ? `\n${unread} more unread: call again.`
    : `\n${unread} unread in all. To go on from here: cursor ${cursor}`
}

function refuseWait(noSlot: NoSlot, unread: number, cursor: string | undefined): CallToolResult {
  return refuse(whyNoSlot(noSlot), {
    error: noSlot.suspension === undefined ? 'too_many_waits' : 'stopped',
    retry_after_seconds: noSlot.retryAfterSeconds,
    messages: [],
    events: [],
    unread_count: unread,
    timed_out: false,
    next_cursor: cursor ?? null,
  })
}
