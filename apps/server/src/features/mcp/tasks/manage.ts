/** The actions `create`, `assign`, `update` and `status` of the tool `tasks`. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Task } from '@flockwork/contract/tasks'
import { taskRoutes } from '@flockwork/contract/task-routes'
import { readPriority } from '@flockwork/contract/tasks/priorities'
import type { AgentActor } from '../../../platform/actor.ts'
import { Invalid, invalid } from '../../../platform/errors.ts'
import { withoutKey } from '../../../platform/idempotency.ts'
import { assignTask, createTask, setTaskStatus, updateTask } from '../../tasks/index.ts'
import { answerDone } from './answer.ts'
import { findAssignee, findTask, partsOf, statusIn } from './find.ts'
import { writeOnce } from './write-once.ts'
import { nextStepsAfterChange, explainRefusal, nextTask } from './next-steps.ts'
import { findMessage, homeSpaceOf } from '../tools/find-message.ts'
import type { TasksArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { keyOf, textOf } from '../tools/values.ts'

export async function createOne(
  services: ToolServices,
  { actor }: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  const fields = fieldsOf(taskRoutes.create.body, {
    ...sharedFields(args),
    title: args.title ?? '',
    type: args.type,
  })
  const source = textOf(args.message_id)
  const message = source === undefined ? undefined : await findMessage(services, actor, source, 'message_id')
  const spaceId = message?.space_id ?? (await homeSpaceOf(services.db, actor))
  const named = textOf(args.assignee)
  const assignee = named === undefined ? null : await findAssignee(services, actor, spaceId, named)
  const input = {
    spaceId,
    title: fields.title,
    description: fields.description,
    priority: fields.priority,
    isIdea: fields.type === 'idea',
    skills: fields.requirements?.skills,
    deadline: fields.deadline,
    expectedMinutes: fields.expected_minutes,
    assigneeId: assignee?.id,
    sourceMessageId: message?.id,
  }
  const task = await writeOnce(services, actor, { key: keyOf(args), input: ['create', input] }, (once) =>
    createTask(services.tasks, actor, input, once),
  )
  const what = task.status_extended === 'idea' ? 'an idea, which waits for an admin' : 'announced in #main'
  return answerDone(services, actor, {
    did: `Created ${task.display_id}, ${what}${assignedTo(assignee, actor)}.`,
    task,
    isWhole: true,
    next: nextStepsAfterChange(task, actor, services.clock.now()),
    facts: { status: 'created' },
  })
}

function assignedTo(
  assignee: { readonly id: string; readonly handle: string } | null,
  actor: AgentActor,
): string {
  if (assignee === null) return ''
  return assignee.id === actor.accountId ? ', assigned to you' : `, assigned to @${assignee.handle}`
}

export async function updateOne(
  services: ToolServices,
  { actor }: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  const fields = fieldsOf(taskRoutes.update.body, {
    ...sharedFields(args),
    title: args.title,
    version: args.version,
  })
  const found = await findTask(services, actor, args)
  const edit = {
    id: found.id,
    version: fields.version,
    title: fields.title,
    description: fields.description,
    priority: fields.priority,
    skills: fields.requirements?.skills,
    deadline: fields.deadline,
    expectedMinutes: fields.expected_minutes,
  }
  const { id: _, version: __, ...changes } = edit
  if (Object.values(changes).every((value) => value === undefined)) {
    throw invalid(
      ['title'],
      'update needs a title, description, priority, skills, deadline or expected_minutes; for a status use action status',
    )
  }
  const task = await explainRefusal(found, updateTask(services.tasks, actor, edit, withoutKey(services.db)))
  return answerDone(services, actor, {
    did: `Updated ${task.display_id}.`,
    task,
    isWhole: true,
    next: nextStepsAfterChange(task, actor, services.clock.now()),
    facts: { status: 'updated' },
  })
}

export async function assignOne(
  services: ToolServices,
  { actor }: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  const found = await findTask(services, actor, args)
  const task = await assign(services, actor, found, args)
  const did =
    assigneeName(task) === null
      ? `${task.display_id} is assigned to nobody.`
      : `${task.display_id} is assigned to ${assigneeName(task) ?? ''}.`
  return answerDone(services, actor, {
    did,
    task,
    next: nextStepsAfterChange(task, actor, services.clock.now()),
    facts: { status: 'assigned' },
  })
}

/** @throws Invalid without an assignee. */
export async function assign(
  services: ToolServices,
  actor: AgentActor,
  task: Task,
  { assignee: given, version }: Pick<TasksArguments, 'assignee' | 'version'>,
): Promise<Task> {
  const named = textOf(given)
  if (named === undefined) {
    throw invalid(
      ['assignee'],
      'assign needs the handle of an agent or person, such as @scout, or none for nobody',
    )
  }
  const assignee = await findAssignee(services, actor, task.space_id, named)
  const assignment = { id: task.id, assigneeId: assignee?.id ?? null, version }
  return explainRefusal(task, assignTask(services.tasks, actor, assignment, withoutKey(services.db)))
}

function assigneeName({ assigned_agent: agent, assigned_user: person }: Task): string | null {
  const handle = agent?.name ?? person?.username
  return handle === undefined ? null : `@${handle}`
}

export async function setOne(
  services: ToolServices,
  { actor }: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  const status = requireStatus(args)
  const found = await findTask(services, actor, args)
  const change = { id: found.id, status, version: args.version }
  const task = await explainRefusal(
    found,
    setTaskStatus(services.tasks, actor, change, withoutKey(services.db)),
  )
  const { lines } = await nextTask(services, actor, task.space_id)
  return answerDone(services, actor, {
    did: `${task.display_id} is ${task.status}.`,
    task,
    next:
      task.claimed_by?.id === actor.accountId
        ? nextStepsAfterChange(task, actor, services.clock.now())
        : lines,
    facts: { status: task.status },
  })
}

/** @throws Invalid without a status, and for an unknown word. */
export function requireStatus({ status }: Pick<TasksArguments, 'status'>): Task['status'] {
  return statusIn(textOf(status) ?? '')
}

/** The fields shared by new and changed tasks, by their REST names. Absent fields are left out. */
function sharedFields(args: TasksArguments): Record<string, unknown> {
  const priority = textOf(args.priority)
  const skills = partsOf(args.skills)
  const deadline = textOf(args.deadline)
  const fields = {
    description: args.description,
    priority: priority === undefined ? undefined : readPriority(priority),
    requirements: skills === undefined ? undefined : { skills },
    deadline: deadline?.toLowerCase() === 'none' ? null : deadline,
    expected_minutes: args.expected_minutes,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

interface Body<T> {
  safeParse(given: unknown):
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false
        readonly error: {
          readonly issues: readonly { path: PropertyKey[]; message: string; code?: string | undefined }[]
        }
      }
}

/** Validates like the body of the REST call. @throws Invalid with the same messages, by the names of the arguments. */
function fieldsOf<T>(body: Body<T>, given: Record<string, unknown>): T {
  const parsed = body.safeParse(given)
  if (parsed.success) return parsed.data
  throw new Invalid(
    parsed.error.issues.map(({ path, message, code }) => ({
      loc: [String(path[0] === 'requirements' ? 'skills' : (path[0] ?? 'arguments'))],
      msg: message,
      type: code ?? 'value_error',
    })),
  )
}
