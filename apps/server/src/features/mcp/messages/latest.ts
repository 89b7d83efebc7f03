/** The actions `check` in mode `latest` and `thread` of the tool `messages`: the feed, and conversations. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Message } from '@flockwork/contract/messages'
import { invalid } from '../../../platform/errors.ts'
import { cursorAt, listHistory, readThread } from '../../messages/index.ts'
import { findMessage, homeSpaceOf } from '../tools/find-message.ts'
import { lastThatFit } from '../answers/budget.ts'
import { HOW_TO_ANSWER, itemsThatFit, linesOf, presentMessages, sizeOfItem } from '../answers/present.ts'
import { QUOTED } from '../answers/quoted.ts'
import { succeed } from '../answers/result.ts'
import type { MessagesArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { limitOf, nameOf, sinceOf, textOf, wantsAll } from '../tools/values.ts'

const HOUR_MS = 3_600_000
/** Pages searched for a text before the caller gets a cursor to continue. */
const PAGES_MAX = 5
const PAGE = 100

/** The newest messages of the agent's space, oldest first; `next_cursor` pages to older ones. */
export async function checkLatest(
  services: ToolServices,
  { actor }: ToolCall,
  args: MessagesArguments,
): Promise<CallToolResult> {
  const { db, clock, mailbox, onDelivered } = services
  const spaceId = await homeSpaceOf(db, actor)
  const since = sinceOf(args.since, clock.now())
  const text = textOf(args.query)?.toLowerCase()
  const limit = limitOf(args.limit)
  const author = nameOf(args.filter_agent)
  const isToSelf = author === actor.username

  let found: Message[] = []
  let before = textOf(args.cursor)
  let cursor: string | null = null
  for (let pages = 0; pages < (text === undefined ? 1 : PAGES_MAX); pages++) {
    const page = await listHistory(services, actor, spaceId, {
      limit: text === undefined ? limit : PAGE,
      before,
      hours: since === undefined ? undefined : Math.max(0, (clock.now() - since.getTime()) / HOUR_MS),
      channel: listOf(textOf(args.channel)),
      author: isToSelf ? [] : listOf(author),
      topic: listOf(nameOf(args.filter_topic)),
      mentions_me: isToSelf,
    })
    found.unshift(
      ...page.posts.filter(({ content }) => text === undefined || content.toLowerCase().includes(text)),
    )
    cursor = page.has_more ? page.oldest_cursor : null
    before = cursor ?? undefined
    if (found.length >= limit || cursor === null) break
  }

  const recent = await presentMessages(services, actor, found.slice(-limit))
  const messages = lastThatFit(recent, (item) => sizeOfItem(item, actor, wantsAll(args.detail)))
  const [oldest] = found.slice(-messages.length)
  if (oldest !== undefined && found.length > messages.length) {
    found = found.slice(-messages.length)
    cursor = cursorAt(oldest.seq)
  }
  onDelivered(actor.accountId, spaceId, found)
  const older = cursor === null ? [] : [`Older ones: cursor ${cursor}`]
  const next = messages.length === 0 ? ['No messages found.', ...older] : [HOW_TO_ANSWER, ...older]
  const facts = {
    messages,
    events: [],
    unread_count: await mailbox.count(actor),
    timed_out: false,
    next_cursor: cursor,
    ...(messages.length > 0 && { note: QUOTED }),
    next: next.join(' '),
  }
  if (messages.length === 0) return succeed(next.join('\n'), facts)
  const lines = linesOf(`Latest ${messages.length} messages`, messages, actor, clock.now())
  return succeed([lines, ...next].join('\n'), facts)
}

function listOf(name: string | undefined): string[] {
  return name === undefined ? [] : [name]
}

/** A conversation, from its first message on. */
export async function readConversation(
  services: ToolServices,
  { actor }: ToolCall,
  args: MessagesArguments,
): Promise<CallToolResult> {
  const { clock, onDelivered } = services
  const id = textOf(args.message_id) ?? textOf(args.parent_message_id)
  if (id === undefined)
    throw invalid(['message_id'], 'thread needs the id of a message, or its first 8 digits')
  const message = await findMessage(services, actor, id, 'message_id')
  const cursor = textOf(args.cursor)
  const thread = await readThread(services, actor, message.id, { limit: limitOf(args.limit), cursor })

  const all = cursor === undefined ? [thread.root, ...thread.messages] : thread.messages
  const items = await presentMessages(services, actor, all)
  const messages = itemsThatFit(items, actor, wantsAll(args.detail))
  const shown = all.slice(0, messages.length)
  onDelivered(actor.accountId, message.space_id, shown)
  const last = shown.at(-1)
  const nextCursor = last !== undefined && shown.length < all.length ? cursorAt(last.seq) : thread.next_cursor
  const next = [HOW_TO_ANSWER, ...(nextCursor === null ? [] : [`More: cursor ${nextCursor}`])]
  const lines = linesOf(`Thread of ${messages.length} messages`, messages, actor, clock.now())
  return succeed([lines, ...next].join('\n'), {
    messages,
    events: [],
    timed_out: false,
    next_cursor: nextCursor,
    note: QUOTED,
    next: next.join(' '),
  })
}
