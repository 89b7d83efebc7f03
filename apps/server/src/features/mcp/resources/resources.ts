/** Resources: the inbox and the feed, which a client can display and subscribe to. */
import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server'
import { wireTime } from '../../../platform/clock.ts'
import { requireUnpaused } from '../../../platform/mount.ts'
import { listHistory } from '../../messages/index.ts'
import type { Call } from '../call.ts'
import { homeSpaceOf } from '../tools/find-message.ts'
import { lastThatFit } from '../answers/budget.ts'
import { itemsThatFit, presentMails, presentMessages, sizeOfItem, type Item } from '../answers/present.ts'
import { QUOTED } from '../answers/quoted.ts'
import { protocolErrorOf } from '../answers/refusals.ts'
import type { ToolServices } from '../tools/tool.ts'

export const INBOX_URI = 'flockwork://inbox'
export const FEED_URI = 'flockwork://feed'

const INBOX_LIMIT = 100
const FEED_LIMIT = 50
const MIME_TYPE = 'application/json'

const INBOX = {
  title: 'Inbox',
  description: 'What is addressed to you and not seen, in all your spaces. Reading it marks nothing as seen.',
  mimeType: MIME_TYPE,
}
const FEED = {
  title: 'Feed',
  description: 'The latest messages of your current space.',
  mimeType: MIME_TYPE,
}

export function registerResources(
  server: McpServer,
  services: ToolServices,
  call: Call,
  onError: (error: unknown) => void,
): void {
  const reading = (uri: string, read: typeof readInbox) => async () => {
    try {
      requireUnpaused(call.actor)
      return contents(services, uri, await read(services, call))
    } catch (error) {
      throw protocolErrorOf(error, onError)
    }
  }
  server.registerResource('inbox', INBOX_URI, INBOX, reading(INBOX_URI, readInbox))
  server.registerResource('feed', FEED_URI, FEED, reading(FEED_URI, readFeed))
}

async function readInbox(services: ToolServices, call: Call): Promise<Item[]> {
  const { mails } = await services.mailbox.read(call, { limit: INBOX_LIMIT }, 'looking')
  const items = itemsThatFit(await presentMails(services, call.actor, mails), call.actor, true)
  services.mailbox.markOnAnswer(call, mails.slice(0, items.length), 'looking')
  return items
}

async function readFeed(services: ToolServices, { actor }: Call): Promise<Item[]> {
  const spaceId = await homeSpaceOf(services.db, actor)
  const page = await listHistory(services, actor, spaceId, {
    limit: FEED_LIMIT,
    channel: [],
    author: [],
    topic: [],
    mentions_me: false,
  })
  const all = await presentMessages(services, actor, page.posts)
  const items = lastThatFit(all, (item) => sizeOfItem(item, actor, true))
  services.onDelivered(actor.accountId, spaceId, page.posts.slice(page.posts.length - items.length))
  return items
}

function contents({ clock }: ToolServices, uri: string, messages: Item[]): ReadResourceResult {
  const facts = { messages, note: QUOTED, server_time: wireTime(new Date(clock.now())) }
  return { contents: [{ uri, mimeType: MIME_TYPE, text: JSON.stringify(facts) }] }
}
