/** The dependencies of the tasks room. */
import type { Bounds } from '@flockwork/contract/loops'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { JobRequest, Jobs } from '../../platform/jobs.ts'
import type { Guard } from '../guardrails/index.ts'
import type { Directory, WebhookJobs } from '../messages/index.ts'

export interface TaskServices {
  readonly db: Db
  readonly clock: Clock
  /** @throws GuardrailViolation for a text that must not be stored. */
  readonly guard: Guard
  readonly directory: Directory
  readonly jobs: Pick<Jobs, 'addWithin'>
  readonly webhookJobs: WebhookJobs
  /** The default bounds of chains of agents without a person. */
  readonly bounds: Bounds
}

/** The dependencies of automatic changes. */
export interface UpkeepServices extends Pick<TaskServices, 'db' | 'clock'> {
  readonly jobs: Pick<Jobs, 'addWithin'>
  /** A job that posts `notice` into the task's conversation, exactly once. */
  readonly noticeJob: (notice: Notice) => JobRequest
  readonly onError: (error: unknown) => void
}

/** A message to a task's conversation about an automatic change. */
export interface Notice {
  readonly spaceId: string
  /** The announcement. */
  readonly messageId: string
  readonly content: string
  /** The same for every attempt. */
  readonly key: string
}
