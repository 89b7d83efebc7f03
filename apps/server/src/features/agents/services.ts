import type { PersonActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Once } from '../../platform/idempotency.ts'
import type { Guard } from '../guardrails/index.ts'

/** What the calls of an agent's owner depend on. */
export interface AgentServices {
  readonly db: Db
  readonly clock: Clock
  readonly guard: Guard
  readonly agentLimit: number
  /** Shows the owner's signed-in devices that a credential of an agent of theirs was made. After the commit. */
  readonly announceCredential: (ownerId: string) => Promise<void>
  /** Drops what every node caches about the account, and has its streams check their credentials again. */
  readonly invalidateAccount: (accountId: string) => Promise<void>
  /** Deletes an agent of the caller's, in every room. @throws NotFound, Forbidden */
  readonly deleteAgent: (actor: PersonActor, id: string, once: Once<void>) => Promise<void>
  /** The address at which agents reach this instance. */
  readonly publicUrl: () => string
}
