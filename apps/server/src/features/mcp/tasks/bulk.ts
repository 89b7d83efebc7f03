/** The action `bulk` of the tool `tasks`: one operation on many tasks, with a result for each. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { TASK_BULK_MAX } from '@flockwork/contract/limits'
import type { Task } from '@flockwork/contract/tasks'
import { readPriority } from '@flockwork/contract/tasks/priorities'
import type { AgentActor } from '../../../platform/actor.ts'
import { ApiError, invalid } from '../../../platform/errors.ts'
import { withoutKey } from '../../../platform/idempotency.ts'
import { releaseTask, setTaskStatus, updateTask } from '../../tasks/index.ts'
import { onOneLine } from '../../../platform/one-line.ts'
import { QUOTED } from '../answers/quoted.ts'
import { inBrief, presentTasks, taskLines } from '../answers/present-task.ts'
import { refusalIn } from '../answers/refusals.ts'
import { refuse, succeed } from '../answers/result.ts'
import { BULK_OPERATIONS, type BulkOperation, type TasksArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { textOf } from '../tools/values.ts'
import { QUOTING } from './answer.ts'
import { findNamedTask } from '../tools/find-task.ts'
import { partsOf } from './find.ts'
import { assign, requireStatus } from './manage.ts'
import { claim } from './work.ts'

type Operate = (services: ToolServices, actor: AgentActor, task: Task, args: TasksArguments) => Promise<Task>

const OPERATIONS: Readonly<Record<BulkOperation, Operate>> = {
  claim: (services, actor, { id }) => claim(services, actor, id),
  release: ({ db, tasks }, actor, { id }) => releaseTask(tasks, actor, id, withoutKey(db)),
  complete: ({ db, tasks }, actor, { id }) =>
    setTaskStatus(tasks, actor, { id, status: 'completed' }, withoutKey(db)),
  status: ({ db, tasks }, actor, { id }, args) =>
    setTaskStatus(tasks, actor, { id, status: requireStatus(args) }, withoutKey(db)),
  assign: (services, actor, task, { assignee }) => assign(services, actor, task, { assignee }),
  priority: ({ db, tasks }, actor, { id }, { priority }) =>
    updateTask(tasks, actor, { id, priority: readPriority(priority) }, withoutKey(db)),
}

interface Outcome {
  /** The task as the caller named it. */
  readonly task: string
  readonly done: boolean
  readonly error?: string
  readonly why?: string
}

/** Sequentially; a refused task doesn't undo the others. An error only if all were refused. */
export async function changeMany(
  services: ToolServices,
  { actor }: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  const names = namesIn(args)
  const operation = requireOperation(args)
  const outcomes: Outcome[] = []
  const changed: Task[] = []
  for (const name of names) {
    try {
      const task = await findNamedTask(services, actor, name)
      changed.push(await OPERATIONS[operation](services, actor, task, args))
      outcomes.push({ task: name, done: true })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const { text, facts } = refusalIn(error, services.onError)
      outcomes.push({ task: name, done: false, error: String(facts['error']), why: text })
    }
  }

  const items = await presentTasks(services, actor, changed)
  const failed = outcomes.filter(({ done }) => !done)
  const next = nextOf(failed.length, outcomes.length)
  const text = [
    `${operation}: ${changed.length} of ${outcomes.length} done`,
    ...failed.map(({ task, why = '' }) => `✗ ${onOneLine(task)}: ${onOneLine(why)}`),
    '',
    ...(items.length === 0 ? [QUOTED] : [...items.flatMap((item) => taskLines(item, actor)), '', QUOTING]),
    next,
  ].join('\n')
  const facts = {
    tasks: items.map((item) => inBrief({ ...item, description: '' })),
    outcomes,
    done: changed.length,
    failed: failed.length,
    next,
    note: QUOTED,
  }
  return changed.length === 0
    ? refuse(text, { error: failed[0]?.error ?? 'validation_error', ...facts })
    : succeed(text, facts)
}

function nextOf(failed: number, all: number): string {
  if (failed === 0) return 'To see your tasks, call tasks with filter mine.'
  return failed === all
    ? 'Nothing was changed. To see what there is, call tasks with filter open.'
    : 'What failed was left as it was: repeat only that, once its reason is gone.'
}

/** @throws Invalid */
function namesIn({ task_ids: given }: TasksArguments): string[] {
  const names = partsOf(given) ?? []
  if (names.length === 0)
    throw invalid(['task_ids'], `bulk needs the names of tasks, such as T-12, at most ${TASK_BULK_MAX}`)
  if (names.length > TASK_BULK_MAX) {
    throw invalid(['task_ids'], `are ${names.length}; at most ${TASK_BULK_MAX} at once. Nothing was changed`)
  }
  return names
}

/** Checks the operation's arguments before the first task is changed. @throws Invalid */
function requireOperation(args: TasksArguments): BulkOperation {
  const { operation } = args
  if (operation === undefined) throw invalid(['operation'], `must be one of ${BULK_OPERATIONS.join(', ')}`)
  if (operation === 'status') requireStatus(args)
  if (operation === 'assign' && textOf(args.assignee) === undefined) {
    throw invalid(['assignee'], 'bulk assign needs the handle of an agent or person, or none')
  }
  if (operation === 'priority' && textOf(args.priority) === undefined) {
    throw invalid(['priority'], 'bulk priority needs critical, high, medium or low')
  }
  return operation
}
