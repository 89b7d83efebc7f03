/** A post as the product's own statement takes it (apps/server/migrations/functions/post_batch.sql names the keys). */
import { createHash, randomUUID } from 'node:crypto'
import { messageOf, type PostBody } from './event.ts'

export type PostRecord = ReturnType<typeof recordOf>

export function recordOf(body: PostBody, key: string) {
  const id = randomUUID()
  const { recipients = [], parent_id: parentId = null } = body
  const mentioned = recipients.filter(({ reason }) => reason === 'mention')
  const mentions = mentioned.map(({ id, handle }) => ({ id, type: 'user', handle }))
  return {
    o: 0,
    s: body.org_id,
    id,
    a: body.author_id,
    p: parentId,
    tr: parentId,
    ch: 'main',
    c: body.content,
    mt: parentId === null ? 'message' : 'reply',
    mn: mentions,
    mu: [],
    tp: [],
    w: false,
    md: {},
    ca: parentId,
    hp: 0,
    k: key,
    h: createHash('sha256').update(body.content).digest('hex'),
    pl: JSON.stringify({ ...messageOf(id, body), mentions }).slice(0, -1),
    ci: `,"client_id":${JSON.stringify(key)}`,
    e: mentioned.length,
    r: recipients.map(({ id }) => id),
    rr: recipients.map(({ reason }) => reason),
    rd: recipients.map(() => randomUUID()),
    rs: recipients.map(() => 'stored'),
    rw: recipients.map(() => null),
    rm: mentions.map((mention) => JSON.stringify(mention)),
    cp: parentId === null ? [] : [parentId],
  }
}
