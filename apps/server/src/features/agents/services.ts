import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { EventsBySpace } from '../../platform/outbox.ts'

/** What the calls of an agent's owner need. */
export interface AgentServices {
  readonly db: Db
  readonly clock: Clock
  readonly guard: (text: string, by: 'person' | 'agent') => Promise<void>
  readonly agentLimit: number
  /** What is remembered about the account is stale, on every node; its streams are asked anew. */
  readonly invalidateAccount: (accountId: string) => Promise<void>
  /** Ends what is on its way to an agent and tells everyone concerned. The last part of the transaction. */
  readonly onAgentDeleted: (tx: Tx, agentId: string, left: EventsBySpace) => Promise<void>
  /** The address that agents reach this instance at. */
  readonly publicUrl: () => string
}
