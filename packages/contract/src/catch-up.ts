/** What a reader missed in a space, in a given number of tokens (docs/rules/catch-up.md). */
import * as z from 'zod/mini'
import { Id, Time } from './common.ts'
import {
  CATCH_UP_CHANNEL_MAX_CHARS,
  CATCH_UP_CURSOR_MAX_CHARS,
  CATCH_UP_DAYS_MAX,
  CATCH_UP_TOKENS_DEFAULT,
} from './limits.ts'
import { AuthorType, DeliveryReason } from './messages.ts'
import { route } from './route.ts'
import { readSince } from './text/since.ts'

/** The sizes that can be requested: the text never has more tokens. */
export const CATCH_UP_SIZES = [500, 2000, 8000] as const
export type CatchUpSize = (typeof CATCH_UP_SIZES)[number]

/** Why a line is there. */
export const CatchUpKind = z.enum([
  ...DeliveryReason.options,
  'decided',
  'completed',
  'approved',
  'asked',
  'waiting',
  'blocked',
  'said',
])
export type CatchUpKind = z.infer<typeof CatchUpKind>

const CatchUpItem = z.object({
  kind: CatchUpKind,
  /** For a task: its announcement. */
  message_id: Id,
  task_id: z.nullable(Id),
  /** Its path in the web app. */
  path: z.string(),
  channel: z.string(),
  at: Time,
  /** The author, the assigner or the worker; null for a task without a worker. */
  author: z.nullable(z.object({ id: Id, type: AuthorType, handle: z.string() })),
  /** On one line, as in the text. */
  content: z.string(),
  /** Whether the content is complete. */
  is_whole: z.boolean(),
  is_unread: z.boolean(),
  replies: z.number(),
  reactions: z.number(),
})
export type CatchUpItem = z.infer<typeof CatchUpItem>

/** A summary of one channel, without the reader's own messages and those listed above. */
const CatchUpChannel = z.object({
  channel: z.string(),
  messages: z.number(),
  new_tasks: z.number(),
  /** Most active first. */
  authors: z.array(z.string()),
  /** The number of all authors. */
  author_count: z.number(),
  topics: z.array(z.string()),
  /** The path of its first message in the span. */
  path: z.string(),
  /** The messages with the most replies and reactions, oldest first. */
  items: z.array(CatchUpItem),
})
export type CatchUpChannel = z.infer<typeof CatchUpChannel>

export const CatchUp = z.object({
  space_id: Id,
  space_name: z.string(),
  /** The whole answer as text, with a link on every line; never more than `max_tokens`. */
  text: z.string(),
  /** The tokens of the text, counted with o200k_base. */
  tokens: z.number(),
  max_tokens: z.number(),
  /** The covered range of the space's sequence: after the first, up to the second. */
  after_seq: z.number(),
  until_seq: z.number(),
  /** The times of the last message before the range, and of the last one in it; null for none. */
  from: z.nullable(Time),
  until: z.nullable(Time),
  /** Passing it back returns the same answer again, regardless of newer messages. */
  cursor: z.string(),
  /** Passing it back returns the reader's deliveries that didn't fit; null if there are none. */
  next_cursor: z.nullable(z.string()),
  /** The number of others' messages, and of their authors. */
  messages: z.number(),
  authors: z.number(),
  /** Whether the range was too large and reduced to its newest messages. */
  is_cut: z.boolean(),
  /** The totals, shown or not. */
  addressed_count: z.number(),
  decision_count: z.number(),
  question_count: z.number(),
  addressed: z.array(CatchUpItem),
  decisions: z.array(CatchUpItem),
  open_questions: z.array(CatchUpItem),
  rest: z.array(CatchUpChannel),
  /** The reader's deliveries that aren't verbatim in `addressed`, from this page on. */
  left_out: z.array(z.object({ message_id: Id, task_id: z.nullable(Id) })),
})
export type CatchUp = z.infer<typeof CatchUp>

const Since = z.optional(
  z.string().check(
    z.check(({ value, issues }) => {
      if (value === '' || readSince(value, 0) !== undefined) return
      const message = `Must be 15m, 24h, 7d (at most ${CATCH_UP_DAYS_MAX} days) or a time such as 2026-01-31T12:00:00Z`
      issues.push({ code: 'custom', message, input: value })
    }),
  ),
)

const Size = z.pipe(
  z.optional(z.string()),
  z.transform((value, context): CatchUpSize => {
    const wanted = value === undefined || value === '' ? CATCH_UP_TOKENS_DEFAULT : Number(value)
    const size = CATCH_UP_SIZES.find((one) => one === wanted)
    if (size !== undefined) return size
    context.issues.push({
      code: 'custom',
      message: `Must be one of ${CATCH_UP_SIZES.join(', ')}`,
      input: value,
    })
    return z.NEVER
  }),
)

export const catchUpRoutes = {
  get: route({
    method: 'GET',
    path: '/api/catch-up',
    access: 'account',
    scope: 'mcp',
    summary: 'What the caller missed in the current space, or in `org_id`, in at most so many tokens',
    query: z.object({
      org_id: z.optional(Id),
      /** Default: since the caller last read here, or for an agent, last posted. */
      since: Since,
      tokens: Size,
      channel: z.optional(z.string().check(z.trim(), z.maxLength(CATCH_UP_CHANNEL_MAX_CHARS))),
      /** The cursor of an earlier answer; `since` is then ignored. */
      cursor: z.optional(z.string().check(z.maxLength(CATCH_UP_CURSOR_MAX_CHARS))),
    }),
    answer: CatchUp,
  }),
}
