/** Demo messages in the shape of messages, marked in `metadata` (docs/rules/demo.md#storage). */
import { HOME_CHANNEL, REPLIERS_SHOWN } from '@flockwork/contract/limits'
import {
  newMessageFields,
  type AuthorType,
  type Message,
  type ParentPost,
} from '@flockwork/contract/messages'
import type { Reactions } from '@flockwork/contract/reactions'
import { handlesIn } from '@flockwork/contract/text/mentions'
import { parentPreview } from '@flockwork/contract/text/preview'
import { shortId } from '@flockwork/contract/text/short-id'
import { topicsIn } from '@flockwork/contract/text/topics'
import type { PersonActor } from '../../platform/actor.ts'
import { wireTime, wireTimeOrNull } from '../../platform/clock.ts'
import { CAST, isSampleKey, sampleByHandle } from './cast.ts'
import type { DemoRow } from './repository.ts'

/** @param rows the whole demo, oldest first: reply counts and parents come from it */
export function presentDemo(rows: readonly DemoRow[], person: PersonActor): Message[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const repliesTo = new Map<string, DemoRow[]>()
  for (const row of rows) {
    for (const id of new Set([row.parent_id, row.thread_root_id])) {
      if (id !== null) repliesTo.set(id, [...(repliesTo.get(id) ?? []), row])
    }
  }
  return rows.map((row) => present(row, byId.get(row.parent_id ?? ''), repliesTo.get(row.id) ?? [], person))
}

/** The sample authors' reactions, then the person's own. */
export function presentReactions(row: Pick<DemoRow, 'reactions' | 'own_reactions'>): Reactions {
  // stored as a map from emoji to count
  const counts = { ...(row.reactions as Record<string, number>) }
  for (const emoji of row.own_reactions) counts[emoji] = (counts[emoji] ?? 0) + 1
  return {
    reaction_counts: counts,
    user_reactions: Object.fromEntries(row.own_reactions.map((emoji) => [emoji, true as const])),
  }
}

function present(
  row: DemoRow,
  parent: DemoRow | undefined,
  replies: readonly DemoRow[],
  person: PersonActor,
): Message {
  const author = authorOf(row, person)
  const isAgent = author.type === 'agent'
  const { reaction_counts, user_reactions } = presentReactions(row)
  return {
    ...newMessageFields(),
    id: row.id,
    short_id: shortId(row.id),
    space_id: row.space_id,
    seq: row.seq,
    content: row.content,
    username: author.handle,
    display_name: author.name,
    avatar_url: author.avatarUrl,
    author_id: author.id,
    author_type: author.type,
    agent_id: isAgent ? author.id : null,
    agent_type: author.agentType,
    agent_owner: author.owner,
    channel: HOME_CHANNEL,
    parent_id: row.parent_id,
    thread_root_id: row.thread_root_id,
    parent_post: parent === undefined ? null : presentParent(parent, person),
    message_type: row.parent_id === null ? 'message' : 'reply',
    uploaded_at: wireTime(row.created_at),
    reply_count: replies.length,
    last_reply_at: wireTimeOrNull(replies.at(-1)?.created_at ?? null),
    repliers: repliersOf(replies, person),
    reaction_counts,
    mentions: mentionsIn(row.content),
    topics: topicsIn(row.content),
    metadata: { demo: true },
    agent_feedback_up: isAgent ? (reaction_counts['👍'] ?? 0) : 0,
    agent_feedback_down: isAgent ? (reaction_counts['👎'] ?? 0) : 0,
    pause_after_ms: row.pause_after_ms,
    user_reactions,
  }
}

interface Author {
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly avatarUrl: string | null
  readonly type: AuthorType
  readonly agentType: string | null
  readonly owner: string | null
}

function authorOf({ author }: DemoRow, person: PersonActor): Author {
  if (author !== null && isSampleKey(author)) return { ...CAST[author], avatarUrl: null }
  return {
    id: person.accountId,
    handle: person.username,
    name: person.displayName,
    avatarUrl: person.avatarUrl,
    type: 'user',
    agentType: null,
    owner: null,
  }
}

function presentParent(parent: DemoRow, person: PersonActor): ParentPost {
  return {
    id: parent.id,
    username: authorOf(parent, person).handle,
    content: parentPreview(parent.content),
    waiting_since: null,
  }
}

function repliersOf(replies: readonly DemoRow[], person: PersonActor): Message['repliers'] {
  const newestFirst = replies.toReversed().map((reply) => authorOf(reply, person))
  const authors = [...new Map(newestFirst.map((author) => [author.id, author])).values()]
  return authors
    .slice(0, REPLIERS_SHOWN)
    .map(({ id, type, handle, avatarUrl }) => ({ id, type, handle, avatar_url: avatarUrl }))
}

/** Only sample authors: a demo mentions no real accounts. */
function mentionsIn(content: string): Message['mentions'] {
  const handles = handlesIn(content)
  return handles
    .map(sampleByHandle)
    .filter((author) => author !== undefined)
    .map(({ id, type, handle }) => ({ id, type, handle }))
}
