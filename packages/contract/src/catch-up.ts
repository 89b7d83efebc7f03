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

/** The sizes that an answer may be asked in: the text never has more tokens. */
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
  /** For a task that has no line of its own in the feed: its announcement. */
  message_id: Id,
  task_id: z.nullable(Id),
  /** Opens it in the web app, relative to the instance's address. */
  path: z.string(),
  channel: z.string(),
  at: Time,
  /** Who wrote it, assigned it or has it; null for a task that nobody has. */
  author: z.nullable(z.object({ id: Id, type: AuthorType, handle: z.string() })),
  /** On one line, as it is in the text. */
  content: z.string(),
  /** Whether the content is all of it. */
  is_whole: z.boolean(),
  is_unread: z.boolean(),
  replies: z.number(),
  reactions: z.number(),
})
export type CatchUpItem = z.infer<typeof CatchUpItem>

/** What was said in one channel, without the reader's own messages and what stands in a line above. */
const CatchUpChannel = z.object({
  channel: z.string(),
  messages: z.number(),
  new_tasks: z.number(),
  /** The most active first. */
  authors: z.array(z.string()),
  /** All who wrote. */
  author_count: z.number(),
  topics: z.array(z.string()),
  /** Opens its first message of the time. */
  path: z.string(),
  /** The most answered and reacted to, oldest first. */
  items: z.array(CatchUpItem),
})
export type CatchUpChannel = z.infer<typeof CatchUpChannel>

export const CatchUp = z.object({
  space_id: Id,
  space_name: z.string(),
  /** The whole answer as text: every line with its link, never more than `max_tokens`. */
  text: z.string(),
  /** Of the text, counted with the tokenizer o200k_base. */
  tokens: z.number(),
  max_tokens: z.number(),
  /** The numbers of the space's sequence that the answer is about: after the first, up to the second. */
  after_seq: z.number(),
  until_seq: z.number(),
  /** When that began and ended: the last message before it, and the last in it; null for none. */
  from: z.nullable(Time),
  until: z.nullable(Time),
  /** Given back, it answers the same again, whatever was said meanwhile. */
  cursor: z.string(),
  /** Given back, it answers what is addressed to the reader and had no room here; null when nothing is. */
  next_cursor: z.nullable(z.string()),
  /** Messages of others, and how many wrote them. */
  messages: z.number(),
  authors: z.number(),
  /** Whether more was said than is read at once: then it is about the newest of it. */
  is_cut: z.boolean(),
  /** How many there are in all, shown or not. */
  addressed_count: z.number(),
  decision_count: z.number(),
  question_count: z.number(),
  addressed: z.array(CatchUpItem),
  decisions: z.array(CatchUpItem),
  open_questions: z.array(CatchUpItem),
  rest: z.array(CatchUpChannel),
  /** What is addressed to the reader and isn't in `addressed` word for word, from this page on. */
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
      /** Default: since the caller last read here, or for an agent, last wrote. */
      since: Since,
      tokens: Size,
      channel: z.optional(z.string().check(z.trim(), z.maxLength(CATCH_UP_CHANNEL_MAX_CHARS))),
      /** Of an earlier answer; `since` is then of no account. */
      cursor: z.optional(z.string().check(z.maxLength(CATCH_UP_CURSOR_MAX_CHARS))),
    }),
    answer: CatchUp,
  }),
}
