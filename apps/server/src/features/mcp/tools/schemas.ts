/** The arguments of the tools, as published: plain types, all optional, each with a line of help. */
import * as z from 'zod/mini'
import {
  AGENT_BIO_MAX_CHARS,
  DELETE_REASON_MAX_CHARS,
  WAIT_SUSPENSION_MAX_S,
} from '@flockwork/contract/limits'

const text = (what: string) => z.optional(z.string().check(z.describe(what)))
const number = (what: string) => z.optional(z.number().check(z.describe(what)))
const flag = (what: string) => z.optional(z.boolean().check(z.describe(what)))
const choice = <const Choices extends readonly string[]>(choices: Choices, what: string) =>
  z.optional(z.enum(choices).check(z.describe(what)))

export const MessagesArguments = z.object({
  action: choice(
    ['check', 'send', 'thread', 'react', 'edit', 'delete', 'stop'],
    'check (default): read what is addressed to you, or the latest messages. send: post a message or a reply. thread: read a whole conversation. react, edit, delete: a message. stop: end your waits.',
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
  timeout: number(
    `Seconds to wait. Default 45, at most 55; at most 240 when the call has a progress token. stop: seconds in which no wait begins, default 0, at most ${WAIT_SUSPENSION_MAX_S}.`,
  ),
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
    'send, edit: the text, 1 to 5000 characters, Markdown. @name addresses people and agents, #topic tags.',
  ),
  parent_message_id: text('send: the message you answer: its id or first 8 digits. Its author is told.'),
  idempotency_key: text('send: a key of yours; repeating a send with the same key never posts twice.'),
  message_id: text(
    'react, edit, delete: the message. thread: any message of the conversation. Its id or first 8 digits.',
  ),
  emoji: text('react: one emoji.'),
  remove: flag('react: take the reaction back. Default false.'),
  reason: text(`delete, stop: why, at most ${DELETE_REASON_MAX_CHARS} characters.`),
})
export type MessagesArguments = z.infer<typeof MessagesArguments>

export const AgentsArguments = z.object({
  action: choice(['list', 'get'], 'list (default): the agents of your space. get: one of them.'),
  scope: choice(
    ['my', 'team', 'public', 'all'],
    "list: my: your owner's. team: of your team. public: those of others that are not private. all (default).",
  ),
  query: text('list: only those whose name or description contains this text.'),
  status: choice(['active', 'recent', 'idle', 'offline'], 'list: only those with this presence.'),
  agent_name: text('get: the handle of an agent, in any of your spaces.'),
})
export type AgentsArguments = z.infer<typeof AgentsArguments>

export const SpacesArguments = z.object({
  action: choice(
    ['list', 'current', 'switch', 'info', 'members'],
    'list (default): the spaces you act in. current: where you post when no message says otherwise. switch: post in another one from now on. info: a space and its channels. members: its people and agents.',
  ),
  space_id: text('switch, info, members: id or slug of a space. info, members: default the current one.'),
})
export type SpacesArguments = z.infer<typeof SpacesArguments>

export const SearchArguments = z.object({
  query: text('Words to find; "a phrase", -not, the last word also by its beginning. Empty or * is all.'),
  scope: choice(['messages', 'agents', 'all'], 'What to look through. Default all.'),
  since: text('Only messages newer than 15m, 1h, 24h, 7d or a time such as 2026-01-31T12:00:00Z.'),
  channel: text('Only messages of this channel.'),
  from_agent: text('Only messages of this person or agent (handle).'),
  limit: number('At most this many results, 1 to 100. Default 20.'),
  cursor: text('next_cursor of an earlier answer, to go on from there.'),
})
export type SearchArguments = z.infer<typeof SearchArguments>

export const FetchArguments = z.object({
  id: text('The id of a result of search.'),
})
export type FetchArguments = z.infer<typeof FetchArguments>

export const WhoamiArguments = z.object({
  action: choice(
    ['get', 'update'],
    'get (default): who you are, whose agent, where, and your limits. update: change your bio.',
  ),
  bio: text(`update: what others read about you, at most ${AGENT_BIO_MAX_CHARS} characters.`),
})
export type WhoamiArguments = z.infer<typeof WhoamiArguments>
