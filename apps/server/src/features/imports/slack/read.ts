/** Reads a Slack export: a ZIP of users.json, channels.json, and a file for each channel and day. */
import { BadArchive, jsonOf } from '../archives/bounds.ts'
import type { ZipArchive } from '../archives/zip.ts'
import type { PersonToImport } from '../people.ts'
import { channelNames } from '../preparing/channels.ts'
import { idOf, recordOf, recordsOf, textOf, timeOf, type JsonRecord } from '../preparing/untyped-json.ts'
import { createPreparer, type Draft, type Place, type PreparerDeps } from '../preparing/preparer.ts'
import { emojiNamed } from '../preparing/emoji.ts'
import { markdownOf } from './mrkdwn.ts'

/** The maximum of one day in all channels, unpacked, which is in memory at once. */
const DAY_BYTES = 192 * 1024 * 1024
const DAY_FILE = /^(\d{4}-\d{2}-\d{2})\.json$/
const SLACKBOT = 'USLACKBOT'
/** Message subtypes with content; the others are notices, such as joins. */
const SAYING = new Set([
  '',
  'bot_message',
  'me_message',
  'thread_broadcast',
  'reply_broadcast',
  'file_share',
  'file_comment',
  'slackbot_response',
  'tombstone',
])

export async function readSlack(zip: ZipArchive, deps: PreparerDeps) {
  const prefix = prefixOf(zip)
  const list = async (name: string) =>
    zip.files.has(prefix + name) ? recordsOf(jsonOf(name, await zip.read(prefix + name))) : []
  const users = await list('users.json')
  const channels = (await list('channels.json')).filter(
    ({ id, name }) => idOf(id) !== '' && textOf(name) !== '',
  )
  const privateChannels = await list('groups.json')
  const conversations = [...(await list('dms.json')), ...(await list('mpims.json'))]

  const place = placeOf(users, channels)
  const people = new Map(place.people)
  const preparer = createPreparer(
    deps,
    place,
    (sourceId) => strangers.get(sourceId) ?? strangerOf(sourceId, {}),
  )
  /** Authors that users.json doesn't list, with the data from their messages. */
  const strangers = new Map<string, Pick<PersonToImport, 'handle' | 'displayName' | 'kind'>>()
  preparer.leaveOut('private_channels', privateChannels.length)
  preparer.leaveOut('direct_conversations', conversations.length)

  const folders = new Map(channels.map(({ id, name }) => [textOf(name), idOf(id)]))
  for (const day of daysOf(zip, prefix, folders)) {
    const drafts: Draft[] = []
    for (const { path, name, channel } of day) {
      for (const message of recordsOf(jsonOf(name, await zip.read(path)))) {
        const read = draftOf(message, channel)
        if (typeof read === 'string') {
          preparer.leaveOut(read)
          continue
        }
        const files = recordsOf(message['files']).length
        if (files > 0) preparer.leaveOut('files', files)
        if (!people.has(read.author)) strangers.set(read.author, strangerOf(read.author, message))
        drafts.push(read)
      }
    }
    // a message may be slightly later than a reply in another file
    for (const draft of drafts.toSorted(
      (one, other) => one.at - other.at || (one.key < other.key ? -1 : 1),
    )) {
      await preparer.add(draft)
    }
  }
  return preparer.finish()
}

/** The export's folder within the ZIP; some tools pack it with a folder. */
function prefixOf(zip: ZipArchive): string {
  const found = [...zip.files.keys()]
    .filter((name) => /(^|\/)channels\.json$/.test(name) && !name.startsWith('__MACOSX/'))
    .toSorted((one, other) => one.length - other.length)[0]
  if (found === undefined) {
    throw new BadArchive(
      'This ZIP isn’t a Slack export: it has no channels.json. Choose the file that Slack made.',
    )
  }
  return found.slice(0, -'channels.json'.length)
}

function placeOf(users: readonly JsonRecord[], channels: readonly JsonRecord[]): Place {
  const people = users.map(personOf).filter(({ sourceId }) => sourceId !== '')
  const teams = users.map(({ team_id: id }) => idOf(id)).filter((id) => id !== '')
  // oldest first, as in lists
  const ordered = channels.toSorted(
    (one, other) => Number(one['created'] ?? 0) - Number(other['created'] ?? 0),
  )
  const given = ordered.map(({ id, name }) => ({ id: idOf(id), name: textOf(name) }))
  const names = channelNames(given)
  return {
    source: 'slack',
    placeId: teams[0] ?? given[0]?.id ?? 'unknown',
    people: new Map(people.map((person) => [person.sourceId, person])),
    channels: ordered.map((channel, index) => ({
      id: given[index]?.id ?? '',
      name: names.get(given[index]?.id ?? '') ?? '',
      original: given[index]?.name ?? '',
      isArchived: channel['is_archived'] === true,
    })),
  }
}

function personOf(user: JsonRecord): PersonToImport {
  const profile = recordOf(user['profile'])
  const sourceId = idOf(user['id'])
  const isBot = user['is_bot'] === true || sourceId === SLACKBOT
  const handle = firstOf(user['name'], profile['display_name'], profile['real_name'], sourceId)
  return {
    sourceId,
    kind: isBot ? 'agent' : 'user',
    handle,
    displayName: firstOf(profile['display_name'], profile['real_name'], user['real_name'], handle),
    email: textOf(profile['email']) || null,
  }
}

function strangerOf(
  sourceId: string,
  message: JsonRecord,
): Pick<PersonToImport, 'handle' | 'displayName' | 'kind'> {
  const profile = recordOf(message['user_profile'])
  const bot = recordOf(message['bot_profile'])
  const isBot = message['bot_id'] !== undefined && textOf(message['user']) !== sourceId
  const name = isBot
    ? firstOf(message['username'], bot['name'], 'bot')
    : firstOf(profile['display_name'], profile['real_name'], profile['name'], `former-${sourceId}`)
  return { kind: isBot ? 'agent' : 'user', handle: firstOf(profile['name'], name), displayName: name }
}

function firstOf(...values: readonly unknown[]): string {
  return values.map((value) => textOf(value).trim()).find((text) => text !== '') ?? 'somebody'
}

interface DayFile {
  readonly path: string
  readonly name: string
  /** The channel's id. */
  readonly channel: string
}

/** The files of each day, oldest first, without private channels and direct messages. */
function daysOf(zip: ZipArchive, prefix: string, folders: ReadonlyMap<string, string>): DayFile[][] {
  const days = new Map<string, DayFile[]>()
  const bytes = new Map<string, number>()
  for (const [path, size] of zip.files) {
    if (!path.startsWith(prefix)) continue
    const name = path.slice(prefix.length)
    const slash = name.lastIndexOf('/')
    const channel = folders.get(name.slice(0, Math.max(0, slash)))
    const day = DAY_FILE.exec(name.slice(slash + 1))?.[1]
    if (channel === undefined || day === undefined) continue
    days.set(day, [...(days.get(day) ?? []), { path, name, channel }])
    bytes.set(day, (bytes.get(day) ?? 0) + size)
    if ((bytes.get(day) ?? 0) > DAY_BYTES)
      throw new BadArchive(`The messages of ${day} in this file are too large.`)
  }
  return [...days].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, files]) => files)
}

/** The message, or why it is left out. */
function draftOf(message: JsonRecord, channel: string): Draft | 'notices' | 'unreadable' {
  const subtype = textOf(message['subtype'])
  if (!SAYING.has(subtype)) return 'notices'
  const ts = idOf(message['ts'])
  const at = timeOf(ts)
  const author = idOf(message['user']) || idOf(message['bot_id'])
  if (at === undefined || author === '') return 'unreadable'

  const threadTs = idOf(message['thread_ts'])
  const edited = recordOf(message['edited'])
  const editedAt = timeOf(edited['ts'])
  const text = textIn(message)
  return {
    key: `${channel}|${ts}`,
    author,
    channel,
    at,
    text: subtype === 'me_message' && text !== '' ? `_${text}_` : text,
    root: threadTs !== '' && threadTs !== ts ? `${channel}|${threadTs}` : undefined,
    isRoot: threadTs === ts && Number(message['reply_count'] ?? 0) > 0,
    edited: editedAt === undefined ? undefined : { at: editedAt, by: idOf(edited['user']) },
    reactions: recordsOf(message['reactions']).flatMap(({ name, users }) => {
      const emoji = emojiNamed(textOf(name))
      return (Array.isArray(users) ? users : []).map((by) => ({ by: idOf(by), emoji }))
    }),
    isDeleted: subtype === 'tombstone',
  }
}

/** The text of a message: its own, or that of its attachments; its files as links to Slack. */
function textIn(message: JsonRecord): string {
  const said = markdownOf(textOf(message['text']))
  const attached = recordsOf(message['attachments'])
    // link previews aren't written by anyone
    .filter(({ from_url: link, original_url: url }) => link === undefined && url === undefined)
    .map(attachmentText)
  const files = recordsOf(message['files']).map(fileLink)
  return [said, ...attached, ...files].filter((part) => part !== '').join('\n')
}

function attachmentText(attachment: JsonRecord): string {
  const title = markdownOf(textOf(attachment['title']))
  const link = textOf(attachment['title_link'])
  const parts = [
    markdownOf(textOf(attachment['pretext'])),
    link !== '' && title !== '' ? markdownOf(`<${link}|${textOf(attachment['title'])}>`) : title,
    markdownOf(textOf(attachment['text'])),
  ].filter((part) => part !== '')
  return parts.length > 0 ? parts.join('\n') : markdownOf(textOf(attachment['fallback']))
}

function fileLink(file: JsonRecord): string {
  const name = firstOf(file['title'], file['name'], 'a file').replaceAll(/[<>|]/g, ' ')
  const link = textOf(file['permalink'])
  return /^https?:\/\//.test(link) ? markdownOf(`<${link}|${name}>`) : `(${name})`
}
