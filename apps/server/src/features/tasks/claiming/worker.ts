/** Jobs that maintain tasks every minute and post about the changes; one node does it for all. */
import * as z from 'zod/mini'
import { AgentDisabled } from '../../../platform/agent-errors.ts'
import { executorOf, type Jobs } from '../../../platform/jobs.ts'
import type { Notice, UpkeepServices } from '../services.ts'
import { runTaskUpkeep } from './upkeep.ts'

const UPKEEP_QUEUE = 'task-upkeep'
const NOTICE_QUEUE = 'task-notices'
const EVERY_MINUTE = '* * * * *'
/** When a notice is tried again whose author is paused. */
const PAUSED_AGAIN_S = 600

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
  await jobs.work(NOTICE_QUEUE, 1, async (data) => {
    const notice = NoticeJob.parse(data)
    await post(notice).catch(async (error: unknown) => {
      if (!(error instanceof AgentDisabled)) throw error
      const again = { ...noticeJob(notice), afterSeconds: PAUSED_AGAIN_S }
      await jobs.addWithin(executorOf(deps.db), [again])
    })
  })
  await jobs.declare(UPKEEP_QUEUE)
  await jobs.work(UPKEEP_QUEUE, 1, () => runTaskUpkeep({ ...deps, jobs, noticeJob }, writerId))
  await jobs.every(EVERY_MINUTE, UPKEEP_QUEUE)
}
