/** The dependencies of posting and changing messages. */
import type { Bounds } from '@flockwork/contract/loops'
import type { Mention } from '@flockwork/contract/messages'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { JobRequest, Jobs } from '../../platform/jobs.ts'
import type { Guard } from '../guardrails/index.ts'
import type { Breaker } from '../agents/index.ts'
import type { Directory } from './addressing/directory.ts'

/** Jobs of other rooms to add in the transaction that stores the message. */
export type JobsFor = (posted: {
  spaceId: string
  messageId: string
  authorId: string
  mentions: readonly Mention[]
  /** The ids of all accounts that it is delivered to now, by a mention or as a reply. */
  recipientIds: readonly string[]
  /** The text of a reply that was just posted; null for any other message. */
  reply: string | null
}) => JobRequest[]

/** Jobs that call the webhooks of these agents. */
export type WebhookJobs = (agentIds: readonly string[]) => JobRequest[]

export interface EditServices {
  readonly db: Db
  readonly clock: Clock
  readonly guard: Guard
  readonly directory: Directory
  readonly jobs: Pick<Jobs, 'addWithin'>
  readonly jobsFor: JobsFor
  readonly webhookJobs: WebhookJobs
  /**
   * The handles of the claimant and assignee of the task that a message announces: replies to it are delivered to them,
   * too.
   */
  readonly workersOf: (spaceId: string, announcementId: string) => Promise<string[]>
  /** Resolves once what this node handed over to the account counts as delivered: its reply answers what it has. */
  readonly settleReceipts: (accountId: string) => Promise<void>
  /** The default bounds of chains of agents without a person. */
  readonly bounds: Bounds
  readonly breaker: Pick<Breaker, 'pausedUntil' | 'recordAddressing'>
}
