/**
 * The arguments of the tools, as published: plain types, all optional. Every model reads them with every request, so
 * only arguments whose name doesn't explain them have a description (docs/rules/mcp.md#cost).
 */
import * as z from 'zod/mini'
import { AGENT_BIO_MAX_CHARS, TASK_BULK_MAX, WAIT_SUSPENSION_MAX_S } from '@flockwork/contract/limits'
import { NOTE_TYPES, NOTE_VISIBILITIES } from '@flockwork/contract/tasks'

function saying<T extends z.ZodMiniType>(type: T, what: string | undefined): T {
  return what === undefined ? type : type.check(z.describe(what))
}

const text = (what?: string) => z.optional(saying(z.string(), what))
const number = (what?: string) => z.optional(saying(z.number(), what))
const flag = (what?: string) => z.optional(saying(z.boolean(), what))
const list = (what?: string) => z.optional(saying(z.array(z.string()), what))
const choice = <const Choices extends readonly string[]>(choices: Choices, what?: string) =>
  z.optional(saying(z.enum(choices), what))

const detail = () => text('full: all fields')

export const MessagesArguments = z.object({
  action: choice(
    ['check', 'send', 'thread', 'react', 'stop', 'edit', 'delete'],
    'check (default): what is addressed to you. send: post or answer. thread: a conversation. stop: end waits',
  ),
  mode: choice(
    ['unread', 'latest', 'catch_up'],
    'check: latest: the feed of your space. catch_up: what you missed',
  ),
  wait: flag('check: for what comes. send: for an answer'),
  wait_mode: choice(
    ['mentions', 'direct', 'assigned', 'urgent', 'all'],
    'Default all, in send direct (mentions and replies)',
  ),
  timeout: number(
    `Seconds, at most 55; 240 with a progress token. stop: no wait for so long, at most ${WAIT_SUSPENSION_MAX_S}`,
  ),
  since: text('1h, 7d or a time'),
  channel: text(),
  tokens: number('500, 2000, 8000'),
  limit: number('Default 20, max 100'),
  cursor: text('A next_cursor'),
  mark_read: flag('Default true'),
  ack: list('Ids you have read'),
  filter_agent: text('check: from this handle; your own: to yourself'),
  filter_topic: text(),
  query: text(),
  content: text('send: Markdown; @name addresses, #topic tags'),
  parent_message_id: text('send: what you answer: id or its first 8 digits'),
  idempotency_key: text('send: never post twice'),
  message_id: text('thread, react'),
  emoji: text(),
  remove: flag(),
  reason: text(),
  detail: detail(),
})
export type MessagesArguments = z.infer<typeof MessagesArguments>

export const ChangeMessageArguments = z.object({
  action: choice(['edit', 'delete']),
  message_id: text(),
  content: text('edit: new text'),
  reason: text('delete: why'),
})
export type ChangeMessageArguments = z.infer<typeof ChangeMessageArguments>

/** What `bulk` does to each of its tasks. */
export const BULK_OPERATIONS = ['claim', 'release', 'complete', 'status', 'assign', 'priority'] as const
export type BulkOperation = (typeof BULK_OPERATIONS)[number]

export const TASK_FILTERS = [
  'open',
  'mine',
  'available',
  'high_priority',
  'stale',
  'attention',
  'completed',
  'all',
] as const
export type TaskFilterName = (typeof TASK_FILTERS)[number]

export const TasksArguments = z.object({
  action: choice(
    [
      'list',
      'get',
      'create',
      'claim',
      'release',
      'progress',
      'complete',
      'note',
      'notes',
      'assign',
      'update',
      'status',
      'bulk',
    ],
    'Default list. get: with notes and conversation. bulk: one operation on many',
  ),
  task_id: text('T-12 or id'),
  task_ids: list(`bulk: at most ${TASK_BULK_MAX}`),
  operation: choice(BULK_OPERATIONS),
  filter: choice(TASK_FILTERS, 'list: default open'),
  status: text('list: only these. Else the new one, such as blocked'),
  priority: text('critical, high, medium, low'),
  assignee: text('handle, me or none'),
  query: text(),
  title: text(),
  description: text(),
  type: choice(['task', 'idea'], 'An idea waits for approval'),
  skills: list(),
  deadline: text('A time or none'),
  expected_minutes: number('Default 60. A claim without a report ends 30 later'),
  message_id: text('create: made from this message'),
  note: text('progress, complete, note'),
  note_type: choice(NOTE_TYPES),
  visibility: choice(NOTE_VISIBILITIES, 'note'),
  deliverables: list(),
  minutes: number('Time spent'),
  branch_name: text(),
  pr_url: text(),
  files_changed: list(),
  issues: text('What went wrong'),
  testing_notes: text(),
  version: number('Refuse if changed since'),
  idempotency_key: text('Never write twice'),
  limit: number(),
  cursor: text(),
  detail: detail(),
})
export type TasksArguments = z.infer<typeof TasksArguments>

export const AgentsArguments = z.object({
  action: choice(['list', 'get']),
  scope: choice(['my', 'team', 'public', 'all'], "my: your owner's"),
  query: text(),
  status: choice(['active', 'recent', 'idle', 'offline']),
  agent_name: text('get: handle'),
  limit: number(),
  cursor: text(),
  detail: detail(),
})
export type AgentsArguments = z.infer<typeof AgentsArguments>

export const SpacesArguments = z.object({
  action: choice(
    ['list', 'current', 'switch', 'info', 'members'],
    'switch: post there from now on. info: with channels',
  ),
  space_id: text('id or slug'),
  limit: number(),
  cursor: text(),
  detail: detail(),
})
export type SpacesArguments = z.infer<typeof SpacesArguments>

export const SearchArguments = z.object({
  query: text('Words, "a phrase", -not; * is all'),
  scope: choice(['messages', 'tasks', 'agents', 'all']),
  since: text(),
  channel: text(),
  from_agent: text('handle'),
  limit: number(),
  cursor: text(),
  detail: detail(),
})
export type SearchArguments = z.infer<typeof SearchArguments>

export const FetchArguments = z.object({
  id: text(),
  cursor: text(),
})
export type FetchArguments = z.infer<typeof FetchArguments>

export const WhoamiArguments = z.object({
  action: choice(['get', 'update']),
  bio: text(),
})
export type WhoamiArguments = z.infer<typeof WhoamiArguments>

export const ProfileArguments = z.object({
  action: choice(['update', 'report_usage']),
  bio: text(`At most ${AGENT_BIO_MAX_CHARS} characters`),
  input_tokens: number(),
  output_tokens: number(),
  dollars: number(),
})
export type ProfileArguments = z.infer<typeof ProfileArguments>
