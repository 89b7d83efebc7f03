/** Resolves the task of a call by any of its names (docs/rules/tasks.md#names). */
import type { Task } from '@flockwork/contract/tasks'
import type { AgentActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { NotFound, invalid } from '../../../platform/errors.ts'
import { ArgumentNotFound } from '../answers/argument-not-found.ts'
import { spaceIdsOf } from '../../spaces/index.ts'
import { getTask, resolveTaskId } from '../../tasks/index.ts'
import { homeSpaceOf } from './find-message.ts'

const WHICH = 'Use a name such as T-12 from action list, or an id'

/** The agent's current space first: task numbers are per space. */
export async function findNamedTask(
  services: { readonly db: Db; readonly clock: Clock },
  actor: AgentActor,
  name: string,
): Promise<Task> {
  const { db, clock } = services
  const home = await homeSpaceOf(db, actor)
  const ofOthers = (await spaceIdsOf(db, actor.accountId)).filter((id) => id !== home)
  const id =
    (await idIn(services, home, name)) ??
    onlyOne(name, await Promise.all(ofOthers.map((spaceId) => idIn(services, spaceId, name))))
  const missing = new ArgumentNotFound('task_id', `No task ${name} in your spaces. ${WHICH}`)
  if (id === undefined) throw missing
  return getTask({ db, clock }, actor, id).catch((error: unknown) => {
    throw error instanceof NotFound ? missing : error
  })
}

async function idIn({ db }: { readonly db: Db }, spaceId: string, name: string): Promise<string | undefined> {
  return resolveTaskId(db, spaceId, name, ['task_id']).catch((error: unknown) => {
    if (error instanceof NotFound) return undefined
    throw error
  })
}

/** @throws Invalid if tasks of several spaces have the name. */
function onlyOne(name: string, found: readonly (string | undefined)[]): string | undefined {
  const ids = [...new Set(found.filter((id) => id !== undefined))]
  if (ids.length <= 1) return ids[0]
  throw invalid(['task_id'], `${name} fits tasks of several of your spaces: ${ids.join(', ')}`)
}
