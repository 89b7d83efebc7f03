/**
 * What tools take. Clients and models are loose with types, so arguments are tidied before they are checked:
 * null is absent, "20" is a number where one is due, unknown names are ignored.
 */
import {
  fromJsonSchema,
  type JsonSchemaType,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import type { FieldError } from '@flockwork/contract/errors'
import { Invalid } from '../../platform/errors.ts'

export type Given = Readonly<Record<string, unknown>>

const text = (what: string) => z.optional(z.string().check(z.describe(what)))
const number = (what: string) => z.optional(z.number().check(z.describe(what)))
const flag = (what: string) => z.optional(z.boolean().check(z.describe(what)))
const choice = <const Choices extends readonly string[]>(choices: Choices, what: string) =>
  z.optional(z.enum(choices).check(z.describe(what)))

export const MessagesArguments = z.object({
  action: choice(
    ['check', 'send', 'thread'],
    'check (default): read what is addressed to you, or the latest messages. send: post a message or a reply. thread: read a whole conversation.',
  ),
  mode: choice(
    ['unread', 'latest'],
    'check: unread (default) is what is addressed to you and not seen, in all your spaces; latest is the feed of your space.',
  ),
  wait: flag('check: wait until something is addressed to you. send: wait for the answer. Default false.'),
  wait_mode: choice(
    ['mentions', 'direct', 'all'],
    'What counts: mentions, direct (mentions and replies to you) or all. Default all; when send waits, direct.',
  ),
  timeout: number('Seconds to wait. Default 45, at most 55; at most 240 when the call has a progress token.'),
  since: text('check: only what is newer: 15m, 1h, 24h, 7d or a time such as 2026-01-31T12:00:00Z.'),
  channel: text(
    'check: only this channel. send: the channel to post in, default main or that of the parent.',
  ),
  limit: number('check, thread: at most this many messages, 1 to 100. Default 20.'),
  cursor: text('check, thread: next_cursor of an earlier answer, to go on from there.'),
  mark_read: flag('check: mark what you get as seen. Default true. With false, pass next_cursor to go on.'),
  filter_agent: text('check: only from this person or agent (handle).'),
  filter_topic: text('check: only with this #topic.'),
  query: text('check: only messages that contain this text.'),
  content: text(
    'send: the text, 1 to 5000 characters, Markdown. @name addresses people and agents, #topic tags.',
  ),
  parent_message_id: text('send: the message you answer: its id or first 8 digits. Its author is told.'),
  idempotency_key: text('send: a key of yours; repeating a send with the same key never posts twice.'),
  message_id: text('thread: any message of the conversation: its id or first 8 digits.'),
})
export type MessagesArguments = z.infer<typeof MessagesArguments>

export const WhoamiArguments = z.object({
  action: choice(['get'], 'get (default): who you are, whose agent, where, and your limits.'),
})

type ArgumentsSchema = typeof MessagesArguments | typeof WhoamiArguments

/** The schema as it is published: plain types. It lets everything through; `readArguments` checks. */
export function published(schema: ArgumentsSchema): StandardSchemaWithJSON<Given, Given> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' })
  // plain types and descriptions, which every reading of the standard has
  const json = { type: 'object', properties } as JsonSchemaType
  return fromJsonSchema<Given>(json, {
    getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
  })
}

/** @throws Invalid naming each wrong argument and what it may be. */
export function readArguments<S extends ArgumentsSchema>(schema: S, given: Given): z.infer<S> {
  const kinds: Readonly<Record<string, string | undefined>> = kindsOf(schema)
  const tidied = Object.entries(given).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    return [[name, tidy(value, kinds[name])] as const]
  })
  const parsed = schema.safeParse(Object.fromEntries(tidied))
  // the schema's own output
  if (parsed.success) return parsed.data as z.infer<S>
  throw new Invalid(parsed.error.issues.map(problemOf))
}

function kindsOf(schema: ArgumentsSchema): Record<string, string> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, field._zod.def.innerType._zod.def.type]),
  )
}

function tidy(value: unknown, kind: string | undefined): unknown {
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  if (kind === 'number' && typeof value === 'string' && value.trim() !== '') {
    const number = Number(value)
    return Number.isNaN(number) ? value : number
  }
  if (kind === 'enum' && typeof value === 'string') return value.trim().toLowerCase()
  return value
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
}

function problemOf(issue: z.core.$ZodIssue): FieldError {
  const loc = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  if (issue.code === 'invalid_value') {
    return { loc, msg: `must be one of ${issue.values.join(', ')}`, type: issue.code }
  }
  if (issue.code === 'invalid_type') {
    return { loc, msg: `must be ${KINDS[issue.expected] ?? issue.expected}`, type: issue.code }
  }
  return { loc, msg: issue.message, type: issue.code }
}
