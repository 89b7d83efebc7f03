/** Messages after which an open stream, wait or call must re-check its access. */
import type { BusMessage } from './bus.ts'

export const ACCOUNT_CHANGES = [
  'account_changed',
  'members_left',
  'members_back',
  'signing_keys_changed',
  'reconnected',
] as const
export const ACCESS_CHANGES = [...ACCOUNT_CHANGES, 'session_ended', 'grant_ended'] as const

type AccessChange = Extract<BusMessage, { readonly kind: (typeof ACCESS_CHANGES)[number] }>

interface Caller {
  readonly accountId: string
  /** The owner of an agent: it goes where its owner goes. */
  readonly ownerId: string | null
  /** The session or the grant that it came with; an agent with its own token needs none. */
  readonly credentialId: string | null
}

/** A predicate: may the message concern this caller? Built once per message, because some name many accounts. */
export function mayAffect(message: AccessChange): (caller: Caller) => boolean {
  switch (message.kind) {
    case 'account_changed':
      return ({ accountId, ownerId }) => message.accountId === accountId || message.accountId === ownerId
    case 'members_left':
    case 'members_back': {
      const left = new Set(message.accountIds)
      return ({ accountId, ownerId }) => left.has(accountId) || (ownerId !== null && left.has(ownerId))
    }
    case 'session_ended':
      return ({ credentialId }) => message.sessionId === credentialId
    case 'grant_ended':
      return ({ credentialId }) => message.grantId === credentialId
    // everyone authenticated by a token that we signed
    case 'signing_keys_changed':
    case 'reconnected':
      return () => true
  }
}
