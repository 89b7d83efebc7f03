/** Jobs that maintain tasks every minute and post about the changes; one node does it for all. */
import * as z from 'zod/mini'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Notice, UpkeepServices } from '../services.ts'
import { runTaskUpkeep } from './upkeep.ts'

const UPKEEP_QUEUE = 'task-upkeep'
const NOTICE_QUEUE = 'task-notices'
const EVERY_MINUTE = '* * * * *'

const NoticeJob = z.object({
  spaceId: z.string(),
  messageId: z.string(),
  content: z.string(),
  key: z.string(),
})

/** A job that posts the notice. */
export function noticeJob(notice: Notice) {
  return { queue: NOTICE_QUEUE, data: notice satisfies z.infer<typeof NoticeJob> }
}

interface Deps extends Pick<UpkeepServices, 'db' | 'clock' | 'onError'> {
  readonly jobs: Jobs
  /** The account that notes and notices are by. */
  readonly writerId: string
  /** Posts into a task's conversation; safe to repeat. */
  readonly post: (notice: Notice) => Promise<void>
}

export async function startTaskUpkeep({ jobs, writerId, post, ...deps }: Deps): Promise<void> {
  await jobs.declare(NOTICE_QUEUE)
  await jobs.work(NOTICE_QUEUE, 1, (data) => post(NoticeJob.parse(data)))
  await jobs.declare(UPKEEP_QUEUE)
  await jobs.work(UPKEEP_QUEUE, 1, () => runTaskUpkeep({ ...deps, jobs, noticeJob }, writerId))
  await jobs.every(EVERY_MINUTE, UPKEEP_QUEUE)
}
