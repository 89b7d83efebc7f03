/** Imports the messages of a record, each with its earlier texts and reactions. */
import { DELETED_TEXT } from '@flockwork/contract/text/message-text'
import type { Tx } from '../../../platform/database.ts'
import {
  writeMessages,
  type MessageToWrite,
  type ReactionToWrite,
  type VersionToWrite,
} from '../../imports/index.ts'
import { CURRENT, ERASED_TEXT } from '../exporting/texts.ts'
import type { RecordAmong, RecordOf } from '../format/lines.ts'
import type { People } from './people.ts'
import { ImportRefused } from './refused.ts'
import * as repository from './space-repository.ts'

const AT_ONCE = 500

interface Gathered {
  readonly record: RecordOf<'message'>
  readonly versions: VersionToWrite[]
  readonly reactions: ReactionToWrite[]
}

interface Into {
  readonly tx: Tx
  readonly spaceId: string
  /** The last number of the space. */
  readonly head: number
  readonly people: People
  readonly channels: ReadonlySet<string>
}

export interface MessageImport {
  add(record: RecordAmong<'message' | 'version' | 'reaction'>): Promise<void>
  /** Writes the remaining messages. */
  flush(): Promise<void>
}

export function createMessageImport({ tx, spaceId, head, people, channels }: Into): MessageImport {
  let gathered: Gathered[] = []
  let texts: repository.TextRow[] = []

  const flush = async () => {
    if (gathered.length === 0) return
    const messages = gathered.map((one) => messageToWrite(one, people))
    const ids = messages.map(({ id }) => id)
    const [elsewhere] = await repository.idsElsewhere(tx, 'messages', spaceId, ids)
    if (elsewhere !== undefined) throw new ImportRefused(`Message ${elsewhere} is in another space here.`)
    const { messages: written } = await writeMessages(tx, spaceId, messages)
    if (written !== messages.length) throw new ImportRefused('The record has a message twice.')
    const answered = messages
      .flatMap(({ parentId, rootId }) => [parentId, rootId])
      .filter((id) => id !== null)
    const [missing] = await repository.missingMessages(tx, spaceId, answered)
    if (missing !== undefined) throw new ImportRefused(`The record has an answer to ${missing}, but not it.`)
    await repository.insertTexts(tx, spaceId, texts)
    gathered = []
    texts = []
  }
  const keepText = (id: string, version: number, hash: string, salt: string | undefined) =>
    texts.push({ id, version, hash, salt: salt ?? null })
  /** The message that the record belongs to, which directly precedes it. */
  const current = (): Gathered => {
    const last = gathered.at(-1)
    if (last === undefined) throw new Error('A version or reaction came before any message')
    return last
  }

  return {
    async add(record) {
      if (record.kind === 'message') {
        if (gathered.length >= AT_ONCE) await flush()
        checkMessage(record, head, channels)
        if (record.data.text !== null) {
          keepText(record.data.id, CURRENT, record.data.text, record.text?.salt)
        }
        gathered.push({ record, versions: [], reactions: [] })
      } else if (record.kind === 'version') {
        const { versions } = current()
        const { message, version, replaced_by, replaced_at, text } = record.data
        if (version !== versions.length) throw new ImportRefused(`Message ${message} lacks an earlier text.`)
        keepText(message, version, text, record.text?.salt)
        versions.push({
          content: record.text?.value.content ?? ERASED_TEXT,
          by: people.id(replaced_by),
          at: new Date(replaced_at),
        })
      } else {
        const { account, emoji, created_at } = record.data
        current().reactions.push({ accountId: people.id(account), emoji, at: new Date(created_at) })
      }
    },
    flush,
  }
}

function checkMessage({ data }: RecordOf<'message'>, head: number, channels: ReadonlySet<string>): void {
  const { id } = data
  if (data.seq > head) throw new ImportRefused(`Message ${id} has a number that its space doesn't have yet.`)
  if (!channels.has(data.channel)) throw new ImportRefused(`Message ${id} is in a channel that isn't there.`)
  if ((data.parent === null) !== (data.root === null)) {
    throw new ImportRefused(`Message ${id} answers something that is in no thread.`)
  }
  if ((data.edited_at === null) !== (data.edit_count === 0)) {
    throw new ImportRefused(`Message ${id} was edited at no time.`)
  }
}

function messageToWrite({ record, versions, reactions }: Gathered, people: People): MessageToWrite {
  const { data, text } = record
  const isDeleted = data.deleted_at !== null
  return {
    id: data.id,
    seq: data.seq,
    authorId: people.id(data.author),
    channel: data.channel,
    at: new Date(data.created_at),
    content: isDeleted ? DELETED_TEXT : (text?.value.content ?? ERASED_TEXT),
    parentId: data.parent,
    rootId: data.root,
    type: data.type,
    mentions: data.mentions.map(({ id, type, handle }) => ({ id: people.id(id), type, handle })),
    mentionsUnknown: text?.value.mentions_unknown ?? [],
    topics: text?.value.topics ?? [],
    metadata: data.task === null ? {} : { task_id: data.task },
    versions,
    edited:
      data.edited_at === null
        ? null
        : { at: new Date(data.edited_at), by: people.idOrNull(data.edited_by), count: data.edit_count },
    deletedAt: timeOrNull(data.deleted_at),
    reactions,
    waitingSince: timeOrNull(data.waiting_since),
    isTask: data.is_task,
    isClaimed: data.is_claimed,
    causeId: data.cause,
    hops: data.hops,
  }
}

function timeOrNull(time: string | null): Date | null {
  return time === null ? null : new Date(time)
}
