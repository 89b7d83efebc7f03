/**
 * Writes imported messages into a space that nobody uses yet (docs/rules/imports.md#writing). No event is
 * appended and no delivery created: nobody is woken.
 *
 * 1. `importPeople` creates the accounts of the authors (people.ts).
 * 2. `writeMessages` writes the messages in the order of the space, about a thousand at a time, each batch in the caller's
 *    transaction. Existing ids are skipped, so that a batch can be repeated, and an import restarted.
 * 3. `finishWriting` updates derived data: counts of channels, the search index, activity.
 *
 * There are two kinds of callers: an import of another product passes no numbers, and gets the space's next; a record
 * passes the number of each message (`seq`, `changedSeq`) and of the space's last event (`setHead`), and gets exactly
 * these.
 */
import type { MessageType } from '@flockwork/contract/messages'
import type { Db, Tx } from '../../platform/database.ts'
import { indexSpace } from '../search/index.ts'
import * as repository from './writer-repository.ts'

/** An imported message. All ids are this instance's: of accounts, and of messages of the same space. */
export interface MessageToWrite {
  readonly id: string
  /** Its number, greater than all earlier ones; by default the space's next one. */
  readonly seq?: number
  /** The number of its last change. */
  readonly changedSeq?: number | null
  readonly authorId: string
  /** A channel of the space. */
  readonly channel: string
  /** Stored as given if it has a `seq`; else raised to the previous message's time, because times never decrease. */
  readonly at: Date
  /** The current text; the placeholder for a deleted message. */
  readonly content: string
  /** Its parent, and the first message of its thread: both or neither, and written before it. */
  readonly parentId: string | null
  readonly rootId: string | null
  readonly type: MessageType
  /** In the contract's shape. */
  readonly mentions: readonly object[]
  readonly mentionsUnknown?: readonly object[]
  readonly topics: readonly string[]
  readonly metadata?: object
  /** Its earlier texts, oldest first, each with its editor. */
  readonly versions?: readonly VersionToWrite[]
  /** Its edits, of which there may be more than known earlier texts. */
  readonly edited?: { readonly at: Date; readonly by: string | null; readonly count: number } | null
  readonly deletedAt?: Date | null
  readonly reactions?: readonly ReactionToWrite[]
  readonly waitingSince?: Date | null
  readonly isTask?: boolean
  readonly isClaimed?: boolean
  /** By default its parent. */
  readonly causeId?: string | null
  readonly hops?: number
}

export interface VersionToWrite {
  readonly content: string
  readonly by: string
  readonly at: Date
}

export interface ReactionToWrite {
  readonly accountId: string
  /** In its canonical spelling (contract/text/emoji.ts). */
  readonly emoji: string
  readonly at: Date
}

export interface Written {
  /** New messages. */
  readonly messages: number
  /** New reactions, including those to existing messages. */
  readonly reactions: number
}

/**
 * Writes a batch in the caller's transaction, locking the space's sequence. Existing messages are
 * skipped, except for new reactions.
 */
export async function writeMessages(
  tx: Tx,
  spaceId: string,
  messages: readonly MessageToWrite[],
): Promise<Written> {
  const sequence = await repository.lockSequence(tx, spaceId)
  const known = await repository.knownAmong(
    tx,
    spaceId,
    messages.map(({ id }) => id),
  )
  const fresh = firstOfEach(messages).filter(({ id }) => !known.has(id))
  let { seq, messages: soFar, last_message_at: lastAt } = sequence
  const rows = fresh.map((message): repository.MessageRow => {
    seq = message.seq ?? seq + 1
    const isEarlier = message.seq === undefined && lastAt !== null && message.at < lastAt
    const at = isEarlier && lastAt !== null ? lastAt : message.at
    if (lastAt === null || at > lastAt) lastAt = at
    soFar += message.isTask === true ? 0 : 1
    return rowOf(message, { seq, soFar, at })
  })

  await repository.insertMessages(tx, spaceId, rows)
  await repository.insertVersions(tx, spaceId, fresh.flatMap(versionsOf))
  const reactions = await repository.insertReactions(tx, spaceId, messages.flatMap(reactionsOf))
  await repository.countReplies(tx, spaceId, rows.flatMap(repliesOf))
  await repository.saveSequence(tx, spaceId, {
    seq: Math.max(seq, sequence.seq),
    messages: soFar,
    last_message_at: lastAt,
  })
  return { messages: rows.length, reactions }
}

/** Raises the space's head to the number of an event that isn't a message; never lowers it. */
export async function setHead(tx: Tx, spaceId: string, seq: number): Promise<void> {
  const sequence = await repository.lockSequence(tx, spaceId)
  await repository.saveSequence(tx, spaceId, { ...sequence, seq: Math.max(seq, sequence.seq) })
}

/**
 * Updates data derived from messages. May take long; safe to repeat. Afterwards everyone in the space
 * has read everything.
 */
export async function finishWriting(db: Db, spaceId: string): Promise<void> {
  await repository.countChannels(db, spaceId)
  await repository.countActivity(db, spaceId)
  await indexSpace(db, spaceId)
  await repository.markRead(db, spaceId)
  await repository.analyzeMessages(db)
}

function firstOfEach(messages: readonly MessageToWrite[]): MessageToWrite[] {
  const seen = new Set<string>()
  return messages.filter(({ id }) => !seen.has(id) && seen.add(id))
}

interface Place {
  readonly seq: number
  /** The number of messages in the space up to this one. */
  readonly soFar: number
  readonly at: Date
}

function rowOf(message: MessageToWrite, { seq, soFar, at }: Place): repository.MessageRow {
  const { edited = null } = message
  return {
    id: message.id,
    seq,
    changed_seq: message.changedSeq ?? null,
    author_id: message.authorId,
    channel: message.channel,
    content: message.content,
    parent_id: message.parentId,
    thread_root_id: message.rootId,
    message_type: message.type,
    mentions: message.mentions,
    mentions_unknown: message.mentionsUnknown ?? [],
    topics: message.topics,
    waiting_since: message.waitingSince ?? null,
    is_task: message.isTask ?? false,
    is_claimed: message.isClaimed ?? false,
    metadata: message.metadata ?? {},
    cause_id: message.causeId === undefined ? message.parentId : message.causeId,
    hops: message.hops ?? 0,
    messages_so_far: soFar,
    created_at: at,
    edited_at: edited?.at ?? null,
    edit_count: edited?.count ?? 0,
    edited_by: edited?.by ?? null,
    deleted_at: message.deletedAt ?? null,
  }
}

function versionsOf({ id, versions = [] }: MessageToWrite): repository.VersionRow[] {
  return versions.map(({ content, by, at }, version) => ({
    message_id: id,
    version,
    content,
    replaced_by: by,
    replaced_at: at,
  }))
}

function reactionsOf({ id, reactions = [] }: MessageToWrite): repository.ReactionRow[] {
  return reactions.map(({ accountId, emoji, at }) => ({
    message_id: id,
    account_id: accountId,
    emoji,
    created_at: at,
  }))
}

/** A reply counts for its parent and for the root of its thread, once if they are the same. */
function repliesOf(row: repository.MessageRow): repository.ReplyRow[] {
  const targets = new Set([row.parent_id, row.thread_root_id].filter((id) => id !== null))
  return [...targets].map((target) => ({ target, account: row.author_id, at: row.created_at }))
}
