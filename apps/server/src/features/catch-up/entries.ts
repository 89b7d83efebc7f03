/** Sorts messages and tasks into the lists of an answer, most important first. Pure. */
import type { CatchUpItem, CatchUpKind } from '@flockwork/contract/catch-up'
import { onOneLine } from '../../platform/one-line.ts'
import type { Account, AddressedRow, Material, Reacted, Said, TaskRow } from './material.ts'
import { asks, decisionIn } from './phrases.ts'

/** One line of an answer, before it is formatted. */
export interface Entry {
  readonly kind: CatchUpKind
  readonly messageId: string
  readonly task: { readonly id: string; readonly name: string } | null
  readonly channel: string
  readonly at: number
  /** The author, the sender of the delivery, or the task's worker. */
  readonly author: Account | null
  /** Everyone who wrote a part of its text. */
  readonly writers: readonly Account[]
  /** On one line. */
  readonly content: string
  readonly isWhole: boolean
  readonly isUnread: boolean
  readonly replies: number
  readonly reactions: number
}

export interface Channel {
  readonly name: string
  readonly messages: number
  readonly newTasks: number
  /** Handles, most active first. */
  readonly authors: readonly string[]
  readonly topics: readonly string[]
  readonly firstId: string
}

/** Best first; of a long list only those that may fit. */
export interface Ranking {
  readonly entries: readonly Entry[]
  readonly total: number
}

const NONE: Ranking = { entries: [], total: 0 }

export interface Entries {
  /** In order; undefined for an entry whose text wasn't loaded, because it can't fit. */
  readonly addressed: readonly { readonly row: AddressedRow; readonly entry: Entry | undefined }[]
  readonly decisions: Ranking
  readonly questions: Ranking
  /** Busiest first. */
  readonly channels: readonly Channel[]
  /** The remaining messages, those with most replies and reactions first. */
  readonly highlights: Ranking
  /** The number of others' messages, and of their authors. */
  readonly messages: number
  readonly authors: number
}

const PREVIEW_CHARS = 180
const HIGHLIGHT_CHARS = 120
const TOPICS_SHOWN = 3

/** Scores for sorting: the surest decisions and the most urgent questions first. */
const SCORES = { checked: 20, made: 10, task: 9, planned: 4, waiting: 100, blocked: 60, asked: 50 } as const

export function entriesOf(
  material: Pick<Material, 'reader' | 'accounts' | 'addressed' | 'tasks' | 'span'>,
  said: readonly Said[],
  reacted: readonly Reacted[],
): Entries {
  const accounts = new Map(material.accounts.map((account) => [account.id, account]))
  const addressed = material.addressed.map((row) => ({ row, entry: addressedEntry(row, accounts) }))
  const others = said.filter(({ authorId }) => authorId !== material.reader.accountId)
  const channels = channelsOf(others, accounts)
  const counts = {
    addressed,
    channels,
    messages: channels.reduce((sum, { messages }) => sum + messages, 0),
    authors: new Set(others.filter(({ isTask }) => !isTask).map(({ authorId }) => authorId)).size,
  }
  // later pages continue only what is addressed to the reader
  if (material.span.skip > 0) return { ...counts, decisions: NONE, questions: NONE, highlights: NONE }

  const reactions = new Map(reacted.map((one) => [one.messageId, one]))
  const replies = countReplies(said)
  const isAnswered = answeredIn(said)
  const known = new Set(material.addressed.map(({ messageId }) => messageId))
  const lists = { decisions: [] as Ranked[], questions: [] as Ranked[], highlights: [] as Ranked[] }
  for (const message of others) {
    if (message.isTask || known.has(message.id)) continue
    const { count = 0, checks = 0 } = reactions.get(message.id) ?? {}
    const facts = { replies: replies.get(message.id) ?? 0, reactions: count }
    const attention = facts.replies * 2 + facts.reactions
    const decision = decisionIn(message.text)
    const isQuestion = asks(message.text) || (message.tail !== '' && asks(message.tail))
    const add = (list: Ranked[], kind: CatchUpKind, score: number, chars = PREVIEW_CHARS) =>
      list.push({ score, seq: message.seq, entry: () => saidEntry(message, accounts, kind, facts, chars) })
    if (checks > 0) add(lists.decisions, 'decided', SCORES.checked + checks)
    else if (!isQuestion && decision !== undefined)
      add(lists.decisions, 'decided', SCORES[decision] + Math.min(4, attention))
    else if (message.isWaiting && !isAnswered(message))
      add(lists.questions, 'waiting', SCORES.waiting + attention)
    else if (isQuestion && !isAnswered(message)) add(lists.questions, 'asked', Math.min(SCORES.asked, count))
    else add(lists.highlights, 'said', attention, HIGHLIGHT_CHARS)
  }
  for (const task of material.tasks) {
    const ranked = { seq: task.at, entry: () => taskEntry(task, accounts) }
    if (task.kind === 'blocked') lists.questions.push({ ...ranked, score: SCORES.blocked })
    else lists.decisions.push({ ...ranked, score: SCORES.task })
  }
  return {
    ...counts,
    decisions: inOrder(lists.decisions),
    questions: inOrder(lists.questions),
    highlights: inOrder(lists.highlights),
  }
}

interface Ranked {
  readonly score: number
  readonly seq: number
  /** Lazy: only entries that may fit are built. */
  readonly entry: () => Entry
}

/** More than fit into any answer. */
const LISTED_MAX = 1000

/** Best first, then newest first. */
function inOrder(list: readonly Ranked[]): Ranking {
  const sorted = list.toSorted((one, other) => other.score - one.score || other.seq - one.seq)
  return { entries: sorted.slice(0, LISTED_MAX).map(({ entry }) => entry()), total: list.length }
}

/** The number of replies within the span, by message. */
function countReplies(said: readonly Said[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { rootId } of said) {
    if (rootId !== null) counts.set(rootId, (counts.get(rootId) ?? 0) + 1)
  }
  return counts
}

/** Whether somebody else posted in a message's thread after it. */
function answeredIn(said: readonly Said[]): (message: Said) => boolean {
  interface Last {
    readonly seq: number
    readonly authorId: string
    /** The last message by anybody else in the thread. */
    readonly otherSeq: number
  }
  const threads = new Map<string, Last>()
  for (const { rootId, seq, authorId } of said) {
    if (rootId === null) continue
    const last = threads.get(rootId)
    const otherSeq = last === undefined ? 0 : last.authorId === authorId ? last.otherSeq : last.seq
    threads.set(rootId, { seq, authorId, otherSeq })
  }
  return ({ id, rootId, seq, authorId }) => {
    const last = threads.get(rootId ?? id)
    if (last === undefined) return false
    return (last.authorId === authorId ? last.otherSeq : last.seq) > seq
  }
}

function channelsOf(said: readonly Said[], accounts: ReadonlyMap<string, Account>): Channel[] {
  const channels = [...Map.groupBy(said, ({ channel }) => channel)].map(([name, inChannel]) => {
    const talk = inChannel.filter(({ isTask }) => !isTask)
    const authorIds = mostFrequent(talk.map(({ authorId }) => authorId))
    return {
      name,
      messages: talk.length,
      newTasks: inChannel.length - talk.length,
      authors: authorIds.flatMap((id) => accounts.get(id)?.handle ?? []),
      topics: mostFrequent(talk.flatMap(({ topics }) => topics)).slice(0, TOPICS_SHOWN),
      firstId: inChannel[0]?.id ?? '',
    }
  })
  return channels.toSorted((one, other) => other.messages - one.messages || (one.name < other.name ? -1 : 1))
}

/** Distinct values, most frequent first, then in the order of their first occurrence. */
function mostFrequent(values: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([value]) => value)
}

function addressedEntry(row: AddressedRow, accounts: ReadonlyMap<string, Account>): Entry | undefined {
  if (row.content === null) return undefined
  const author = accounts.get(row.authorId) ?? null
  return {
    kind: row.reason,
    messageId: row.messageId,
    task: row.task,
    channel: row.channel,
    at: row.at,
    author,
    writers: writersOf([row.authorId, ...(row.task?.writerIds ?? [])], accounts),
    content: onOneLine(row.content),
    isWhole: true,
    isUnread: row.isUnread,
    replies: 0,
    reactions: 0,
  }
}

function saidEntry(
  message: Said,
  accounts: ReadonlyMap<string, Account>,
  kind: CatchUpKind,
  facts: Pick<Entry, 'replies' | 'reactions'>,
  chars: number,
): Entry {
  const whole = onOneLine(message.text)
  const content = cutAt(whole, chars)
  return {
    kind,
    messageId: message.id,
    task: null,
    channel: message.channel,
    at: message.at,
    author: accounts.get(message.authorId) ?? null,
    writers: writersOf([message.authorId], accounts),
    content,
    isWhole: message.tail === '' && content === whole,
    isUnread: false,
    ...facts,
  }
}

function taskEntry(task: TaskRow, accounts: ReadonlyMap<string, Account>): Entry {
  return {
    kind: task.kind,
    messageId: task.messageId,
    task: { id: task.id, name: task.name },
    channel: task.channel,
    at: task.at,
    author: task.workerId === null ? null : (accounts.get(task.workerId) ?? null),
    writers: writersOf(task.writerIds, accounts),
    content: onOneLine(task.title),
    isWhole: true,
    isUnread: false,
    replies: 0,
    reactions: 0,
  }
}

function writersOf(ids: readonly string[], accounts: ReadonlyMap<string, Account>): Account[] {
  return [...new Set(ids)].flatMap((id) => accounts.get(id) ?? [])
}

/** The first characters, without splitting one, and an ellipsis if there are more. */
export function cutAt(text: string, chars: number): string {
  if (text.length <= chars) return text
  const all = Array.from(text.slice(0, chars * 2))
  return all.length <= chars && text.length <= chars * 2 ? text : `${all.slice(0, chars - 1).join('')}…`
}

export function itemOf(entry: Entry, path: string): CatchUpItem {
  const { author } = entry
  return {
    kind: entry.kind,
    message_id: entry.messageId,
    task_id: entry.task?.id ?? null,
    path,
    channel: entry.channel,
    at: new Date(entry.at).toISOString(),
    author: author === null ? null : { id: author.id, type: author.type, handle: author.handle },
    content: entry.content,
    is_whole: entry.isWhole,
    is_unread: entry.isUnread,
    replies: entry.replies,
    reactions: entry.reactions,
  }
}
