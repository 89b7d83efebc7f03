/** What posting and changing messages depends on. */
import type { Mention } from '@flockwork/contract/messages'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { JobRequest, Jobs } from '../../platform/jobs.ts'
import type { Breaker } from '../agents/index.ts'
import type { Directory } from './addressing/directory.ts'

/** @throws GuardrailViolation for a text that must not be stored. */
export type Guard = (text: string, by: 'person' | 'agent') => Promise<void>

/** Jobs of other rooms to add in the transaction that stores the message. */
export type JobsFor = (posted: {
  spaceId: string
  messageId: string
  authorId: string
  mentions: readonly Mention[]
}) => JobRequest[]

export interface EditServices {
  readonly db: Db
  readonly clock: Clock
  readonly guard: Guard
  readonly directory: Directory
  readonly jobs: Pick<Jobs, 'addWithin'>
  readonly jobsFor: JobsFor
  readonly breaker: Pick<Breaker, 'pausedUntil' | 'recordAddressing'>
}
