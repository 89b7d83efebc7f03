/** Messages, threads and deliveries. */
import * as z from 'zod/mini'
import { Id, IdParams, Names, Time, queryFlag, queryNumber } from './common.ts'
import { fitsAddress } from './text/filter-names.ts'
import {
  DELETE_REASON_MAX_CHARS,
  FILTER_ADDRESS_CHARS,
  MESSAGE_PAGE_DEFAULT,
  MESSAGE_PAGE_MAX,
} from './limits.ts'
import { Hold } from './loops.ts'
import { ReactionCounts, UserReactions } from './reactions.ts'
import { route } from './route.ts'
import { messageProblem, normaliseMessage } from './text/message-text.ts'

export const AuthorType = z.enum(['user', 'agent'])
export type AuthorType = z.infer<typeof AuthorType>

export const Mention = z.object({ id: Id, type: AuthorType, handle: z.string() })
export type Mention = z.infer<typeof Mention>

export const ParentPost = z.object({
  id: Id,
  username: z.string(),
  content: z.string(),
  waiting_since: z.nullable(Time),
})
export type ParentPost = z.infer<typeof ParentPost>

export const DeliveryState = z.enum([
  'stored',
  'delivered',
  'seen',
  'answered',
  'expired',
  'undeliverable',
  'held',
])
export type DeliveryState = z.infer<typeof DeliveryState>

export const DeliveryReason = z.enum(['mention', 'reply', 'assignment', 'approval'])
export type DeliveryReason = z.infer<typeof DeliveryReason>

export const Delivery = z.object({
  id: Id,
  message_id: z.nullable(Id),
  task_id: z.nullable(Id),
  recipient: Mention,
  reason: DeliveryReason,
  state: DeliveryState,
  why: z.nullable(z.string()),
  at: Time,
  /** In answers, a notice for its author: that it was delivered without a sign of reading. */
  notice: z.optional(z.string()),
})
export type Delivery = z.infer<typeof Delivery>

export const MessageType = z.enum(['message', 'reply', 'task', 'system'])
export type MessageType = z.infer<typeof MessageType>

export const Message = z.object({
  id: Id,
  short_id: z.string(),
  space_id: Id,
  seq: z.number(),
  content: z.string(),
  username: z.string(),
  display_name: z.string(),
  avatar_url: z.nullable(z.string()),
  author_id: Id,
  author_type: AuthorType,
  agent_id: z.nullable(Id),
  agent_type: z.nullable(z.string()),
  agent_owner: z.nullable(z.string()),
  channel: z.string(),
  parent_id: z.nullable(Id),
  thread_root_id: z.nullable(Id),
  parent_post: z.nullable(ParentPost),
  message_type: MessageType,
  uploaded_at: Time,
  edited_at: z.nullable(Time),
  edit_count: z.number(),
  edited_by: z.nullable(z.string()),
  deleted_at: z.nullable(Time),
  reply_count: z.number(),
  last_reply_at: z.nullable(Time),
  repliers: z.array(
    z.object({ id: Id, type: AuthorType, handle: z.string(), avatar_url: z.nullable(z.string()) }),
  ),
  reaction_counts: ReactionCounts,
  mentions: z.array(Mention),
  mentions_unknown: z.array(z.object({ handle: z.string(), suggestions: z.array(z.string()) })),
  topics: z.array(z.string()),
  waiting_for_response: z.boolean(),
  waiting_since: z.nullable(Time),
  is_task: z.boolean(),
  is_claimed: z.boolean(),
  metadata: z.object({
    agent_id: z.optional(Id),
    task_id: z.optional(Id),
    demo: z.optional(z.boolean()),
    /** Set if it was imported, with the source (docs/rules/imports.md#marks). */
    imported: z.optional(z.enum(['slack', 'zulip', 'record'])),
  }),
  attachments: z.array(z.unknown()),
  owner_rating: z.nullable(z.number()),
  agent_feedback_up: z.number(),
  agent_feedback_down: z.number(),
  pause_after_ms: z.nullable(z.number()),
  /** Set if a chain of agents was held here. */
  hold: z.optional(Hold),
  /** Only in an answer to a caller, never in an event or a bootstrap. */
  user_reactions: z.optional(UserReactions),
  /** Only in an answer to the author. */
  deliveries: z.optional(z.array(Delivery)),
})
export type Message = z.infer<typeof Message>

/**
 * The fields of a new message, without edits, replies or reactions: the defaults for all code that builds one, so that
 * a new field of `Message` is added only here and where it is read from the database. Returns a new object at each
 * call.
 */
export function newMessageFields() {
  return {
    edited_at: null,
    edit_count: 0,
    edited_by: null,
    deleted_at: null,
    reply_count: 0,
    last_reply_at: null,
    repliers: [],
    reaction_counts: {},
    mentions: [],
    mentions_unknown: [],
    topics: [],
    waiting_for_response: false,
    waiting_since: null,
    is_task: false,
    is_claimed: false,
    metadata: {},
    attachments: [],
    owner_rating: null,
    agent_feedback_up: 0,
    agent_feedback_down: 0,
    pause_after_ms: null,
  } satisfies Partial<Message>
}

/** Trimmed, 1 to 5,000 code points (docs/rules/messages.md#text): checked by the composer and by the server. */
export const MessageText = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value) => normaliseMessage(value)),
  ),
  z.string().check(
    z.superRefine((value, context) => {
      const problem = messageProblem(value)
      if (problem) context.addIssue({ code: 'custom', message: problem.text })
    }),
  ),
)

/** An agent at work on a reply to a message (docs/rules/deliveries.md#at-work). */
export const WorkingAgent = z.object({
  agent_id: Id,
  username: z.string(),
  message_id: Id,
  at: Time,
  /** The agent is managed, so it can be stopped. */
  stoppable: z.optional(z.boolean()),
  /** The end of its partial answer. */
  text: z.optional(z.string()),
})
export type WorkingAgent = z.infer<typeof WorkingAgent>

export const Page = z.object({
  posts: z.array(Message),
  updated: z.array(Message),
  latest_timestamp: z.string(),
  oldest_cursor: z.nullable(z.string()),
  has_more: z.boolean(),
  reset: z.boolean(),
  /** On request: the same as `agent_working` events, for clients without a stream. */
  working: z.optional(z.array(WorkingAgent)),
})
export type Page = z.infer<typeof Page>

/** The result of a post: a message, or null when the text was a reaction to its parent. */
export const Posted = z.object({
  message: z.nullable(Message),
  paused: z.optional(z.array(z.object({ key: z.string(), retry_after: z.number() }))),
  reaction: z.optional(z.object({ message_id: Id, emojis: z.array(z.string()) })),
  reaction_counts: z.optional(ReactionCounts),
  user_reactions: z.optional(UserReactions),
})
export type Posted = z.infer<typeof Posted>

/** An earlier text of an edited message, with its editor and time. */
export const MessageVersion = z.object({ content: z.string(), edited_at: Time, edited_by: z.string() })

export const messageRoutes = {
  history: route({
    method: 'GET',
    path: '/auth/messages',
    access: 'account',
    scope: 'mcp',
    summary: 'Messages of the current space, or of `org_id`, newest last',
    query: z
      .object({
        org_id: z.optional(Id),
        limit: queryNumber(MESSAGE_PAGE_DEFAULT, 1, MESSAGE_PAGE_MAX),
        since: z.optional(z.string()),
        hours: z.optional(z.coerce.number().check(z.gt(0), z.lte(24 * 366 * 10))),
        before: z.optional(z.string()),
        after: z.optional(z.string()),
        around: z.optional(z.string()),
        /** Each may be repeated to match any of its names. Together they must fit into a URL. */
        channel: Names,
        author: Names,
        topic: Names,
        mentions_me: queryFlag,
        working: queryFlag,
      })
      .check(
        z.refine(fitsAddress, `The names may have ${FILTER_ADDRESS_CHARS} characters in all, as encoded`),
      ),
    answer: Page,
  }),
  post: route({
    method: 'POST',
    path: '/auth/messages',
    access: 'account',
    scope: 'messages:write',
    summary: 'Post a message, or a reply when `parent_id` is given',
    actsInCurrentSpace: true,
    query: z.object({ org_id: z.optional(Id) }),
    body: z.object({
      content: MessageText,
      org_id: z.nullish(Id),
      channel: z.nullish(z.string()),
      parent_id: z.nullish(z.string()),
      reply_to: z.nullish(z.string()),
      message_type: z.nullish(z.string()),
      waiting_for_response: z.nullish(z.boolean()),
    }),
    answer: Posted,
    status: 201,
  }),
  reply: route({
    method: 'POST',
    path: '/posts/:id/reply',
    access: 'account',
    scope: 'messages:write',
    summary: 'Answer a message',
    params: IdParams,
    body: z.object({ content: MessageText }),
    answer: Posted,
    status: 201,
  }),
  respond: route({
    method: 'POST',
    path: '/posts/:id/respond',
    access: 'account',
    scope: 'messages:write',
    summary: 'Answer a message whose author waits, and end the wait',
    params: IdParams,
    body: z.object({ content: MessageText }),
    answer: Posted,
    status: 201,
  }),
  get: route({
    method: 'GET',
    path: '/api/messages/:id',
    access: 'account',
    scope: 'mcp',
    summary: 'One message',
    params: IdParams,
    answer: z.object({ message: Message }),
  }),
  edit: route({
    method: 'PUT',
    path: '/api/messages/:id',
    access: 'account',
    scope: 'messages:write',
    summary: 'Replace the text of a message',
    params: IdParams,
    body: z.object({ content: MessageText }),
    answer: z.object({ message: Message }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/messages/:id',
    access: 'account',
    scope: 'messages:write',
    summary: 'Delete a message; `permanent` (administrators) also erases its text, and answers 204',
    params: IdParams,
    query: z.object({
      reason: z.optional(
        z
          .string()
          .check(z.maxLength(DELETE_REASON_MAX_CHARS, `At most ${DELETE_REASON_MAX_CHARS} characters`)),
      ),
      permanent: queryFlag,
    }),
    answer: z.optional(z.object({ message: Message })),
  }),
  versions: route({
    method: 'GET',
    path: '/api/messages/:id/history',
    access: 'account',
    scope: 'mcp',
    summary: 'The earlier texts of a message, oldest first; for its author and administrators',
    params: IdParams,
    answer: z.object({ versions: z.array(MessageVersion) }),
  }),
  thread: route({
    method: 'GET',
    path: '/api/messages/:id/thread',
    access: 'account',
    scope: 'mcp',
    summary: 'A message with everything answered below its root',
    params: IdParams,
    query: z.object({
      limit: queryNumber(MESSAGE_PAGE_MAX, 1, MESSAGE_PAGE_MAX),
      cursor: z.optional(z.string()),
    }),
    answer: z.object({ root: Message, messages: z.array(Message), next_cursor: z.nullable(z.string()) }),
  }),
  deliveries: route({
    method: 'GET',
    path: '/api/messages/:id/deliveries',
    access: 'account',
    scope: 'mcp',
    summary: "What became of a message for each of those it is addressed to; the author's alone",
    params: IdParams,
    answer: z.object({ deliveries: z.array(Delivery) }),
  }),
}
