/** Posting a message: all that is decided before it goes to the writer, and what its verdict means. */
import { HOME_CHANNEL } from '@flockwork/contract/limits'
import type { Message, Mention, ParentPost } from '@flockwork/contract/messages'
import { handlesIn } from '@flockwork/contract/text/mentions'
import { shortId } from '@flockwork/contract/text/short-id'
import { topicsIn } from '@flockwork/contract/text/topics'
import type { Actor } from '../../../platform/actor.ts'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import {
  AgentBreakerOpen,
  Forbidden,
  IdempotencyMismatch,
  NotFound,
  invalid,
} from '../../../platform/errors.ts'
import type { RunOnce } from '../../../platform/idempotency.ts'
import { randomId } from '../../../platform/ids.ts'
import type { JobRequest, Jobs } from '../../../platform/jobs.ts'
import { sha256Hex } from '../../../platform/secrets.ts'
import type { Breaker } from '../../agents/index.ts'
import { requireMember } from '../../spaces/index.ts'
import { agentsAmong, limitOf, limitedBy, pausedAmong, recipientsOf, type Paused } from './addressing.ts'
import { mentionedOf, type Judged, type Post, type Verdict } from './batch.ts'
import { listOpenNames } from '../channels/channel-repository.ts'
import { pauseOf } from '../pause.ts'
import type { Directory } from './directory.ts'
import { isFullId, resolveMessageId } from '../message-id.ts'
import { presentDelivery, previewOf } from '../present.ts'
import { readMessage } from '../reading/read.ts'
import * as repository from './post-repository.ts'
import type { Writer } from './writer.ts'

export type Guard = (text: string, by: 'person' | 'agent') => Promise<void>

/** What others want done once a message is stored, in its transaction. */
export type JobsFor = (posted: {
  spaceId: string
  messageId: string
  authorId: string
  mentions: readonly Mention[]
}) => JobRequest[]

export interface MessageServices {
  readonly db: Db
  readonly clock: Clock
  readonly guard: Guard
  readonly writer: Writer
  readonly directory: Directory
  readonly jobs: Pick<Jobs, 'addWithin'>
  readonly jobsFor: JobsFor
  /** For a reply that is a reaction; messages keep their keys in the statement that stores them. */
  readonly runOnce: RunOnce
  readonly breaker: Pick<Breaker, 'heldUntil' | 'addressed'>
}

export interface PostInput {
  readonly spaceId: string
  readonly content: string
  readonly channel?: string | null | undefined
  /** A full id, or its first eight digits. */
  readonly parentId?: string | null | undefined
  readonly isWaiting?: boolean | undefined
  /** Whether it was to wait, where that may not be what came of it: a repeat asks for the same. */
  readonly asksToWait?: boolean | undefined
  /** The caller's Idempotency-Key. */
  readonly key?: string | undefined
  /** Which call this is, where the rest may be the same: another call under one key is refused. */
  readonly call?: 'reply' | 'respond'
}

/**
 * Stores a message and everything that belongs to it, or says why not. Answers after the commit.
 * @throws NotFound for a space the author isn't in or a parent that isn't there; Invalid for an unknown
 * channel; GuardrailViolation; AgentDisabled; AgentLimited; AgentBreakerOpen; IdempotencyMismatch; Unavailable.
 */
export async function postMessage(
  services: MessageServices,
  author: Actor,
  input: PostInput,
): Promise<{ message: Message; paused?: Paused[] }> {
  const parent = await findParent(services, author, input)
  await services.guard(input.content, author.kind === 'user' ? 'person' : 'agent')

  const { post, message } = await compose(services, author, input, parent)
  const judged = await services.writer.write(post)
  if (judged.verdict === 'same') {
    const kept = await readMessage(services.db, author, input.spaceId, judged.messageId)
    return { message: kept, ...pausedAmong(services, post.recipients) }
  }
  if (judged.verdict !== 'ok') throw await refusalOf(services, author, judged.verdict, post)
  if (post.isByAgent) await services.breaker.addressed(author.accountId, agentsAmong(post.recipients))
  return { message: asPosted(message, post, judged), ...pausedAmong(services, post.recipients) }
}

async function findParent({ db }: MessageServices, author: Actor, { spaceId, parentId }: PostInput) {
  if (parentId === null || parentId === undefined) return undefined
  const isFull = isFullId(parentId)
  // before the look-up: what is found in a foreign space must not be told
  if (!isFull) await requireMember(db, spaceId, author.accountId)
  const id = isFull ? parentId : await resolveMessageId(db, spaceId, parentId, ['body', 'parent_id'])
  const parent = await repository.findParent(db, { spaceId, id, readerId: author.accountId })
  if (parent !== undefined) return parent
  await requireMember(db, spaceId, author.accountId)
  throw noSuchParent()
}

export const noSuchParent = () => new NotFound('The message to answer was not found')

type ParentRow = Awaited<ReturnType<typeof findParent>>

async function compose(
  services: MessageServices,
  author: Actor,
  input: PostInput,
  parent: ParentRow,
): Promise<{ post: Post; message: Omit<Message, 'seq' | 'uploaded_at' | 'waiting_since'> }> {
  const { directory, jobsFor } = services
  const { spaceId, content } = input
  const id = randomId()
  const handles = handlesIn(content)
  const { known, unknown: strangers } = await directory.resolve(spaceId, handles)
  // whoever isn't in the space learns nothing of its names, not even by the time it takes
  if (strangers.length > 0) await requireMember(services.db, spaceId, author.accountId)
  const unknown = await directory.suggest(spaceId, strangers)
  const mentions = known.map(({ mention }) => mention)

  const recipients = await recipientsOf(services, {
    spaceId,
    author,
    mentioned: known,
    parentHandle: parent?.author_handle,
  })

  const topics = topicsIn(content)
  const isAgent = author.kind === 'agent'
  const channel = input.channel ?? parent?.channel ?? HOME_CHANNEL
  const threadRootId = parent === undefined ? null : (parent.thread_root_id ?? parent.id)
  const message = {
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
    channel,
    parent_id: parent?.id ?? null,
    thread_root_id: threadRootId,
    parent_post: parentPost(parent),
    message_type: parent === undefined ? ('message' as const) : ('reply' as const),
    edited_at: null,
    edit_count: 0,
    edited_by: null,
    deleted_at: null,
    reply_count: 0,
    last_reply_at: null,
    repliers: [],
    reaction_counts: {},
    mentions,
    mentions_unknown: unknown,
    topics,
    waiting_for_response: input.isWaiting === true,
    is_task: false,
    is_claimed: false,
    metadata: {},
    attachments: [],
    owner_rating: null,
    agent_feedback_up: 0,
    agent_feedback_down: 0,
    pause_after_ms: null,
  }

  const post: Post = {
    id,
    spaceId,
    authorId: author.accountId,
    isByAgent: isAgent,
    parentId: message.parent_id,
    threadRootId,
    channel,
    content,
    messageType: message.message_type,
    mentions,
    mentionsUnknown: unknown,
    topics,
    isWaiting: input.isWaiting === true,
    metadata: {},
    causeId: message.parent_id,
    hops: isAgent ? (parent?.hops ?? 0) + 1 : 0,
    // a key of ours lets a batch whose commit got lost be sent again
    key: input.key ?? `server:${id}`,
    bodyHash: sha256Hex(
      JSON.stringify([
        spaceId,
        content,
        channel,
        message.parent_id,
        input.asksToWait ?? message.waiting_for_response,
        input.call,
      ]),
    ),
    clientId: input.key ?? null,
    messageJson: JSON.stringify(message).slice(0, -1),
    recipients,
    limitedBy: limitedBy(author, recipients),
    jobs: jobsFor({ spaceId, messageId: id, authorId: author.accountId, mentions: mentionedOf(recipients) }),
  }
  return { post, message }
}

function parentPost(parent: ParentRow): ParentPost | null {
  if (parent === undefined) return null
  return {
    id: parent.id,
    username: parent.author_handle,
    content: previewOf(parent.content),
    waiting_since: parent.waiting_since === null ? null : wireTime(parent.waiting_since),
  }
}

function asPosted(
  message: Omit<Message, 'seq' | 'uploaded_at' | 'waiting_since'>,
  post: Post,
  { seq, at }: Judged,
): Message {
  return {
    ...message,
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
        at,
      }),
    ),
  }
}

async function refusalOf(
  services: MessageServices,
  { username }: Actor,
  verdict: Verdict,
  post: Post,
): Promise<Error> {
  const { db, clock } = services
  switch (verdict) {
    case 'mismatch':
      return new IdempotencyMismatch()
    case 'not_member':
      return new NotFound('No such space')
    case 'no_parent':
      return new NotFound('The message to answer was not found')
    case 'disabled': {
      return (
        (await pauseOf(db, clock, post.authorId, username)) ?? new Forbidden('This account is deactivated')
      )
    }
    case 'broken':
      return (await pauseOf(db, clock, post.authorId, username)) ?? new AgentBreakerOpen(username, 1)
    case 'no_channel': {
      const names = await listOpenNames(db, post.spaceId)
      return invalid(
        ['body', 'channel'],
        `There is no channel ${post.channel} here. Channels: ${names.join(', ')}`,
      )
    }
    case 'limited':
      return limitOf(services, post)
    default:
      return new Error(`A post was judged ${verdict}`)
  }
}
