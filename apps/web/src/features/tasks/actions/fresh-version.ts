import type { Task } from '@flockwork/contract/tasks'
import { ApiError } from '../../../api/api-error.ts'
import type { Client } from '../../../api/client.ts'
import { taskActions as words } from '../../../strings/task-actions.ts'

/** Limit of retries after concurrent changes by others; beyond it, the person retries. */
const TRIES = 5

/** The server has the task in a state that the person hasn't seen. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
  readonly task: Task

  constructor(task: Task) {
    super(words.changedMeanwhile)
    this.task = task
  }
}

/**
 * Sends a change with the version that the person saw. If the task changed since, but not in what the change touches,
 * it is retried with the newer version.
 *
 * @param touches whether this state of the task conflicts with the change, so that the person has to see it first
 * @throws ChangedMeanwhile with that state; otherwise the call's error
 */
export async function onFreshVersion(
  api: Client,
  seen: Task,
  touches: (fresh: Task) => boolean,
  send: (version: number) => Promise<Task>,
): Promise<Task> {
  let { version } = seen
  for (let left = TRIES; ; left -= 1) {
    try {
      return await send(version)
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 409 && error.code === 'conflict'
      if (!isConflict || left === 1) throw error
      const fresh = await api.tasks.get({ params: { id: seen.id } })
      // it was refused for another reason
      if (fresh.version === version) throw error
      if (touches(fresh)) throw new ChangedMeanwhile(fresh)
      version = fresh.version
    }
  }
}
