import type { Task } from '@flockwork/contract/tasks'
import { ApiError } from '../../../api/api-error.ts'
import type { Client } from '../../../api/client.ts'
import { taskActions as words } from '../../../strings/task-actions.ts'

/** Changes by others that come while one is sent: more in a row than these are waited for by a person. */
const TRIES = 5

/** The server knows the task in a state that the person hasn't seen. */
export class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
  readonly task: Task

  constructor(task: Task) {
    super(words.changedMeanwhile)
    this.task = task
  }
}

/**
 * Sends a change with the version that the person saw. When the task changed since in what the change doesn't touch, it is
 * sent again with the newer one.
 *
 * @param touches whether the change can't be made to this state of the task before the person has seen it
 * @throws ChangedMeanwhile with that state; else what the call fails with
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
