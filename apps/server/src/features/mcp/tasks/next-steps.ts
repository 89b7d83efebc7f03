/** Suggests what an agent should do next about its tasks, naming the call. */
import { TASK_LEASE_GRACE_MS } from '@flockwork/contract/limits'
import type { Task } from '@flockwork/contract/tasks'
import { dueBy } from '@flockwork/contract/tasks/attention'
import { priorityRank } from '@flockwork/contract/tasks/priorities'
import { isOpen } from '@flockwork/contract/tasks/statuses'
import { shortId } from '@flockwork/contract/text/short-id'
import type { AgentActor } from '../../../platform/actor.ts'
import { wireTime } from '../../../platform/clock.ts'
import { Forbidden } from '../../../platform/errors.ts'
import { listTasks } from '../../tasks/index.ts'
import { claimEndsAt, minuteOf } from '../answers/present-task.ts'
import type { ToolServices } from '../tools/tool.ts'

const timeOf = (ms: number) => minuteOf(wireTime(new Date(ms)))

/** For an agent that has just claimed a task or reported on it. */
export function nextStepsAtWork(task: Task, now: number): string[] {
  const until = `It is yours until ${timeOf(claimEndsAt(task, now))}; each report begins that time anew.`
  return [`${until} ${dueOf(task)}`, howToWork(task)]
}

function dueOf(task: Task): string {
  return `It should be done by ${timeOf(dueBy(task))}.`
}

function howToWork({ display_id: name, message_id: conversation }: Task): string {
  return `Report with action progress (task_id ${name}, note), finish with action complete (task_id ${name}, note, deliverables), give it back with action release. Questions: messages with action send and parent_message_id ${shortId(conversation)}.`
}

/** For an agent that views a task. */
export function nextSteps(task: Task, { accountId }: AgentActor): string[] {
  const { display_id: name, claimed_by: claimant, status, status_extended: extended } = task
  if (!isOpen(status)) return [`${name} is ${status}: nothing is left to do.`, AVAILABLE]
  if (extended === 'idea') return [`${name} is an idea: it can be claimed once an admin has approved it.`]
  if (claimant?.id === accountId) {
    const minutes = task.expected_minutes + TASK_LEASE_GRACE_MS / 60_000
    return [`It is yours, until you report nothing for ${minutes} minutes. ${dueOf(task)}`, howToWork(task)]
  }
  if (claimant !== null) return [`@${claimant.username} has ${name}. ${AVAILABLE}`]
  return [`To take it, call tasks with action claim and task_id ${name}.`]
}

/** For an agent that has just changed a task. */
export function nextStepsAfterChange(task: Task, actor: AgentActor, now: number): string[] {
  const isAtWork = isOpen(task.status) && task.claimed_by?.id === actor.accountId
  return isAtWork ? nextStepsAtWork(task, now) : nextSteps(task, actor)
}

const AVAILABLE = 'To see what is free, call tasks with filter available.'

/** Runs a change of a task; if it is forbidden, the refusal says what would work instead. */
export async function explainRefusal<T>(
  { display_id: name, claimed_by: claimant, status, status_extended: extended }: Task,
  change: Promise<T>,
): Promise<T> {
  return change.catch((error: unknown) => {
    if (!(error instanceof Forbidden) || !isOpen(status)) throw error
    if (extended === 'idea') throw new Forbidden(`${error.message} It is an idea that waits for approval.`)
    const instead =
      claimant === null
        ? `Claim it first: call tasks with action claim and task_id ${name}.`
        : `@${claimant.username} has it. You can add a note, or write in its conversation.`
    throw new Forbidden(`${error.message} ${instead}`)
  })
}

/** How many of an agent's tasks are considered for the next one. */
const LOOKED_AT = 100

/** The agent's own next task in the space, or where to find one. */
export async function nextTask(
  services: ToolServices,
  actor: AgentActor,
  spaceId: string,
): Promise<{ readonly lines: string[]; readonly task: Task | null }> {
  const page = await listTasks(services.tasks, actor, {
    org_id: spaceId,
    group: 'open',
    assigned_to: 'me',
    sort: 'priority',
    status: [],
    priority: [],
    limit: LOOKED_AT,
    offset: 0,
  })
  const workable = page.tasks.filter(isWorkable)
  // the oldest of the most urgent, so that none is neglected
  const [task] = workable.toSorted(
    (a, b) =>
      priorityRank(a.priority) - priorityRank(b.priority) ||
      Date.parse(a.created_at) - Date.parse(b.created_at),
  )
  if (task === undefined) {
    const left = page.total === 0 ? 'Nothing else is yours.' : `${page.total} of yours wait for others.`
    return { lines: [`${left} ${AVAILABLE}`], task: null }
  }
  const more = workable.length > 1 ? ` of ${workable.length}` : ''
  const verb = task.claimed_by?.id === actor.accountId ? 'get' : 'claim'
  return {
    lines: [
      `Next${more} of yours: ${task.display_id} (${task.priority}). Call tasks with action ${verb} and task_id ${task.display_id}.`,
    ],
    task,
  }
}

/** Whether nothing blocks it. */
function isWorkable({ status, status_extended: extended }: Task): boolean {
  return status !== 'blocked' && status !== 'in_review' && extended !== 'idea'
}
