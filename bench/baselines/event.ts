/** What the baselines send: a message with every field of the product's, so that all deliver the same bytes. */
import { randomUUID } from 'node:crypto'
import { newMessageFields, type Message } from '@flockwork/contract/messages'

export interface PostBody {
  readonly content: string
  readonly org_id: string
  readonly parent_id?: string | null
  /** For the baselines that store; the product takes it from the credential. */
  readonly author_id?: string
  readonly recipients?: readonly { readonly id: string; readonly handle: string; readonly reason: string }[]
}

type Unnumbered = Omit<Message, 'seq' | 'uploaded_at'>

export function messageOf(
  id: string,
  { content, org_id: spaceId, author_id, parent_id = null }: PostBody,
): Unnumbered {
  return {
    ...newMessageFields(),
    id,
    short_id: id.slice(0, 8),
    space_id: spaceId,
    content,
    username: 'bench-0',
    display_name: 'bench-0',
    avatar_url: null,
    author_id: author_id ?? '00000000-0000-4000-8000-000000000000',
    author_type: 'user',
    agent_id: null,
    agent_type: null,
    agent_owner: null,
    channel: 'main',
    parent_id,
    thread_root_id: parent_id,
    parent_post: null,
    message_type: parent_id === null ? 'message' : 'reply',
  }
}

/** The whole frame of a message, as the product's stream has it. */
export function frameOf(seq: number, key: string, body: PostBody): Buffer {
  const at = new Date().toISOString()
  const data = {
    space_id: body.org_id,
    at,
    action: 'created',
    client_id: key,
    message: { ...messageOf(randomUUID(), body), seq, uploaded_at: at },
  }
  return Buffer.from(`id: ${seq}\nevent: message\ndata: ${JSON.stringify(data)}\n\n`)
}

/** The first event of a reader: it receives every `seq` after this one. */
export function bootstrapOf(seq: number): Buffer {
  const data = { space_id: '00000000-0000-4000-8000-000000000000', at: new Date().toISOString(), posts: [] }
  return Buffer.from(`id: ${seq}\nevent: bootstrap\ndata: ${JSON.stringify(data)}\n\n`)
}
