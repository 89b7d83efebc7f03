import type { Message } from '@flockwork/contract/messages'

/** Makes a name lead to who it is: of an author, whoever that was; of a mention, whom the space knows. */
export function whoOf({ username, author_id, author_type }: Message): Record<`data-who${string}`, string> {
  return { 'data-who': username, 'data-who-id': author_id, 'data-who-type': author_type }
}
