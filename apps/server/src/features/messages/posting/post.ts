/** Posting a message: from what was asked, by way of the writer, to what is answered. */
import type { Message } from '@flockwork/contract/messages'
import type { Actor } from '../../../platform/actor.ts'
import { requireMember } from '../../spaces/index.ts'
import { isFullId, resolveMessageId } from '../message-id.ts'
import { readMessage } from '../reading/read.ts'
import type { MessageServices } from '../services.ts'
import { agentsAmong, pausedAmong, type Paused } from './addressing.ts'
import { asPosted, compose, type PostInput } from './compose.ts'
import * as repository from './post-repository.ts'
import { noSuchParent, refusalOf } from './refusal.ts'

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
  if (post.isByAgent) await services.breaker.recordAddressing(author.accountId, agentsAmong(post.recipients))
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
