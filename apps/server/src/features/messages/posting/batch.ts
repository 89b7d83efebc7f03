/** One call of `post_batch` (migrations/functions/post_batch.sql): many posts, one statement, one flush. */
import type pg from 'pg'
import type { DeliveryReason, Mention } from '@flockwork/contract/messages'
import type { StoredEvent } from '../../../platform/outbox.ts'
import type { JobRequest } from '../../../platform/jobs.ts'

export interface Recipient {
  readonly deliveryId: string
  readonly mention: Mention
  readonly reason: DeliveryReason
  readonly state: 'stored' | 'undeliverable'
  readonly why: string | null
  /** Whether it counts towards a limit of the recipient. */
  readonly isLimited: boolean
}

/** A post, judged and resolved as far as can be without the space's lock. */
export interface Post {
  readonly id: string
  readonly spaceId: string
  readonly authorId: string
  readonly isByAgent: boolean
  readonly parentId: string | null
  readonly threadRootId: string | null
  readonly channel: string
  readonly content: string
  readonly messageType: 'message' | 'reply'
  readonly mentions: readonly Mention[]
  readonly mentionsUnknown: readonly object[]
  readonly topics: readonly string[]
  readonly isWaiting: boolean
  readonly metadata: object
  readonly causeId: string | null
  readonly hops: number
  readonly key: string
  readonly bodyHash: string
  /** The key as the poster's own client knows it; null for one that we made. */
  readonly clientId: string | null
  /** JSON of the message without its last brace, its number, its time and its wait. */
  readonly messageJson: string
  readonly recipients: readonly Recipient[]
  /** Agents whose limits it counts towards: those it addresses, and its author for what that one posts. */
  readonly limitedBy: readonly string[]
  readonly jobs: readonly JobRequest[]
}

export type Verdict =
  | 'ok'
  | 'same'
  | 'busy'
  | 'mismatch'
  | 'not_member'
  | 'disabled'
  | 'no_channel'
  | 'no_parent'
  | 'limited'
  | 'broken'

export interface Judged {
  readonly verdict: Verdict
  readonly messageId: string
  readonly seq: number
  readonly at: Date
  /** What the post answered: the events that tell it, each to the one who asked. */
  readonly answered: readonly Answered[]
}

interface Answered {
  readonly audience: string
  readonly payload: string
}

interface BatchRow {
  ord: number
  status: Verdict
  message_id: string
  seq: number
  at: Date
  answered: Answered[] | null
}

/** Judges and stores the posts; the answers are in the order of the posts. */
export async function postBatch(
  client: pg.ClientBase,
  posts: readonly Post[],
  { wait, now }: { wait: boolean; now: number },
): Promise<Judged[]> {
  const { rows } = await client.query<BatchRow>({
    name: 'post_batch',
    text: 'select * from post_batch($1::jsonb, $2::uuid[], $3, $4)',
    values: [
      JSON.stringify(posts.map(toRecord)),
      [...new Set(posts.map(({ spaceId }) => spaceId))],
      wait,
      new Date(now),
    ],
  })
  const judged: Judged[] = []
  for (const { ord, status, message_id, seq, at, answered } of rows) {
    judged[ord] = { verdict: status, messageId: message_id, seq, at, answered: answered ?? [] }
  }
  return judged
}

/** Those whom it mentions and reaches: each takes a number and an event of its own. */
export function mentionedOf(recipients: readonly Recipient[]): Mention[] {
  return recipients.filter(isReached).map(({ mention }) => mention)
}

function isReached({ reason, state }: Recipient): boolean {
  return reason === 'mention' && state === 'stored'
}

/** The short keys are the function's columns. */
function toRecord(post: Post, index: number): object {
  // the function gives an event to the first ones
  const recipients = post.recipients.toSorted((a, b) => Number(isReached(b)) - Number(isReached(a)))
  const mentioned = mentionedOf(recipients)
  const counted = post.parentId === null ? [] : [...new Set([post.parentId, post.threadRootId])]
  return {
    o: index,
    s: post.spaceId,
    id: post.id,
    a: post.authorId,
    p: post.parentId,
    tr: post.threadRootId,
    ch: post.channel,
    c: post.content,
    mt: post.messageType,
    mn: post.mentions,
    mu: post.mentionsUnknown,
    tp: post.topics,
    w: post.isWaiting,
    md: post.metadata,
    ca: post.causeId,
    hp: post.hops,
    k: post.key,
    h: post.bodyHash,
    pl: post.messageJson,
    ci: clientIdJson(post),
    e: mentioned.length,
    r: recipients.map(({ mention }) => mention.id),
    rr: recipients.map(({ reason }) => reason),
    rd: recipients.map(({ deliveryId }) => deliveryId),
    rs: recipients.map(({ state }) => state),
    rw: recipients.map(({ why }) => why),
    rm: mentioned.map((mention) => JSON.stringify(mention)),
    cp: counted,
    ...(post.limitedBy.length > 0 && { lm: post.limitedBy }),
    ...(post.isByAgent && { ag: true }),
  }
}

function clientIdJson({ clientId }: Post): string {
  return clientId === null ? '' : `,"client_id":${JSON.stringify(clientId)}`
}

/** The events of a stored post, exactly as the function wrote them. */
export function eventsOf(post: Post, { seq, at, answered }: Judged): StoredEvent[] {
  const { spaceId, id } = post
  const time = at.toISOString()
  const waiting = post.isWaiting ? `"${time}"` : 'null'
  const message = `${post.messageJson},"seq":${seq},"uploaded_at":"${time}","waiting_since":${waiting}}`
  const recipients = post.recipients.map(({ mention }) => mention.id)

  const created: StoredEvent = {
    spaceId,
    seq,
    name: 'message',
    payload: `{"action":"created"${clientIdJson(post)},"message":${message}}`,
    audience: null,
    recipients: recipients.length === 0 ? null : recipients,
    messageId: id,
    at,
  }
  const mentioned = mentionedOf(post.recipients).map((mention, index): StoredEvent => ({
    spaceId,
    seq: seq + index + 1,
    name: 'mention',
    payload: `{"mentioned":${JSON.stringify(mention)},"message":${message}}`,
    audience: mention.id,
    recipients: [mention.id],
    messageId: id,
    at,
  }))
  const told = answered.map(({ audience, payload }, index): StoredEvent => ({
    spaceId,
    seq: seq + mentioned.length + index + 1,
    name: 'delivery',
    payload,
    audience,
    recipients: null,
    messageId: null,
    at,
  }))
  return [created, ...mentioned, ...told]
}
