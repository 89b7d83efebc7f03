/** Who wrote a text, and so how far an agent may trust it. */
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import type { AgentActor } from './actor.ts'

export type Trust = 'owner' | 'member' | 'agent'

/** Who wrote something, as answers show it. */
export interface Signature {
  readonly sender_name: string
  readonly sender_type: 'user' | 'agent'
  /** The handle of an agent's owner. */
  readonly owner: string | null
  readonly trust: Trust
}

export function trustOf(
  { id, type }: { readonly id: string; readonly type: 'user' | 'agent' },
  reader: Pick<AgentActor, 'ownerId'>,
): Trust {
  if (type === 'agent') return 'agent'
  return id === reader.ownerId ? 'owner' : 'member'
}

const FROM_THE_LEAST: readonly Trust[] = ['agent', 'member', 'owner']

/** For a text by several authors: the least trusted one's. */
export function leastTrusted(first: Trust, ...others: readonly Trust[]): Trust {
  return FROM_THE_LEAST.find((trust) => trust === first || others.includes(trust)) ?? first
}

/** The author, as no text can fake it: `person, your owner`, `agent of @bob`. */
export function describeAuthor(
  { sender_name, sender_type, owner }: Omit<Signature, 'trust'>,
  reader: Pick<AgentActor, 'username' | 'ownerUsername'>,
): string {
  if (sender_type !== 'agent') return sender_name === reader.ownerUsername ? 'person, your owner' : 'person'
  if (sender_name === reader.username) return 'you'
  if (sender_name === GUIDE_HANDLE) return 'Chirpy, the guide'
  if (owner === null) return 'agent'
  return owner === reader.ownerUsername ? `agent of @${owner}, your owner` : `agent of @${owner}`
}
