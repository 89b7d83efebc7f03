/** The actions `check` in mode `latest` and `thread` of the tool `messages`: the feed, and conversations. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Message } from '@flockwork/contract/messages'
import { invalid } from '../../../platform/errors.ts'
import { cursorAt, listHistory, readThread } from '../../messages/index.ts'
import { findMessage, homeSpaceOf } from '../tools/find-message.ts'
import { linesOf, presentItem } from '../answers/present.ts'
import { succeed } from '../answers/result.ts'
import type { MessagesArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { limitOf, nameOf, sinceOf, textOf } from '../tools/values.ts'

const HOUR_MS = 3_600_000
/** Pages searched for a text before the caller gets a cursor to go on. */
const PAGES_MAX = 5
const PAGE = 100

/** The newest messages of the agent's space, oldest first; `next_cursor` goes on to older ones. */
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

  let found: Message[] = []
  let before = textOf(args.cursor)
  let cursor: string | null = null
  for (let pages = 0; pages < (text === undefined ? 1 : PAGES_MAX); pages++) {
    const page = await listHistory(services, actor, spaceId, {
      limit: text === undefined ? limit : PAGE,
      before,
      hours: since === undefined ? undefined : Math.max(0, (clock.now() - since.getTime()) / HOUR_MS),
      channel: listOf(textOf(args.channel)),
      author: listOf(nameOf(args.filter_agent)),
      topic: listOf(nameOf(args.filter_topic)),
      mentions_me: false,
    })
    found.unshift(
      ...page.posts.filter(({ content }) => text === undefined || content.toLowerCase().includes(text)),
    )
    cursor = page.has_more ? page.oldest_cursor : null
    before = cursor ?? undefined
    if (found.length >= limit || cursor === null) break
  }

  const [oldest] = found.slice(-limit)
  if (oldest !== undefined && found.length > limit) {
    found = found.slice(-limit)
    cursor = cursorAt(oldest.seq)
  }
  onDelivered(actor.accountId, spaceId, found)
  const messages = found.map((message) => presentItem(message, actor))
  const facts = {
    messages,
    events: [],
    unread_count: await mailbox.count(actor),
    timed_out: false,
    next_cursor: cursor,
  }
  const older = cursor === null ? '' : `\nOlder ones: cursor ${cursor}`
  if (messages.length > 0)
    return succeed(`${linesOf(`Latest ${messages.length} messages`, messages, actor)}${older}`, facts)
  return succeed(`No messages found.${older}`, facts)
}

function listOf(name: string | undefined): string[] {
  return name === undefined ? [] : [name]
}

/** A conversation, beginning with its first message. */
export async function readConversation(
  { db, onDelivered }: ToolServices,
  { actor }: ToolCall,
  args: MessagesArguments,
): Promise<CallToolResult> {
  const id = textOf(args.message_id) ?? textOf(args.parent_message_id)
  if (id === undefined)
    throw invalid(['message_id'], 'thread needs the id of a message, or its first 8 digits')
  const message = await findMessage(db, actor, id, 'message_id')
  const cursor = textOf(args.cursor)
  const thread = await readThread({ db }, actor, message.id, { limit: limitOf(args.limit), cursor })

  const all = cursor === undefined ? [thread.root, ...thread.messages] : thread.messages
  onDelivered(actor.accountId, message.space_id, all)
  const messages = all.map((one) => presentItem(one, actor))
  const next = thread.next_cursor === null ? '' : `\nMore: cursor ${thread.next_cursor}`
  return succeed(`${linesOf(`Thread of ${messages.length} messages`, messages, actor)}${next}`, {
    messages,
    events: [],
    timed_out: false,
    next_cursor: thread.next_cursor,
  })
}
