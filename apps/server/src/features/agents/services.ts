import type { PersonActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Once } from '../../platform/idempotency.ts'
import type { Guard } from '../guardrails/index.ts'

/** The dependencies of an agent owner's calls. */
export interface AgentServices {
  readonly db: Db
  readonly clock: Clock
  readonly guard: Guard
  readonly agentLimit: number
  /** Notifies the owner's devices of a new credential of their agent. Call after the commit. */
  readonly announceCredential: (ownerId: string) => Promise<void>
  /** Invalidates the account on every node, and makes its streams re-check their credentials. */
  readonly invalidateAccount: (accountId: string) => Promise<void>
  /** Deletes one of the caller's agents, in every room. @throws NotFound, Forbidden */
  readonly deleteAgent: (actor: PersonActor, id: string, once: Once<void>) => Promise<void>
  /** The URL at which agents reach this instance. */
  readonly publicUrl: () => string
}
