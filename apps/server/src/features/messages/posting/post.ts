/** Posting a message: resolve, store with others in a batch, answer. */
import { HOME_CHANNEL, IDEMPOTENCY_RETENTION_MS } from '@flockwork/contract/limits'
import type { Message, Posted } from '@flockwork/contract/messages'
import type { Reactions } from '@flockwork/contract/reactions'
import { reactionOf } from '@flockwork/contract/text/reactions'
import type { Actor } from '../../../platform/actor.ts'
import { withAnswer, withoutKey, type Once, type RunOnce } from '../../../platform/idempotency.ts'
import { writingOf } from '../../guardrails/index.ts'
import { requireMember } from '../../spaces/index.ts'
import { agentsAmong, type Recipient } from '../addressing/recipients.ts'
import { isFullId, resolveMessageId } from '../message-id.ts'
import { addReactions } from '../reactions/reactions.ts'
import { readMessage, spaceOfMessage } from '../reading/read.ts'
import type { EditServices } from '../services.ts'
import { asPosted, bodyHashOf, compose, type PostInput } from './compose.ts'
import * as repository from './post-repository.ts'
import { NoSuchChannel, noSuchParent, refusalOf } from './refusal.ts'
import type { Writer } from './writer.ts'

export interface MessageServices extends EditServices {
  readonly writer: Writer
  /** For replies that are reactions; a message's key is stored with the message. */
  readonly runOnce: RunOnce
}

/**
 * Posts a message, or adds reactions for a reply that consists of them (docs/rules/messages.md#reactions).
 * @throws as postMessage and addReactions.
 */
export async function postOrReact(
  services: MessageServices,
  author: Actor,
  input: PostInput,
): Promise<Posted> {
  const { spaceId, parentId, content } = input
  const emojis = parentId === null || parentId === undefined ? null : reactionOf(content)
  if (emojis === null || parentId === null || parentId === undefined) {
    return postMessage(services, author, input)
  }
  const id = await resolveParentId(services, author, spaceId, parentId)
  if ((await spaceOfMessage(services.db, author, id)) !== spaceId) throw noSuchParent()
  return runUnderKey(services, author, { ...input, parentId: id }, async (once) => {
    const answerOf = (reactions: Reactions): Posted => ({
      message: null,
      reaction: { message_id: id, emojis },
      ...reactions,
    })
    return answerOf(await addReactions(services, author, id, emojis, withAnswer(once, answerOf)))
  })
}

/**
 * Stores a message with its deliveries, events and jobs. Resolves after the commit.
 * @throws NotFound for a space the author isn't in or a parent that isn't there; Invalid for an unknown
 * channel; GuardrailViolation; AgentDisabled; AgentLimited; AgentBreakerOpen; IdempotencyMismatch; Unavailable.
 */
export async function postMessage(
  services: MessageServices,
  author: Actor,
  input: PostInput,
): Promise<{ message: Message; paused?: Paused[] }> {
  const parent = await findParent(services, author, input)
  const writing = writingOf(author, 'message', input.spaceId)
  await services.guard(input.content, writing, () => isNewPost(services, author, input, parent))

  const { post, message } = await compose(services, author, input, parent)
  if (parent !== undefined) await services.settleReceipts(author.accountId)
  const judged = await services.writer.write(post)
  if (judged.verdict === 'same') {
    const stored = await readMessage(services, author, input.spaceId, judged.messageId)
    return { message: stored, ...pausedAmong(services, post.recipients) }
  }
  if (judged.verdict !== 'ok') throw await refusalOf(services, author, judged.verdict, post)
  if (post.isByAgent) await services.breaker.recordAddressing(author.accountId, agentsAmong(post.recipients))
  return { message: asPosted(message, post, judged), ...pausedAmong(services, post.recipients) }
}

/**
 * The same for a reply that must arrive: in an archived channel it is posted in the home channel instead.
 * @throws as postMessage, but for the channel.
 */
export async function postReply(
  services: MessageServices,
  author: Actor,
  reply: PostInput & { readonly parentId: string },
): Promise<{ message: Message; paused?: Paused[] }> {
  return postMessage(services, author, reply).catch((error: unknown) => {
    if (!(error instanceof NoSuchChannel)) throw error
    return postMessage(services, author, { ...reply, channel: HOME_CHANNEL })
  })
}

/** Needed for few posts: the writer detects all other repeats without a query. @throws NotFound for a non-member. */
async function isNewPost(
  { db, clock }: MessageServices,
  { accountId: callerId }: Actor,
  input: PostInput,
  parent: repository.ParentRow | undefined,
): Promise<boolean> {
  await requireMember(db, input.spaceId, callerId)
  if (input.key === undefined) return true
  const since = new Date(clock.now() - IDEMPOTENCY_RETENTION_MS)
  const bodyHash = bodyHashOf(input, parent)
  return !(await repository.isStored(db, { callerId, key: input.key, bodyHash, since }))
}

async function findParent(services: MessageServices, author: Actor, { spaceId, parentId }: PostInput) {
  if (parentId === null || parentId === undefined) return undefined
  const id = await resolveParentId(services, author, spaceId, parentId)
  const parent = await repository.findParent(services.db, { spaceId, id, readerId: author.accountId })
  if (parent !== undefined) return parent
  await requireMember(services.db, spaceId, author.accountId)
  throw noSuchParent()
}

async function resolveParentId(
  { db }: Pick<MessageServices, 'db'>,
  author: Actor,
  spaceId: string,
  parentId: string,
): Promise<string> {
  if (isFullId(parentId)) return parentId
  // first, so that a short id reveals nothing of a foreign space
  await requireMember(db, spaceId, author.accountId)
  return resolveMessageId(db, spaceId, parentId, ['body', 'parent_id'])
}

/**
 * With a key, a repeat doesn't re-add reactions that were removed meanwhile, and another text is refused
 * (docs/rules/requests.md#idempotency).
 */
async function runUnderKey(
  { db, runOnce }: MessageServices,
  { accountId: callerId }: Actor,
  { key, spaceId, parentId, content, call }: PostInput,
  work: (once: Once<Posted>) => Promise<Posted>,
): Promise<Posted> {
  if (key === undefined) return work(withoutKey(db))
  const bodyHash = JSON.stringify([spaceId, parentId, content, call])
  // only `work`'s answers are stored
  const shape = (answer: unknown) => answer
  return (await runOnce({ callerId, key, bodyHash, storesAnswer: true, shape, work })) as Posted
}

/** A recipient that the circuit breaker pauses, as reported to the author (docs/rules/agents.md#circuit-breaker). */
interface Paused {
  readonly key: string
  readonly retry_after: number
}

function pausedAmong(
  { breaker, clock }: Pick<MessageServices, 'breaker' | 'clock'>,
  recipients: readonly Recipient[],
): { paused?: Paused[] } {
  const paused = recipients.flatMap(({ mention: { id, handle, type }, state }): Paused[] => {
    const until = type === 'agent' && state === 'stored' ? breaker.pausedUntil(id) : undefined
    if (until === undefined) return []
    return [{ key: `agent:${handle}`, retry_after: Math.max(1, Math.ceil((until - clock.now()) / 1000)) }]
  })
  return paused.length === 0 ? {} : { paused }
}
