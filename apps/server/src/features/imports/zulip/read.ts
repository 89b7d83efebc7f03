/**
 * Reads a Zulip export: a tar of realm.json, messages-000001.json and so on, in any order. A channel's topic becomes a
 * thread under its first message, which names the topic.
 */
import { appendFile, open, rm } from 'node:fs/promises'
import { BadArchive, jsonOf } from '../archives/bounds.ts'
import { readTar } from '../archives/tar.ts'
import type { PersonToImport } from '../people.ts'
import { channelNames } from '../preparing/channels.ts'
import { idOf, recordOf, recordsOf, textOf, timeOf, type JsonRecord } from '../preparing/untyped-json.ts'
import { createPreparer, type Draft, type Place, type PreparerDeps } from '../preparing/preparer.ts'
import { normaliseEmoji } from '@flockwork/contract/text/emoji'
import { markdownOf, type IdOfName } from './text.ts'

const REALM = /(?:^|\/)realm\.json$/
const MESSAGES = /^messages-(\d{1,9})\.json$/
const TO_CHANNEL = 2
const TO_GROUP = 3
/** What Zulip shows for no topic. */
const NO_TOPIC = new Set(['', '(no topic)'])
const UPLOAD = /\]\(\/?user_uploads\//g

/** @param spoolPath a temporary file for messages until all earlier ones were read */
export async function readZulip(path: string, spoolPath: string, deps: PreparerDeps) {
  const { realm, folder } = await readRealm(path)
  const place = placeOf(realm)
  const spool = await spoolMessages(path, { folder, spoolPath, realm })
  try {
    return await prepare(realm, place, spool, deps)
  } finally {
    await rm(spoolPath, { force: true })
  }
}

async function readRealm(path: string): Promise<{ realm: JsonRecord; folder: string }> {
  let found: { realm: JsonRecord; folder: string } | undefined
  await readTar(path, {
    wants: (name) => REALM.test(name),
    onFile: async (name, bytes) => {
      found ??= { realm: recordOf(jsonOf(name, bytes)), folder: name.slice(0, -'realm.json'.length) }
    },
  })
  if (found === undefined) {
    throw new BadArchive(
      'This file isn’t a Zulip export: it has no realm.json. Choose the file that Zulip made.',
    )
  }
  return found
}

function placeOf(realm: JsonRecord): Place {
  const [about = {}] = recordsOf(realm['zerver_realm'])
  const users = recordsOf(realm['zerver_userprofile'])
  const systemBots = recordsOf(realm['zerver_userprofile_crossrealm'])
  const people = [
    ...users.map(personOf),
    ...systemBots.map((bot) => ({ ...personOf(bot), kind: 'agent' as const, email: null })),
  ]
  const channels = recordsOf(realm['zerver_stream']).filter(
    ({ invite_only: isPrivate }) => isPrivate !== true,
  )
  const given = channels.map(({ id, name }) => ({ id: idOf(id), name: textOf(name) }))
  const names = channelNames(given)
  return {
    source: 'zulip',
    placeId: idOf(about['uuid']) || `${textOf(about['string_id'])}:${idOf(about['date_created'])}`,
    people: new Map(people.map((person) => [person.sourceId, person])),
    channels: channels.map((channel, index) => ({
      id: given[index]?.id ?? '',
      name: names.get(given[index]?.id ?? '') ?? '',
      original: given[index]?.name ?? '',
      isArchived: channel['deactivated'] === true,
    })),
  }
}

function personOf(user: JsonRecord): PersonToImport {
  const sourceId = idOf(user['id'])
  const email = textOf(user['delivery_email']) || textOf(user['email'])
  const name = textOf(user['full_name']).trim() || email.split('@')[0] || `user-${sourceId}`
  const owner = idOf(user['bot_owner'])
  return {
    sourceId,
    kind: user['is_bot'] === true ? 'agent' : 'user',
    handle: name.normalize('NFKD').replaceAll(/\p{M}/gu, ''),
    displayName: name,
    email,
    ...(owner !== '' && { ownerSourceId: owner }),
  }
}

/** The positions of each message file's lines. */
interface Spool {
  readonly path: string
  readonly parts: readonly { readonly number: number; readonly from: number; readonly bytes: number }[]
  readonly directMessages: ReadonlySet<string>
  readonly privateChannels: ReadonlySet<string>
}

interface Spooling {
  readonly folder: string
  readonly spoolPath: string
  readonly realm: JsonRecord
}

/** Writes the messages of public channels to a temporary file, because the tar is in any order. */
async function spoolMessages(path: string, { folder, spoolPath, realm }: Spooling): Promise<Spool> {
  const recipients = new Map(recordsOf(realm['zerver_recipient']).map((one) => [idOf(one['id']), one]))
  const privates = new Set(
    recordsOf(realm['zerver_stream'])
      .filter(({ invite_only: isPrivate }) => isPrivate === true)
      .map(({ id }) => idOf(id)),
  )
  const parts: { number: number; from: number; bytes: number }[] = []
  const directMessages = new Set<string>()
  const numberOf = (name: string) =>
    name.startsWith(folder) ? MESSAGES.exec(name.slice(folder.length))?.[1] : undefined
  let end = 0
  await readTar(path, {
    wants: (name) => numberOf(name) !== undefined,
    onFile: async (name, bytes) => {
      const kept = recordsOf(recordOf(jsonOf(name, bytes))['zerver_message']).flatMap((message) => {
        const recipient = recipients.get(idOf(message['recipient']))
        if (recipient?.['type'] !== TO_CHANNEL) {
          const isDirect =
            recipient === undefined || recipient['type'] === TO_GROUP || recipient['type'] === 1
          if (isDirect) directMessages.add(idOf(message['recipient']))
          return []
        }
        const channel = idOf(recipient['type_id'])
        if (privates.has(channel)) return []
        const { rendered_content: _, search_tsvector: __, ...rest } = message
        return [`${JSON.stringify({ ...rest, channel })}\n`]
      })
      const lines = Buffer.from(kept.join(''))
      await appendFile(spoolPath, lines)
      parts.push({ number: Number(numberOf(name)), from: end, bytes: lines.length })
      end += lines.length
    },
  })
  return {
    path: spoolPath,
    parts: parts.toSorted((one, other) => one.number - other.number),
    directMessages,
    privateChannels: privates,
  }
}

async function prepare(realm: JsonRecord, place: Place, spool: Spool, deps: PreparerDeps) {
  const preparer = createPreparer(deps, place, (sourceId) => ({
    kind: 'user',
    handle: `former-${sourceId}`,
    displayName: `Former member ${sourceId}`,
  }))
  preparer.leaveOut('private_channels', spool.privateChannels.size)
  preparer.leaveOut('direct_conversations', spool.directMessages.size)

  const reactions = reactionsOf(realm)
  const idOfName = namesOf(place)
  const channels = new Set(place.channels.map(({ id }) => id))
  /** The first message of each topic. */
  const roots = new Map<string, string>()
  const file = await open(spool.path, 'a+')
  try {
    for (const { from, bytes } of spool.parts) {
      const lines = Buffer.alloc(bytes)
      await file.read(lines, 0, bytes, from)
      const messages = lines
        .toString()
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [recordOf(JSON.parse(line))]))
      for (const message of messages) {
        const draft = draftOf(message, { roots, reactions, idOfName })
        if (draft === undefined || !channels.has(draft.channel)) {
          preparer.leaveOut('unreadable')
          continue
        }
        const files = [...textOf(message['content']).matchAll(UPLOAD)].length
        if (files > 0) preparer.leaveOut('files', files)
        await preparer.add(draft)
      }
    }
  } finally {
    await file.close()
  }
  return preparer.finish()
}

type Reaction = NonNullable<Draft['reactions']>[number]

function reactionsOf(realm: JsonRecord): Map<string, Reaction[]> {
  const byMessage = new Map<string, Reaction[]>()
  for (const one of recordsOf(realm['zerver_reaction'])) {
    const message = idOf(one['message'])
    const isUnicode = one['reaction_type'] === undefined || one['reaction_type'] === 'unicode_emoji'
    const reaction = {
      by: idOf(one['user_profile']),
      emoji: isUnicode ? emojiOfCode(textOf(one['emoji_code'])) : undefined,
    }
    const known = byMessage.get(message)
    if (known === undefined) byMessage.set(message, [reaction])
    else known.push(reaction)
  }
  return byMessage
}

const CODE = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,9}$/i
const HIGHEST = 0x10ffff

function emojiOfCode(code: string): string | undefined {
  if (!CODE.test(code)) return undefined
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  return points.every((point) => point <= HIGHEST)
    ? normaliseEmoji(String.fromCodePoint(...points))
    : undefined
}

/** People by unique full names. */
function namesOf({ people }: Place): IdOfName {
  const ids = new Map<string, string | undefined>()
  for (const { sourceId, displayName } of people.values()) {
    ids.set(displayName, ids.has(displayName) ? undefined : sourceId)
  }
  return (name) => ids.get(name)
}

interface Context {
  readonly roots: Map<string, string>
  readonly reactions: ReadonlyMap<string, readonly Reaction[]>
  readonly idOfName: IdOfName
}

function draftOf(message: JsonRecord, { roots, reactions, idOfName }: Context): Draft | undefined {
  const key = idOf(message['id'])
  const author = idOf(message['sender'])
  const channel = idOf(message['channel'])
  const at = timeOf(message['date_sent'])
  if (key === '' || author === '' || at === undefined) return undefined

  const topic = textOf(message['subject']).trim()
  const thread = `${channel}|${topic.toLowerCase()}`
  const hasTopic = !NO_TOPIC.has(topic)
  const root = hasTopic ? roots.get(thread) : undefined
  const isFirst = hasTopic && root === undefined
  if (isFirst) roots.set(thread, key)

  const edits = editsOf(message['edit_history'])
  const editedAt = timeOf(message['last_edit_time']) ?? edits.at(-1)?.at
  const isTextEdited = edits.length > 0
  const text = markdownOf(textOf(message['content']), idOfName)
  const named = (said: string) => (isFirst ? `**${boldText(topic)}**\n\n${said}` : said)
  return {
    key,
    author,
    channel,
    at,
    text: named(text),
    root,
    isRoot: isFirst,
    edited:
      isTextEdited && editedAt !== undefined ? { at: editedAt, by: edits.at(-1)?.by ?? author } : undefined,
    versions: edits.map((edit) => ({
      ...edit,
      by: edit.by === '' ? author : edit.by,
      text: named(markdownOf(edit.text, idOfName)),
    })),
    reactions: reactions.get(key) ?? [],
  }
}

const TOPIC_CHARS = 200

function boldText(topic: string): string {
  return topic
    .slice(0, TOPIC_CHARS)
    .replaceAll(/[\\*_`~[\]<>]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, ' ')
}

/** The texts that edits replaced, oldest first; moves to another topic replaced none. */
function editsOf(history: unknown): { text: string; by: string; at: number }[] {
  const list = typeof history === 'string' ? parsed(history) : history
  return recordsOf(list)
    .flatMap((edit) => {
      const text = edit['prev_content']
      const at = timeOf(edit['timestamp'])
      return typeof text === 'string' && at !== undefined
        ? [{ text: textOf(text), by: idOf(edit['user_id']), at }]
        : []
    })
    .toReversed()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}
