/** Resolves a post: its recipients, its thread, and the message as readers will see it. */
import { HOME_CHANNEL } from '@flockwork/contract/limits'
import type { Hold } from '@flockwork/contract/loops'
import { newMessageFields, type Message, type ParentPost } from '@flockwork/contract/messages'
import { handlesIn } from '@flockwork/contract/text/mentions'
import { parentPreview } from '@flockwork/contract/text/preview'
import { shortId } from '@flockwork/contract/text/short-id'
import { topicsIn } from '@flockwork/contract/text/topics'
import type { Actor } from '../../../platform/actor.ts'
import { wireTime, wireTimeOrNull } from '../../../platform/clock.ts'
import { randomId } from '../../../platform/ids.ts'
import { sha256Hex } from '../../../platform/secrets.ts'
import { requireMember } from '../../spaces/index.ts'
import {
  limitedAmong,
  mentionedOf,
  reachedOf,
  recipientsOf,
  webhooksAmong,
} from '../addressing/recipients.ts'
import { credentialOf } from '../chains/credential.ts'
import { waitEndJob } from '../changing/waiting.ts'
import { presentDelivery } from '../reading/present.ts'
import type { EditServices } from '../services.ts'
import type { Judged, Post } from './batch.ts'
import type { ParentRow } from './post-repository.ts'

export interface PostInput {
  readonly spaceId: string
  readonly content: string
  readonly channel?: string | null | undefined
  /** A full id, or its first eight digits. */
  readonly parentId?: string | null | undefined
  readonly isWaiting?: boolean | undefined
  /** The longest that a waiting call lasts; absent: the wait lasts until the answer. */
  readonly waitMaxS?: number | undefined
  /** The requested `isWaiting`, which the server may override; part of the idempotency hash. */
  readonly asksToWait?: boolean | undefined
  /** The caller's Idempotency-Key. */
  readonly key?: string | undefined
  /** Part of the idempotency hash: the same body in another call is refused. */
  readonly call?: 'reply' | 'respond'
}

/** A message without its number and time. */
type Draft = Omit<Message, 'seq' | 'uploaded_at' | 'waiting_since'>

const NOBODY = { known: [], unknown: [] }

/** @throws NotFound for an author who isn't in the space and mentions anybody. */
export async function compose(
  services: EditServices,
  author: Actor,
  input: PostInput,
  parent: ParentRow | undefined,
): Promise<{ post: Post; message: Draft }> {
  const { db, directory, jobsFor, webhookJobs } = services
  const { spaceId, content } = input
  const handles = handlesIn(content)
  const found =
    handles.length === 0
      ? NOBODY
      : await directory.resolve(spaceId, [...new Set([...handles, author.username])])
  const known = found.known.filter(({ mention }) => handles.includes(mention.handle))
  const names = found.unknown.filter((handle) => handles.includes(handle))
  const isMember = found.known.some(({ mention }) => mention.id === author.accountId)
  // first, so that a stranger learns nothing about the names in a space, not even by timing
  if (names.length > 0 || (handles.length > 0 && !isMember)) {
    await requireMember(db, spaceId, author.accountId)
  }
  const unknown = await directory.suggest(spaceId, names)

  const workers = parent?.is_task === true ? await services.workersOf(spaceId, parent.id) : []
  const recipients = await recipientsOf(services, {
    spaceId,
    author,
    mentioned: known,
    repliedTo: parent === undefined ? [] : [parent.author_handle, ...workers],
  })
  const mentions = known.map(({ mention }) => mention)
  const message = draftOf(author, input, parent, { mentions, mentions_unknown: unknown })

  const { id, channel, parent_id: parentId } = message
  const isWaiting = message.waiting_for_response
  const isByAgent = author.kind === 'agent'
  const post: Post = {
    id,
    spaceId,
    authorId: author.accountId,
    isByAgent,
    parentId,
    threadRootId: message.thread_root_id,
    channel,
    content,
    mentions,
    mentionsUnknown: unknown,
    topics: message.topics,
    isWaiting,
    credentialId: credentialOf(author),
    bounds: services.bounds,
    // every post has a key, so that a batch can be resent when its connection is lost during the commit
    key: input.key ?? `server:${id}`,
    bodyHash: bodyHashOf(input, parent),
    clientId: input.key ?? null,
    messageJson: JSON.stringify(message).slice(0, -1),
    recipients,
    limitedBy: [...(isByAgent && author.isLimited ? [author.accountId] : []), ...limitedAmong(recipients)],
    jobs: [
      ...jobsFor({
        spaceId,
        messageId: id,
        authorId: author.accountId,
        mentions: mentionedOf(recipients),
        recipientIds: reachedOf(recipients),
        reply: parent === undefined ? null : content,
      }),
      ...webhookJobs(webhooksAmong(recipients)),
    ],
    ownJobs: isWaiting && input.waitMaxS !== undefined ? [waitEndJob(spaceId, id, input.waitMaxS)] : [],
  }
  return { post, message }
}

/** The hash that identifies a repeat. */
export function bodyHashOf(input: PostInput, parent: ParentRow | undefined): string {
  const { spaceId, content, asksToWait = input.isWaiting === true, call } = input
  return sha256Hex(
    JSON.stringify([spaceId, content, channelOf(input, parent), parent?.id ?? null, asksToWait, call]),
  )
}

function channelOf({ channel }: PostInput, parent: ParentRow | undefined): string {
  return channel ?? parent?.channel ?? HOME_CHANNEL
}

function draftOf(
  author: Actor,
  input: PostInput,
  parent: ParentRow | undefined,
  mentions: Pick<Draft, 'mentions' | 'mentions_unknown'>,
): Draft {
  const { spaceId, content, isWaiting } = input
  const id = randomId()
  const isAgent = author.kind === 'agent'
  // the database adds it, with the time of the commit
  const { waiting_since: _, ...fields } = newMessageFields()
  return {
    ...fields,
    id,
    short_id: shortId(id),
    space_id: spaceId,
    content,
    username: author.username,
    display_name: author.displayName,
    avatar_url: author.avatarUrl,
    author_id: author.accountId,
    author_type: author.kind,
    agent_id: isAgent ? author.accountId : null,
    agent_type: isAgent ? author.agentType : null,
    agent_owner: isAgent ? author.ownerUsername : null,
    channel: channelOf(input, parent),
    parent_id: parent?.id ?? null,
    thread_root_id: parent === undefined ? null : (parent.thread_root_id ?? parent.id),
    parent_post: parent === undefined ? null : parentPost(parent),
    message_type: parent === undefined ? 'message' : 'reply',
    ...mentions,
    topics: topicsIn(content),
    waiting_for_response: isWaiting === true,
  }
}

function parentPost(parent: ParentRow): ParentPost {
  return {
    id: parent.id,
    username: parent.author_handle,
    content: parentPreview(parent.content),
    waiting_since: wireTimeOrNull(parent.waiting_since),
  }
}

/** The stored message as returned to its author, with its deliveries. */
export function asPosted(message: Draft, post: Post, { seq, at, quiet, hold }: Judged): Message {
  return {
    ...message,
    ...(hold !== null && { hold: JSON.parse(hold) as Hold }),
    seq,
    uploaded_at: wireTime(at),
    waiting_since: post.isWaiting ? wireTime(at) : null,
    user_reactions: {},
    deliveries: post.recipients.map((recipient) =>
      presentDelivery({
        id: recipient.deliveryId,
        message_id: post.id,
        task_id: null,
        recipient_id: recipient.mention.id,
        recipient_kind: recipient.mention.type,
        recipient_handle: recipient.mention.handle,
        reason: recipient.reason,
        state: recipient.state,
        why: recipient.why,
        ...(recipient.mention.type === 'agent' && recipient.state === 'stored' && quiet),
        at,
      }),
    ),
  }
}
