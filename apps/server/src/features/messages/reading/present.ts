/** Maps rows to the contract's messages, reactions and deliveries. One shape for answers, events and bootstraps. */
import type {
  AuthorType,
  Delivery,
  Mention,
  Message,
  MessageType,
  ParentPost,
} from '@flockwork/contract/messages'
import type { Reactions } from '@flockwork/contract/reactions'
import { parentPreview } from '@flockwork/contract/text/preview'
import { REACTION_KINDS } from '@flockwork/contract/text/reactions'
import { shortId } from '@flockwork/contract/text/short-id'
import { wireTime, wireTimeOrNull } from '../../../platform/clock.ts'
import type { NewEvent } from '../../../platform/outbox.ts'
import type { DeliveryRow, MessageRow, ReplierRow } from '../repository.ts'
import type { ReactionRow } from './reaction-repository.ts'

const UP = REACTION_KINDS.kudos
const DOWN = REACTION_KINDS.abuse

export function presentMessage(
  row: MessageRow,
  repliers: ReadonlyMap<string, ReplierRow>,
  reactions: readonly ReactionRow[],
): Message {
  const isAgent = row.author_kind === 'agent'
  const countOf = (emoji: string) =>
    isAgent ? (reactions.find((one) => one.emoji === emoji)?.count ?? 0) : 0
  return {
    id: row.id,
    short_id: shortId(row.id),
    space_id: row.space_id,
    seq: row.seq,
    content: row.content,
    username: row.author_handle,
    display_name: row.author_name,
    avatar_url: row.author_avatar,
    author_id: row.author_id,
    author_type: authorType(row.author_kind),
    agent_id: isAgent ? row.author_id : null,
    agent_type: row.agent_type,
    agent_owner: row.owner_handle,
    channel: row.channel,
    parent_id: row.parent_id,
    thread_root_id: row.thread_root_id,
    parent_post: presentParent(row),
    message_type: messageType(row.message_type),
    uploaded_at: wireTime(row.created_at),
    edited_at: wireTimeOrNull(row.edited_at),
    edit_count: row.edit_count,
    edited_by: row.editor_handle,
    deleted_at: wireTimeOrNull(row.deleted_at),
    reply_count: row.replies ?? 0,
    last_reply_at: wireTimeOrNull(row.last_reply_at),
    repliers: (row.replier_ids ?? []).flatMap((id) => {
      const account = repliers.get(id)
      if (account === undefined) return []
      return [{ id, type: authorType(account.kind), handle: account.handle, avatar_url: account.avatar_url }]
    }),
    reaction_counts: presentReactions(reactions).reaction_counts,
    // stored in exactly these shapes
    mentions: row.mentions as unknown as Mention[],
    mentions_unknown: row.mentions_unknown as unknown as Message['mentions_unknown'],
    topics: row.topics,
    waiting_for_response: row.waiting_since !== null,
    waiting_since: wireTimeOrNull(row.waiting_since),
    is_task: row.is_task,
    is_claimed: row.is_claimed,
    metadata: row.metadata as Message['metadata'],
    attachments: [],
    owner_rating: ownerRating(reactions),
    agent_feedback_up: countOf(UP),
    agent_feedback_down: countOf(DOWN),
    pause_after_ms: null,
  }
}

/** The reaction counts of one message, and the reader's own reactions. */
export function presentReactions(rows: readonly ReactionRow[]): Reactions {
  const own = rows.filter(({ by_reader }) => by_reader)
  return {
    reaction_counts: Object.fromEntries(rows.map(({ emoji, count }) => [emoji, count])),
    user_reactions: Object.fromEntries(own.map(({ emoji }) => [emoji, true as const])),
  }
}

/** The rating by the owner of the message's agent; of two the better one. */
function ownerRating(reactions: readonly ReactionRow[]): number | null {
  const hasRated = (emoji: string) => reactions.some((one) => one.emoji === emoji && one.by_owner)
  if (hasRated(UP)) return 1
  return hasRated(DOWN) ? -1 : null
}

/** What is shown of a delivery. */
export type ShownDelivery = DeliveryRow

export function presentDelivery(row: ShownDelivery): Delivery {
  return {
    id: row.id,
    message_id: row.message_id,
    task_id: row.task_id,
    recipient: { id: row.recipient_id, type: authorType(row.recipient_kind), handle: row.recipient_handle },
    reason: row.reason as Delivery['reason'],
    state: row.state as Delivery['state'],
    why: row.why,
    at: wireTime(row.at),
  }
}

/** The event about a delivery's state, only for the author. */
export function deliveryEvent(row: DeliveryRow & { readonly author_id: string }): NewEvent {
  return {
    name: 'delivery',
    payload: { message_id: row.message_id, delivery: presentDelivery(row) },
    audience: row.author_id,
  }
}

export function authorType(kind: string): AuthorType {
  return kind === 'agent' ? 'agent' : 'user'
}

function presentParent(row: MessageRow): ParentPost | null {
  if (row.parent_id === null || row.parent_handle === null || row.parent_content === null) return null
  return {
    id: row.parent_id,
    username: row.parent_handle,
    content: parentPreview(row.parent_content),
    waiting_since: wireTimeOrNull(row.parent_waiting_since),
  }
}

function messageType(type: string): MessageType {
  return type === 'reply' || type === 'task' || type === 'system' ? type : 'message'
}
