/** Exports of other products, made up for a test, and their way into this one. */
import type { Import } from '@flockwork/contract/imports'
import { importRoutes } from '@flockwork/contract/imports'
import { IMPORT_PART_BYTES } from '@flockwork/contract/limits'
import { Header } from 'tar'
import { ZipFile } from 'yazl'
import { eventually } from './calls.ts'
import type { Person } from './people.ts'

/** Files by their names; what isn't text or bytes is written as JSON. */
export type Files = Readonly<Record<string, unknown>>

function bytesOf(content: unknown): Buffer {
  if (Buffer.isBuffer(content)) return content
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
}

export async function zipOf(files: Files): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(bytesOf(content), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const BLOCK = 512

export function tarOf(files: Files): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const bytes = bytesOf(content)
    const header = Buffer.alloc(BLOCK)
    new Header({ path: name, size: bytes.length, type: 'File', mode: 0o644, mtime: new Date(0) }).encode(
      header,
    )
    return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])
}

/** Sends the file in parts; resolves when its dry run is over. */
export async function uploads(
  person: Person,
  url: string,
  bytes: Buffer,
  { name = 'export.zip', partBytes = IMPORT_PART_BYTES } = {},
): Promise<Import> {
  const { import: made } = await person.api.call(importRoutes.create, {
    body: { file_name: name, file_bytes: bytes.length },
  })
  for (let offset = 0; offset < bytes.length; offset += partBytes) {
    const answer = await sendPart(person, url, made.id, offset, bytes.subarray(offset, offset + partBytes))
    if (!answer.ok) throw new Error(`A part was refused: ${await answer.text()}`)
  }
  return untilImport(person, made.id, ({ state }) => state !== 'checking')
}

export function sendPart(
  person: Person,
  url: string,
  id: string,
  offset: number,
  bytes: Buffer,
): Promise<Response> {
  return fetch(`${url}/api/imports/${id}/file?offset=${offset}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${person.token()}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
}

export async function untilImport(
  person: Person,
  id: string,
  isDone: (one: Import) => boolean,
): Promise<Import> {
  const ask = async () => (await person.api.call(importRoutes.get, { params: { id } })).import
  return eventually(ask, isDone, 25_000, 50)
}

/** Brings an export over; resolves when it is in its space. */
export async function brings(
  person: Person,
  url: string,
  bytes: Buffer,
  { name = 'Old place', visibility = 'invite_only' as const } = {},
): Promise<Import> {
  const { id } = await uploads(person, url, bytes)
  await person.api.call(importRoutes.start, { params: { id }, body: { name, visibility } })
  return untilImport(person, id, ({ ended_at: endedAt }) => endedAt !== null)
}

const DAY = '2024-03-01'
const AT = Date.parse(`${DAY}T09:00:00Z`) / 1000

/** A time of a Slack message: so many seconds after nine in the morning. */
export function ts(seconds: number): string {
  return `${AT + seconds}.000100`
}

export const SLACK_USERS = [
  {
    id: 'U1',
    team_id: 'T1',
    name: 'mateo',
    profile: { real_name: 'Mateo Ruiz', display_name: 'Mateo', email: 'mateo@old.example' },
  },
  {
    id: 'U2',
    team_id: 'T1',
    name: 'priya',
    profile: { real_name: 'Priya Nair', email: 'priya@old.example' },
  },
  { id: 'B9', team_id: 'T1', name: 'deploys', is_bot: true, profile: { real_name: 'Deploys' } },
]

/** A small workspace: two channels, a thread, reactions, an edit, a bot, a file, and what isn't brought. */
export const SLACK_FILES: Files = {
  'users.json': SLACK_USERS,
  'channels.json': [
    { id: 'C1', name: 'general', created: 1, is_general: true },
    { id: 'C2', name: 'Büro-Deutsch', created: 2, is_archived: true },
  ],
  'groups.json': [{ id: 'G1', name: 'secret' }],
  'dms.json': [{ id: 'D1' }],
  'mpims.json': [{ id: 'M1' }],
  [`general/${DAY}.json`]: [
    { type: 'message', subtype: 'channel_join', user: 'U1', ts: ts(0), text: '<@U1> has joined' },
    {
      type: 'message',
      user: 'U1',
      ts: ts(1),
      thread_ts: ts(1),
      reply_count: 1,
      text: 'Shall we *deploy*, <@U2>? #release',
      edited: { user: 'U1', ts: ts(30) },
      reactions: [
        { name: '+1', users: ['U2', 'B9'], count: 2 },
        { name: 'party-parrot', users: ['U2'], count: 1 },
      ],
    },
    {
      type: 'message',
      user: 'U2',
      ts: ts(20),
      thread_ts: ts(1),
      text: 'Yes, see <https://a.example|the plan>',
    },
    { type: 'message', subtype: 'bot_message', bot_id: 'B9', ts: ts(40), text: 'Deployed :tada:' },
    {
      type: 'message',
      user: 'U7',
      user_profile: { name: 'gone', real_name: 'Gone Girl' },
      ts: ts(60),
      text: '',
      files: [{ title: 'plan.pdf', permalink: 'https://old.slack.example/files/plan.pdf' }],
    },
  ],
  [`Büro-Deutsch/${DAY}.json`]: [{ type: 'message', user: 'U2', ts: ts(10), text: 'hallo' }],
  [`secret/${DAY}.json`]: [{ type: 'message', user: 'U2', ts: ts(11), text: 'nobody else may read this' }],
  [`D1/${DAY}.json`]: [{ type: 'message', user: 'U2', ts: ts(12), text: 'nor this' }],
}

/** The same for Zulip: a channel with two topics, an edit, a private channel, a direct message. */
export const ZULIP_FILES: Files = {
  'zulip-export/messages-000002.json': {
    zerver_message: [
      {
        id: 103,
        sender: 10,
        recipient: 20,
        subject: 'lunch',
        content: 'Soup, @**Priya Nair|11**',
        date_sent: AT + 30,
      },
      { id: 104, sender: 11, recipient: 20, subject: 'Deploys', content: 'done', date_sent: AT + 40 },
    ],
  },
  'zulip-export/realm.json': {
    zerver_realm: [{ id: 1, string_id: 'old', date_created: 1 }],
    zerver_userprofile: [
      { id: 10, full_name: 'Mateo Ruiz', delivery_email: 'mateo@old.example', is_bot: false },
      { id: 11, full_name: 'Priya Nair', email: 'priya@old.example', is_bot: false },
      { id: 12, full_name: 'Weather', email: 'weather-bot@old.example', is_bot: true, bot_owner: 10 },
    ],
    zerver_userprofile_crossrealm: [{ id: 6, email: 'notification-bot@zulip.com' }],
    zerver_stream: [
      { id: 1, name: 'General chat', invite_only: false },
      { id: 2, name: 'hidden', invite_only: true },
    ],
    zerver_recipient: [
      { id: 20, type: 2, type_id: 1 },
      { id: 21, type: 2, type_id: 2 },
      { id: 22, type: 1, type_id: 10 },
    ],
    zerver_reaction: [
      {
        message: 101,
        user_profile: 11,
        emoji_name: '+1',
        emoji_code: '1f44d',
        reaction_type: 'unicode_emoji',
      },
      { message: 101, user_profile: 11, emoji_name: 'own', emoji_code: '7', reaction_type: 'realm_emoji' },
    ],
  },
  'zulip-export/messages-000001.json': {
    zerver_message: [
      {
        id: 101,
        sender: 10,
        recipient: 20,
        subject: 'lunch',
        content: 'What is for lunch?',
        date_sent: AT,
        last_edit_time: AT + 5,
        edit_history: JSON.stringify([{ prev_content: 'Lunch?', timestamp: AT + 5, user_id: 10 }]),
      },
      { id: 102, sender: 12, recipient: 20, subject: 'Deploys', content: 'sunny', date_sent: AT + 10 },
      {
        id: 105,
        sender: 11,
        recipient: 21,
        subject: 'x',
        content: 'nobody else may read this',
        date_sent: AT + 11,
      },
      { id: 106, sender: 11, recipient: 22, subject: '', content: 'nor this', date_sent: AT + 12 },
    ],
  },
}
