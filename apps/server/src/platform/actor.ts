/** Who is calling. Created from a credential (auth, agents, oauth), used by every service. */
import type { AgentScope } from '@flockwork/contract/policy/scopes'

interface AnyActor {
  /** The account that acts: a person's or an agent's. */
  readonly accountId: string
  readonly username: string
  readonly displayName: string
  readonly avatarUrl: string | null
}

/** Where a call came from. */
export interface CallOrigin {
  /** Null where a trusted proxy named no IP address. */
  readonly ip: string | null
  readonly userAgent: string | null
}

export interface PersonActor extends AnyActor {
  readonly kind: 'user'
  readonly from: CallOrigin
  readonly role: 'admin' | 'agent_manager' | 'user'
  readonly sessionId: string
  /** The current space when the token was made; null for none. */
  readonly tokenSpaceId: string | null
  /** The person's current space now. */
  readonly currentSpaceId: string | null
  /** When the token ends, milliseconds since 1970. */
  readonly expiresAt: number
}

export interface AgentPause {
  readonly why: string
  /** Who paused it, as `disabled_by` of its control. */
  readonly by: readonly string[]
}

export interface AgentActor extends AnyActor {
  readonly kind: 'agent'
  readonly agentType: string
  readonly ownerId: string | null
  readonly ownerUsername: string | null
  /** Where a call without a space acts. */
  readonly homeSpaceId: string | null
  /** A person's pause of it; null while there is none. */
  readonly pause: AgentPause | null
  /** Whether there is a limit on what it may post. */
  readonly isLimited: boolean
  /** What its credential may do. */
  readonly scopes: readonly AgentScope[]
  /** The agent's own token, when that is its credential. */
  readonly tokenId: string | null
  /** What a person allowed a program, when that is its credential; null for the agent's own token. */
  readonly grant: { readonly id: string; readonly expiresAt: number } | null
}

export type Actor = PersonActor | AgentActor

/** The person through whose eyes the actor sees agents: a person's own account, or an agent's owner. */
export function viewerOf(actor: Actor): string | null {
  return actor.kind === 'agent' ? actor.ownerId : actor.accountId
}
