/** Tasks, and their jobs. */
import type { AgentActor } from '../platform/actor.ts'
import { NotFound } from '../platform/errors.ts'
import { postReply, type MessageServices } from '../features/messages/index.ts'
import { createClaimTask, startTaskUpkeep } from '../features/tasks/index.ts'
import type { Jobs } from '../platform/jobs.ts'

interface Deps {
  readonly messages: MessageServices
  readonly jobs: Jobs
  /** The author of announcements about automatic changes of tasks. */
  readonly guide: AgentActor
  readonly onError: (error: unknown) => void
}

export async function buildTasks({ messages, jobs, guide, onError }: Deps) {
  const { db, clock, guard, directory, webhookJobs, bounds } = messages
  await startTaskUpkeep({
    jobs,
    db,
    clock,
    writerId: guide.accountId,
    onError,
    post: async ({ messageId: parentId, ...notice }) => {
      await postReply(messages, guide, { ...notice, parentId }).catch((error: unknown) => {
        // the task, or its space, was deleted meanwhile
        if (!(error instanceof NotFound)) throw error
      })
    },
  })
  return { db, clock, guard, directory, jobs, webhookJobs, bounds, claimTask: createClaimTask({ db, clock }) }
}
