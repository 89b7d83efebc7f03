/** Messages after which an open stream, wait or call must check again whether it may go on. */
import type { BusMessage } from './bus.ts'

export const ACCESS_CHANGES = ['account_changed', 'session_ended', 'grant_ended', 'reconnected'] as const

type AccessChange = Extract<BusMessage, { readonly kind: (typeof ACCESS_CHANGES)[number] }>

interface Caller {
  readonly accountId: string
  /** The owner of an agent: it goes where its owner goes. */
  readonly ownerId: string | null
  /** The session or the grant that it came with; an agent with its own token needs none. */
  readonly credentialId: string | null
}

/** Whether the message is about this caller, or may have been. */
export function concerns(message: AccessChange, { accountId, ownerId, credentialId }: Caller): boolean {
  switch (message.kind) {
    case 'account_changed':
      return message.accountId === accountId || message.accountId === ownerId
    case 'session_ended':
      return message.sessionId === credentialId
    case 'grant_ended':
      return message.grantId === credentialId
    case 'reconnected':
      return true
  }
}
