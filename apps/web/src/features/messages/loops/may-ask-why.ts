import type { Message } from '@flockwork/contract/messages'

/** Only agents' messages have a cause: a person's message starts a chain. */
export function mayAskWhy({ author_type, metadata }: Pick<Message, 'author_type' | 'metadata'>): boolean {
  return author_type === 'agent' && metadata.demo !== true
}
