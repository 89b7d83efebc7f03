/** The dependencies of the webhooks room. */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Breaker } from '../agents/index.ts'
import type { Mailbox } from '../mcp/index.ts'
import type { Send } from './send.ts'

export interface WebhookServices {
  readonly db: Db
  readonly clock: Clock
  readonly encryption: Encryption
  readonly jobs: Pick<Jobs, 'addWithin'>
  readonly mailbox: Pick<Mailbox, 'read'>
  /** While it pauses an agent, the agent's webhook isn't called. */
  readonly breaker: Pick<Breaker, 'pausedUntil'>
  readonly send: Send
  /** Allows private addresses and plain HTTP. */
  readonly allowPrivate: boolean
  /** After a webhook was set or changed: posts re-check whether the agent has one. */
  readonly invalidateAccount: (accountId: string) => Promise<void>
  /** Notifies the owner's devices of a new notice. */
  readonly announce: (accountId: string) => Promise<void>
  readonly onError: (error: unknown) => void
}
