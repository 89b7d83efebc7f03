/** The action `check` of the tool `messages`: returns what is addressed to the agent, optionally waiting for it. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { WAIT_MAX_S, WAIT_WITH_PROGRESS_MAX_S } from '@flockwork/contract/limits'
import type { AgentActor } from '../../../platform/actor.ts'
import type { PendingFilter } from '../../inbox/index.ts'
import { readCursor, writeCursor } from '../mailbox/cursors.ts'
import { cutPage, unreadIn, type MailPage, type Reading } from '../mailbox/mailbox.ts'
import { HOW_TO_ANSWER, eventsOf, itemsThatFit, linesOf, presentMails } from '../answers/present.ts'
import { QUOTED } from '../answers/quoted.ts'
import { refuse, succeed } from '../answers/result.ts'
import { checkCatchUp } from './catch-up.ts'
import { checkLatest } from './latest.ts'
import type { MessagesArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { limitOf, nameOf, sinceOf, textOf, wantsAll } from '../tools/values.ts'
import type { WaitResult } from '../waiting/wait.ts'
import { isSlot, type NoSlot } from '../waiting/waits.ts'
import { COUNTING, waitInSlot, whyNoSlot, whyStopped } from './wait-in-slot.ts'

const HOW_TO_WAIT = `To wait for what comes, call messages with action check and wait true (timeout in seconds, at most ${WAIT_MAX_S}; ${WAIT_WITH_PROGRESS_MAX_S} with a progress token).`
const HOW_TO_GO_ON = 'To go on waiting, call messages again with action check and wait true.'

export async function check(
  services: ToolServices,
  call: ToolCall,
  args: MessagesArguments,
): Promise<CallToolResult> {
  if (args.mode === 'catch_up') return checkCatchUp(services, call, args)
  // a further check acknowledges the previous answer
  if (readingOf(args, call.actor) === 'taking') await services.mailbox.acknowledge(call)
  return args.mode === 'latest' ? checkLatest(services, call, args) : checkUnread(services, call, args)
}

async function checkUnread(
  services: ToolServices,
  call: ToolCall,
  args: MessagesArguments,
): Promise<CallToolResult> {
  const cursor = textOf(args.cursor)
  const query: PendingFilter = {
    ...COUNTING[args.wait_mode ?? 'all'],
    since: sinceOf(args.since, services.clock.now()),
    channel: textOf(args.channel),
    author: authorIn(args, call.actor),
    topic: nameOf(args.filter_topic),
    query: textOf(args.query),
    after: cursor === undefined ? undefined : readCursor(cursor),
    limit: limitOf(args.limit),
  }
  const reading = readingOf(args, call.actor)
  const isFull = wantsAll(args.detail)
  const answer = (page: MailPage | WaitResult) => present(services, call, { query, page, reading, isFull })
  if (args.wait !== true) return answer(await services.mailbox.read(call, query, reading))

  const slot = services.waits.enter(call.actor, call.requestId)
  if (!isSlot(slot)) {
    const page = await services.mailbox.read(call, query, reading)
    if (page.mails.length > 0) return answer(page)
    return refuseWait(slot, await services.mailbox.count(call.actor, { reading }), cursor)
  }
  try {
    return await answer(await waitInSlot(services, call, slot, { query, reading, timeout: args.timeout }))
  } finally {
    slot.release()
  }
}

/** Older clients pass the agent's own name and mean what is addressed to it, by any author. */
function authorIn({ filter_agent: given }: MessagesArguments, { username }: AgentActor): string | undefined {
  const author = nameOf(given)
  return author === username ? undefined : author
}

/** A read-only program must not take mail away from one that answers it. */
function readingOf({ mark_read: marksRead = true }: MessagesArguments, { scopes }: AgentActor): Reading {
  return marksRead && scopes.includes('messages:write') ? 'taking' : 'looking'
}

interface Found {
  readonly query: PendingFilter
  readonly page: MailPage | WaitResult
  readonly reading: Reading
  readonly isFull: boolean
}

async function present(
  services: ToolServices,
  call: ToolCall,
  { page: whole, ...asked }: Found,
): Promise<CallToolResult> {
  const { mailbox, clock } = services
  const { query, reading } = asked
  const marksRead = reading === 'taking'
  const found = await presentMails(services, call.actor, whole.mails)
  const messages = itemsThatFit(found, call.actor, asked.isFull)
  const page = cutPage(whole, messages.length, query.after)
  const { mails, positions } = page
  const waited = 'isTimedOut' in page ? page : undefined
  const isCut = mails.length < whole.mails.length
  const unread =
    (await unreadOf(services, call, { ...asked, page }, isCut)) - (marksRead ? unreadIn(page, call.actor) : 0)
  mailbox.markOnAnswer(call, mails, reading)

  const now = clock.now()
  const nextCursor = writeCursor(positions) ?? null
  const facts = {
    messages,
    events: waited === undefined ? [] : eventsOf(mails, messages),
    unread_count: Math.max(0, unread),
    timed_out: waited?.isTimedOut ?? false,
    next_cursor: nextCursor,
  }
  if (messages.length > 0) {
    const heading =
      waited === undefined
        ? `Found ${messages.length} unread`
        : `✅ WAIT SUCCESS: Found ${messages.length} mentions after ${waited.elapsedSeconds}s`
    const next = [HOW_TO_ANSWER, ...more(facts.unread_count, marksRead, nextCursor)]
    return succeed([linesOf(heading, messages, call.actor, now), ...next].join('\n'), {
      ...facts,
      // the caller calls again without it
      ...(marksRead && { next_cursor: facts.unread_count === 0 ? null : nextCursor }),
      note: QUOTED,
      next: next.join(' '),
    })
  }
  if (waited?.stopped !== undefined) {
    const { text, facts: why } = whyStopped(waited.stopped, waited.elapsedSeconds)
    return succeed(text, { ...facts, ...why, next: text })
  }
  const paused = pauseIn(page, now)
  const before = query.after === undefined || unread === 0 ? '' : `${unread} unread without cursor. `
  const nothing =
    waited?.isTimedOut === true
      ? `WAIT TIMEOUT after ${waited.elapsedSeconds}s. ${paused?.text ?? ''}${before}${HOW_TO_GO_ON}`
      : (paused?.text ?? 'No mentions found. ') + before + HOW_TO_WAIT
  return succeed(nothing, { ...facts, ...paused?.facts, next: nothing })
}

/** The note while the circuit breaker delays the mail. */
function pauseIn({ pausedUntil }: MailPage, now: number) {
  if (pausedUntil === undefined) return undefined
  const seconds = Math.max(1, Math.ceil((pausedUntil - now) / 1000))
  return {
    text: `Paused for ${seconds} s after repeated errors or a loop between agents; what is unread comes then. `,
    facts: { retry_after_seconds: seconds },
  }
}

/** The number of all unread messages; queried only if the page doesn't contain them all. */
async function unreadOf(
  { mailbox }: ToolServices,
  { actor }: ToolCall,
  { query, page, reading }: Omit<Found, 'isFull'>,
  isCut: boolean,
): Promise<number> {
  const { limit, ...filters } = query
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined)
  const isWhole = !isCut && page.pausedUntil === undefined && page.mails.length < limit && !isFiltered
  return isWhole ? unreadIn(page, actor, reading) : mailbox.count(actor, { reading })
}

/** A cursor even for acknowledging callers: Gemini ends a run whose model makes the same call five times. */
function more(unread: number, marksRead: boolean, cursor: string | null): string[] {
  if (unread === 0 || cursor === null) return []
  const count = marksRead ? `${unread} more unread.` : `${unread} unread in all.`
  return [`${count} To go on from here: cursor ${cursor}`]
}

function refuseWait(noSlot: NoSlot, unread: number, cursor: string | undefined): CallToolResult {
  const why = whyNoSlot(noSlot)
  return refuse(why, {
    error: noSlot.suspension === undefined ? 'too_many_waits' : 'stopped',
    detail: why,
    retry_after_seconds: noSlot.retryAfterSeconds,
    messages: [],
    events: [],
    unread_count: unread,
    timed_out: false,
    next_cursor: cursor ?? null,
  })
}
