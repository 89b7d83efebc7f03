/** What the room is given to work with. */
import type { Mention } from '@flockwork/contract/messages'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { RunOnce } from '../../platform/idempotency.ts'
import type { JobRequest, Jobs } from '../../platform/jobs.ts'
import type { Breaker } from '../agents/index.ts'
import type { Directory } from './posting/directory.ts'
import type { Writer } from './posting/writer.ts'

export type Guard = (text: string, by: 'person' | 'agent') => Promise<void>

/** What others want done once a message is stored, in its transaction. */
export type JobsFor = (posted: {
  spaceId: string
  messageId: string
  authorId: string
  mentions: readonly Mention[]
}) => JobRequest[]

export interface MessageServices {
  readonly db: Db
  readonly clock: Clock
  readonly guard: Guard
  readonly writer: Writer
  readonly directory: Directory
  readonly jobs: Pick<Jobs, 'addWithin'>
  readonly jobsFor: JobsFor
  /** For a reply that is a reaction; messages keep their keys in the statement that stores them. */
  readonly runOnce: RunOnce
  readonly breaker: Pick<Breaker, 'pausedUntil' | 'recordAddressing'>
}
