import type { Message } from '@flockwork/contract/messages'

/** A person's message is its own beginning. */
export function mayAskWhy({ author_type, metadata }: Pick<Message, 'author_type' | 'metadata'>): boolean {
  return author_type === 'agent' && metadata.demo !== true
}
