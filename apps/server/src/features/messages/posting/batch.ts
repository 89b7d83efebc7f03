/**
 * One call of `post_batch` (migrations/functions/post_batch.sql), which stores many posts in one statement and one
 * flush.
 */
import type pg from 'pg'
import type { Bounds } from '@flockwork/contract/loops'
import type { Mention } from '@flockwork/contract/messages'
import type { JobRequest } from '../../../platform/jobs.ts'
import type { StoredEvent } from '../../../platform/outbox.ts'
import { mentionedOf, type Recipient } from '../addressing/recipients.ts'
import type { RecentAuthors } from './recent-authors.ts'

/** A post, resolved as far as possible without the space's lock. */
export interface Post {
  readonly id: string
  readonly spaceId: string
  readonly authorId: string
  readonly isByAgent: boolean
  readonly parentId: string | null
  readonly threadRootId: string | null
  readonly channel: string
  readonly content: string
  readonly mentions: readonly Mention[]
  readonly mentionsUnknown: readonly object[]
  readonly topics: readonly string[]
  readonly isWaiting: boolean
  /** The agent's credential; null for people and the server's own agents. */
  readonly credentialId: string | null
  /** The default bounds of chains without a person (docs/rules/loops.md#bounds). */
  readonly bounds: Bounds
  readonly key: string
  readonly bodyHash: string
  /** The key if the author's client chose it; null if the server did. */
  readonly clientId: string | null
  /** JSON of the message without its number and times, and without the closing brace. */
  readonly messageJson: string
  readonly recipients: readonly Recipient[]
  /** Agents whose limits it counts towards: those it addresses, and its author if that is limited. */
  readonly limitedBy: readonly string[]
  /** For the agents that it reaches. */
  readonly jobs: readonly JobRequest[]
  /** Added whomever it reaches. */
  readonly ownJobs: readonly JobRequest[]
}

/** For a post that reaches all its recipients. */
export const NOT_QUIET = { quiet: null, hold: null, holdEvent: null } as const

export type Verdict =
  | 'ok'
  /** Already stored, with the same key. */
  | 'same'
  /** Its space, or a count that limits it, is locked by another transaction. */
  | 'busy'
  /** Its key belongs to another body. */
  | 'mismatch'
  | 'not_member'
  | 'disabled'
  | 'no_channel'
  | 'no_parent'
  | 'limited'
  /** The circuit breaker pauses its author. */
  | 'tripped'

export interface Judged {
  readonly verdict: Verdict
  readonly messageId: string
  readonly seq: number
  readonly at: Date
  /** The `delivery` events for the authors of what the post answers. */
  readonly answers: readonly Answer[]
  /** Why it reaches none of its agent recipients; null if it does. */
  readonly quiet: Quiet | null
  /** JSON of the hold shown under it. */
  readonly hold: string | null
  /** Payload of the event about a hold shown under another message. */
  readonly holdEvent: { readonly messageId: string; readonly payload: string } | null
}

export interface Quiet {
  readonly state: 'held' | 'undeliverable'
  readonly why: string
}

interface Answer {
  readonly audience: string
  readonly payload: string
}

interface JudgedRow {
  ordinal: number
  verdict: Verdict
  message_id: string
  seq: number
  at: Date
  answers: Answer[] | null
  quiet: Quiet['state'] | null
  why: string | null
  hold: string | null
  hold_event: string | null
}

/** Judges the posts and stores the accepted ones; results are in the order of the posts. */
export async function postBatch(
  client: pg.ClientBase,
  posts: readonly Post[],
  { wait, now, recentAuthors }: { wait: boolean; now: number; recentAuthors: RecentAuthors },
): Promise<Judged[]> {
  const { rows } = await client.query<JudgedRow>({
    name: 'post_batch',
    text: 'select * from post_batch($1::jsonb, $2::uuid[], $3, $4)',
    values: [
      JSON.stringify(posts.map((post, ordinal) => toRecord(post, ordinal, recentAuthors.isFirst(post, now)))),
      [...new Set(posts.map(({ spaceId }) => spaceId))],
      wait,
      new Date(now),
    ],
  })
  const judged: Judged[] = []
  for (const { ordinal, verdict, message_id, seq, at, answers, ...row } of rows) {
    judged[ordinal] = { verdict, messageId: message_id, seq, at, answers: answers ?? [], ...quietOf(row) }
  }
  return judged
}

function quietOf({
  quiet,
  why,
  hold,
  hold_event: payload,
}: Pick<JudgedRow, 'quiet' | 'why' | 'hold' | 'hold_event'>) {
  if (quiet === null) return NOT_QUIET
  if (payload === null) return { quiet: { state: quiet, why: why ?? '' }, hold, holdEvent: null }
  const { message_id: messageId } = JSON.parse(payload) as { message_id: string }
  return { quiet: { state: quiet, why: why ?? '' }, hold: null, holdEvent: { messageId, payload } }
}

/** The record that `post_batch` reads. Defaults are omitted, because parsing the batch is much of its work. */
function toRecord(post: Post, ordinal: number, isActing: boolean): object {
  const { parentId, mentions, mentionsUnknown, topics, isWaiting, clientId, recipients, limitedBy } = post
  const mentioned = mentionedOf(recipients)
  const people = mentioned.filter(({ type }) => type === 'user')
  return {
    ordinal,
    space_id: post.spaceId,
    id: post.id,
    author_id: post.authorId,
    ...(post.isByAgent && {
      is_by_agent: true,
      ...(post.credentialId !== null && { credential_id: post.credentialId }),
      max_hops: post.bounds.max_hops,
      max_chain: post.bounds.max_chain,
      ...(recipients.some(isStoredForAgent) && { addresses_agents: true }),
      ...(people.length > 0 && { people_events: people.length }),
    }),
    ...(parentId !== null && { parent_id: parentId, thread_root_id: post.threadRootId }),
    channel: post.channel,
    content: post.content,
    ...(mentions.length > 0 && { mentions }),
    ...(mentionsUnknown.length > 0 && { mentions_unknown: mentionsUnknown }),
    ...(topics.length > 0 && { topics }),
    ...(isWaiting && { is_waiting: true }),
    key: post.key,
    body_hash: post.bodyHash,
    ...(clientId !== null && { client_id: clientId }),
    message: post.messageJson,
    ...(recipients.length > 0 && {
      recipients: recipients.map((one) => toRecipient(one, mentioned, people)),
    }),
    ...(mentioned.length > 0 && { mention_events: mentioned.length }),
    ...(limitedBy.length > 0 && { limited_by: limitedBy }),
    ...(isActing && { is_acting: true }),
  }
}

function isStoredForAgent({ mention, state }: Recipient): boolean {
  return mention.type === 'agent' && state === 'stored'
}

function toRecipient(
  { mention, deliveryId, reason, why }: Recipient,
  mentioned: readonly Mention[],
  people: readonly Mention[],
): object {
  const nth = mentioned.indexOf(mention)
  const nthPerson = people.indexOf(mention)
  return {
    account_id: mention.id,
    delivery_id: deliveryId,
    reason,
    ...(why !== null && { why }),
    ...(mention.type === 'agent' && { is_agent: true }),
    ...(nthPerson >= 0 && { people_event: nthPerson + 1 }),
    ...(nth >= 0 && { type: mention.type, handle: mention.handle, mention_event: nth + 1 }),
  }
}

/** The events of a stored post, exactly as `post_batch` wrote them. */
export function eventsOf(post: Post, judged: Judged): StoredEvent[] {
  const { seq, at, answers, hold, holdEvent } = judged
  const { spaceId, id, clientId } = post
  const reached = reachedBy(post, judged)
  const time = at.toISOString()
  const waitingSince = post.isWaiting ? `"${time}"` : 'null'
  const message = `${post.messageJson},"seq":${seq},"uploaded_at":"${time}","waiting_since":${waitingSince}${hold === null ? '' : `,"hold":${hold}`}}`
  const clientIdJson = clientId === null ? '' : `,"client_id":${JSON.stringify(clientId)}`
  const recipients = reached.map(({ mention }) => mention.id)

  const created: StoredEvent = {
    spaceId,
    seq,
    name: 'message',
    payload: `{"action":"created"${clientIdJson},"message":${message}}`,
    audience: null,
    recipients: recipients.length === 0 ? null : recipients,
    messageId: id,
    at,
  }
  const mentioned = mentionedOf(reached).map((mention, index): StoredEvent => ({
    spaceId,
    seq: seq + index + 1,
    name: 'mention',
    payload: `{"mentioned":${JSON.stringify(mention)},"message":${message}}`,
    audience: mention.id,
    recipients: [mention.id],
    messageId: id,
    at,
  }))
  const answered = answers.map(({ audience, payload }, index): StoredEvent => ({
    spaceId,
    seq: seq + mentioned.length + index + 1,
    name: 'delivery',
    payload,
    audience,
    recipients: null,
    messageId: null,
    at,
  }))
  const held =
    holdEvent === null
      ? []
      : [holdEvent].map(({ messageId, payload }): StoredEvent => ({
          spaceId,
          seq: seq + mentioned.length + answered.length + 1,
          name: 'message',
          payload,
          audience: null,
          recipients: null,
          messageId,
          at,
        }))
  return [created, ...mentioned, ...answered, ...held]
}

/** The recipients without the agents that it doesn't reach. */
export function reachedBy({ recipients }: Post, { quiet }: Pick<Judged, 'quiet'>): readonly Recipient[] {
  return quiet === null ? recipients : recipients.filter(({ mention }) => mention.type === 'user')
}
