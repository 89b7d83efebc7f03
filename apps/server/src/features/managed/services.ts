import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { EventsBySpace } from '../../platform/outbox.ts'
import type { Breaker } from '../agents/index.ts'
import type { BudgetServices } from '../budgets/index.ts'
import type { Guard } from '../guardrails/index.ts'
import type { Article } from '../guide/index.ts'
import type { MessageServices } from '../messages/index.ts'
import type { Runs } from '../runs/index.ts'

export interface ManagedServices {
  readonly db: Db
  readonly clock: Clock
  readonly guard: Guard
  readonly jobs: Pick<Jobs, 'addWithin'>
  readonly messages: MessageServices
  readonly budgets: BudgetServices
  readonly runs: Runs
  readonly breaker: Pick<Breaker, 'pausedUntil'>
  /** The instance's model; null for none. */
  readonly defaultModel: string | null
  readonly guideId: string
  readonly articles: readonly Article[]
  /** The URL of this instance. */
  readonly publicUrl: () => string
  /** Invalidates the account on every node. */
  readonly invalidateAccount: (accountId: string) => Promise<void>
  /**
   * Cancels its pending deliveries, by default in every space, and appends these events, as the last part of a
   * transaction.
   */
  readonly cancelDeliveries: (
    tx: Tx,
    cancelled: {
      readonly agentId: string
      readonly spaceIds?: readonly string[]
      readonly why: string
      readonly events: EventsBySpace
    },
  ) => Promise<void>
  /** Records that it was active. */
  readonly touch: (agentId: string) => void
}
