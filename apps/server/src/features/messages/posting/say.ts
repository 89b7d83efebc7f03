/**
 * What somebody writes: a message, or a reaction when a reply is nothing but one (docs/rules/messages.md#reactions).
 */
import type { Posted } from '@flockwork/contract/messages'
import { reactionOf } from '@flockwork/contract/text/reactions'
import type { Actor } from '../../../platform/actor.ts'
import type { StoreKey } from '../../../platform/idempotency.ts'
import { requireMember } from '../../spaces/index.ts'
import { isFullId, resolveMessageId } from '../message-id.ts'
import type { MessageServices } from '../services.ts'
import type { PostInput } from './compose.ts'
import { postMessage } from './post.ts'
import { noSuchParent } from './refusal.ts'
import { addReactions } from '../reactions/reactions.ts'
import { spaceOfMessage } from '../reading/read.ts'

/**
 * Posts a message, or gives the reactions that the text of a reply says.
 * @throws what postMessage and addReactions throw.
 */
export async function say(services: MessageServices, author: Actor, input: PostInput): Promise<Posted> {
  const { parentId } = input
  const emojis = parentId === null || parentId === undefined ? null : reactionOf(input.content)
  if (emojis === null || parentId === null || parentId === undefined) {
    return postMessage(services, author, input)
  }
  const { db } = services
  // a short id is looked up in the space that the call means, which must be the author's
  if (!isFullId(parentId)) await requireMember(db, input.spaceId, author.accountId)
  const id = isFullId(parentId)
    ? parentId
    : await resolveMessageId(db, input.spaceId, parentId, ['body', 'parent_id'])
  if ((await spaceOfMessage(db, author, id)) !== input.spaceId) throw noSuchParent()
  return once(services, author, { ...input, parentId: id }, async (keep) => {
    const reactions = await addReactions(services, author, id, emojis, keep)
    return { message: null, reaction: { message_id: id, emojis }, ...reactions }
  })
}

/**
 * Under a key, a repeat gives nothing that was taken back meanwhile, and another text is refused
 * (docs/rules/requests.md#idempotency).
 */
async function once(
  { runOnce }: MessageServices,
  { accountId: callerId }: Actor,
  { key, spaceId, parentId, content, call }: PostInput,
  work: (keep?: StoreKey) => Promise<Posted>,
): Promise<Posted> {
  if (key === undefined) return work()
  const bodyHash = JSON.stringify([spaceId, parentId, content, call])
  // what was kept is what `work` once gave
  return (await runOnce({ callerId, key, bodyHash, keepsAnswer: true, work })) as Posted
}
