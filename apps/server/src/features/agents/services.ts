import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { EventsBySpace } from '../../platform/outbox.ts'

/** What the calls of an agent's owner depend on. */
export interface AgentServices {
  readonly db: Db
  readonly clock: Clock
  readonly guard: (text: string, by: 'person' | 'agent') => Promise<void>
  readonly agentLimit: number
  /** Drops what every node caches about the account, and has its streams check their credentials again. */
  readonly invalidateAccount: (accountId: string) => Promise<void>
  /** Makes what is pending for the agent undeliverable and appends the events. The last part of the transaction. */
  readonly onAgentDeleted: (tx: Tx, agentId: string, left: EventsBySpace) => Promise<void>
  /** The address at which agents reach this instance. */
  readonly publicUrl: () => string
}
