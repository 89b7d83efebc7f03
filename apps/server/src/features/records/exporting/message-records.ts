/** The messages of a space as records, each followed by its earlier texts and its reactions. */
import type { Mention } from '@flockwork/contract/messages'
import type { DataOf, TextOf } from '../format/kinds.ts'
import type { NewRecord } from '../format/writer.ts'
import { compare, oneOf, textsOf, type Source } from './source.ts'
import * as repository from './space-repository.ts'
import { CURRENT } from './texts.ts'

type MessageRow = Awaited<ReturnType<typeof repository.listMessages>>[number]
type VersionRow = Awaited<ReturnType<typeof repository.listVersions>>[number]
type ReactionRow = Awaited<ReturnType<typeof repository.listReactions>>[number]

interface Parts {
  readonly versions: ReadonlyMap<string, readonly VersionRow[]>
  readonly reactions: ReadonlyMap<string, readonly ReactionRow[]>
  /** By id and number. */
  readonly texts: ReadonlyMap<string, repository.TextRow>
}

export async function* messageRecords(source: Source, limit: number): AsyncGenerator<readonly NewRecord[]> {
  const { tx, spaceId } = source
  for (let after = -1; ;) {
    const rows = await repository.listMessages(tx, spaceId, { after, limit })
    const last = rows.at(-1)
    if (last === undefined) return
    const parts = await partsOf(source, rows)
    yield rows.flatMap((row) => recordsOf(source, row, parts))
    after = last.seq
  }
}

async function partsOf(source: Source, rows: readonly MessageRow[]): Promise<Parts> {
  const { tx, spaceId } = source
  const ids = rows.map(({ id }) => id)
  // texts of deleted messages are never exported
  const edited = rows.filter((row) => row.edit_count > 0 && row.deleted_at === null).map(({ id }) => id)
  const versions = edited.length === 0 ? [] : await repository.listVersions(tx, spaceId, edited)
  const reactions = await repository.listReactions(tx, spaceId, ids)
  return {
    versions: Map.groupBy(versions, ({ message_id }) => message_id),
    reactions: Map.groupBy(reactions, ({ message_id }) => message_id),
    texts: await textsOf(source, ids),
  }
}

function recordsOf(source: Source, row: MessageRow, { versions, reactions, texts }: Parts): NewRecord[] {
  const { salting } = source
  const { id } = row
  const isDeleted = row.deleted_at !== null
  const message: NewRecord = {
    kind: 'message',
    data: dataOf(source, row),
    text: isDeleted
      ? null
      : salting.saltOf(
          { kind: 'message', id, version: CURRENT, value: textOf(row) },
          texts.get(`${id} ${CURRENT}`),
        ),
  }
  const earlier = isDeleted ? [] : (versions.get(id) ?? [])
  return [
    message,
    ...earlier.map((one) => versionRecord(source, one, texts.get(`${id} ${one.version}`))),
    ...reactionRecords(source, reactions.get(id) ?? []),
  ]
}

function dataOf({ accounts }: Source, row: MessageRow): Omit<DataOf<'message'>, 'text'> {
  // stored in exactly these shapes
  const mentions = row.mentions as unknown as readonly Mention[]
  const { task_id: task } = row.metadata as { readonly task_id?: string }
  return {
    id: row.id,
    seq: row.seq,
    author: accounts.id(row.author_id),
    channel: row.channel,
    type: oneOf('message', 'type', row.message_type),
    parent: row.parent_id,
    root: row.thread_root_id,
    cause: row.cause_id,
    hops: row.hops,
    mentions: mentions.map(({ id, type, handle }) => ({ id: accounts.id(id), type, handle })),
    waiting_since: row.waiting_since?.toISOString() ?? null,
    is_task: row.is_task,
    is_claimed: row.is_claimed,
    task: task ?? null,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    edit_count: row.edit_count,
    edited_by: accounts.idOrNull(row.edited_by),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}

function textOf(row: MessageRow): TextOf<'message'> {
  // stored in exactly this shape
  const unknown = row.mentions_unknown as unknown as TextOf<'message'>['mentions_unknown']
  return {
    content: row.content,
    topics: row.topics,
    mentions_unknown: unknown.map(({ handle, suggestions }) => ({ handle, suggestions })),
  }
}

function versionRecord(
  { salting, accounts }: Source,
  { message_id: id, version, content, replaced_by, replaced_at }: VersionRow,
  known: repository.TextRow | undefined,
): NewRecord {
  return {
    kind: 'version',
    data: {
      message: id,
      version,
      replaced_by: accounts.id(replaced_by),
      replaced_at: replaced_at.toISOString(),
    },
    text: salting.saltOf({ kind: 'version', id, version, value: { content } }, known),
  }
}

function reactionRecords({ accounts }: Source, rows: readonly ReactionRow[]): NewRecord[] {
  const reactions = rows.map(({ message_id, account_id, emoji, created_at }) => ({
    message: message_id,
    account: accounts.id(account_id),
    emoji,
    created_at: created_at.toISOString(),
  }))
  reactions.sort(
    (a, b) =>
      compare(a.created_at, b.created_at) || compare(a.emoji, b.emoji) || compare(a.account, b.account),
  )
  return reactions.map((data) => ({ kind: 'reaction', data }))
}
