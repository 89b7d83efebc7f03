/** Posts for tests of the write path. */
import { randomUUID } from 'node:crypto'
import { randomId } from '../../../platform/ids.ts'
import type { Post } from './batch.ts'

/** A plain message with a fresh key and the given fields. */
export function testPost(fields: Pick<Post, 'authorId' | 'spaceId' | 'content'> & Partial<Post>): Post {
  const { content } = fields
  return {
    id: randomId(),
    isByAgent: false,
    parentId: null,
    threadRootId: null,
    channel: 'main',
    mentions: [],
    mentionsUnknown: [],
    topics: [],
    isWaiting: false,
    credentialId: null,
    bounds: { max_hops: 6, max_chain: 60 },
    key: randomUUID(),
    bodyHash: content,
    clientId: null,
    messageJson: JSON.stringify({ content }).slice(0, -1),
    recipients: [],
    limitedBy: [],
    jobs: [],
    ownJobs: [],
    ...fields,
  }
}
