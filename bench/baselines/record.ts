/** A post in the form that the product's SQL function takes (apps/server/migrations/functions/post_batch.sql). */
import { createHash, randomUUID } from 'node:crypto'
import { messageOf, type PostBody } from './event.ts'

export type PostRecord = ReturnType<typeof recordOf>

export function recordOf(body: PostBody, key: string) {
  const id = randomUUID()
  const { recipients = [], parent_id: parentId = null } = body
  const mentioned = recipients.filter(({ reason }) => reason === 'mention')
  const mentions = mentioned.map(({ id, handle }) => ({ id, type: 'user', handle }))
  return {
    ordinal: 0,
    space_id: body.org_id,
    id,
    author_id: body.author_id,
    ...(parentId !== null && { parent_id: parentId, thread_root_id: parentId }),
    channel: 'main',
    content: body.content,
    ...(mentions.length > 0 && { mentions, mention_events: mentions.length }),
    key,
    body_hash: createHash('sha256').update(body.content).digest('hex'),
    client_id: key,
    message: JSON.stringify({ ...messageOf(id, body), mentions }).slice(0, -1),
    ...(recipients.length > 0 && {
      recipients: recipients.map(({ id, handle, reason }) => ({
        account_id: id,
        delivery_id: randomUUID(),
        reason,
        ...(reason === 'mention' && {
          type: 'user',
          handle,
          mention_event: mentioned.findIndex((one) => one.id === id) + 1,
        }),
      })),
    }),
  }
}
