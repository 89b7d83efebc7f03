/** The actions `claim`, `release`, `progress` and `complete` of the tool `tasks`, and adding a note. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { NoteType, Task, TaskNote } from '@flockwork/contract/tasks'
import { ContextDataInput, NoteText } from '@flockwork/contract/task-input'
import { isOpen } from '@flockwork/contract/tasks/statuses'
import type { AgentActor } from '../../../platform/actor.ts'
import { ApiError, Invalid, invalid } from '../../../platform/errors.ts'
import { withoutKey, type Once } from '../../../platform/idempotency.ts'
import { addNote, getTask, releaseTask, setTaskStatus, updateTask } from '../../tasks/index.ts'
import { refusalIn } from '../answers/refusals.ts'
import { refuse } from '../answers/result.ts'
import type { TasksArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { keyOf, textOf } from '../tools/values.ts'
import { answerDone } from './answer.ts'
import { findTask, statusIn } from './find.ts'
import { writeOnce } from './write-once.ts'
import { nextStepsAfterChange, nextStepsAtWork, explainRefusal, nextTask } from './next-steps.ts'

export async function claimOne(
  services: ToolServices,
  { actor }: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  const { id } = await findTask(services, actor, args)
  const task = await claim(services, actor, id)
  return answerDone(services, actor, {
    did: `You have claimed ${task.display_id}.`,
    task,
    isWhole: true,
    next: [
      `Call tasks with action get and task_id ${task.display_id} for its notes and conversation, then begin.`,
      ...nextStepsAtWork(task, services.clock.now()),
    ],
    facts: { status: 'claimed' },
  })
}

export function claim({ db, tasks }: ToolServices, actor: AgentActor, id: string): Promise<Task> {
  return tasks.claimTask(actor, id, withoutKey(db))
}

export async function releaseOne(
  services: ToolServices,
  { actor }: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  const { id, space_id: spaceId } = await findTask(services, actor, args)
  const task = await releaseTask(services.tasks, actor, id, withoutKey(services.db))
  const { lines } = await nextTask(services, actor, spaceId)
  return answerDone(services, actor, {
    did: `You gave ${task.display_id} back: it is ${task.status}.`,
    task,
    next: lines,
    facts: { status: 'released' },
  })
}

/** A worker's report: each part is a separate change. */
interface Report {
  readonly note: string | undefined
  readonly noteType: NoteType
  readonly context: ContextDataInput | undefined
  readonly status: Task['status'] | undefined
  /** Of the whole report: a repeat writes what the first call didn't. */
  readonly key: string | undefined
}

export async function reportProgress(
  services: ToolServices,
  call: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  const report: Report = {
    note: noteIn(args.note),
    noteType: args.note_type ?? 'progress',
    context: contextIn(args),
    status: textOf(args.status) === undefined ? undefined : statusIn(args.status ?? ''),
    key: keyOf(args),
  }
  if (report.note === undefined && report.context === undefined && report.status === undefined) {
    throw invalid(
      ['note'],
      'progress needs a note, a status such as in_progress or blocked, or results such as deliverables',
    )
  }
  return reportOn(services, call, args, report)
}

export async function completeOne(
  services: ToolServices,
  call: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  return reportOn(services, call, args, {
    note: noteIn(args.note),
    noteType: args.note_type ?? 'solution',
    context: contextIn(args),
    status: 'completed',
    key: keyOf(args),
  })
}

async function reportOn(
  services: ToolServices,
  { actor }: ToolCall,
  args: TasksArguments,
  report: Report,
): Promise<CallToolResult> {
  const found = await findTask(services, actor, args)
  const done: string[] = []
  let task: Task
  try {
    task = await explainRefusal(found, store(services, actor, found, args, report, done))
  } catch (error) {
    // stored parts stay: the caller must not send them again
    if (done.length === 0 || !(error instanceof ApiError)) throw error
    const { text, facts } = refusalIn(error, services.onError)
    const stored = `Stored: ${done.join(', ')}; don't send that again. Not stored: the rest.`
    return refuse(`${stored}\n${text}`, { ...facts, stored: done, task_id: found.id })
  }
  const isDone = !isOpen(task.status)
  const following = isDone ? await nextTask(services, actor, task.space_id) : undefined
  return answerDone(services, actor, {
    did: `${task.display_id} is ${task.status}. Stored: ${done.join(', ')}.`,
    task,
    isWhole: !isDone,
    next: following?.lines ?? nextStepsAfterChange(task, actor, services.clock.now()),
    facts: {
      status: task.status,
      stored: done,
      ...(following !== undefined && { next_task_id: following.task?.id ?? null }),
    },
  })
}

/** Adds the stored parts to `done`. The status is stored last, because it implies the rest. */
async function store(
  services: ToolServices,
  actor: AgentActor,
  { id }: Task,
  { visibility, version }: TasksArguments,
  { note, noteType, context, status, key }: Report,
  done: string[],
): Promise<Task> {
  const { tasks } = services
  const write = <Input, Written>(
    part: string,
    input: Input,
    change: (input: Input, once: Once<unknown>) => Promise<Written>,
  ): Promise<Written> => {
    const keyed = { key: key && `${key}:${part}`, input: [part, input] }
    return writeOnce(services, actor, keyed, (once) => change(input, once))
  }
  let seen = version
  if (context !== undefined) {
    const edit = { id, context, version: seen }
    const edited = await write('results', edit, (input, once) => updateTask(tasks, actor, input, once))
    seen &&= edited.version
    done.push('results')
  }
  if (note !== undefined) {
    const added = { taskId: id, note, type: noteType, visibility }
    await write('note', added, (input, once) => addNote(tasks, actor, input, once))
    done.push('note')
  }
  if (status !== undefined) {
    const change = { id, status, version: seen }
    const set = await write('status', change, (input, once) => setTaskStatus(tasks, actor, input, once))
    done.push(`status ${set.status}`)
  }
  return getTask(tasks, actor, id)
}

/** Adds only a note. */
export async function noteOne(
  services: ToolServices,
  { actor }: ToolCall,
  args: TasksArguments,
): Promise<CallToolResult> {
  const text = noteIn(args.note)
  if (text === undefined) throw invalid(['note'], 'note needs the text of a note')
  const found = await findTask(services, actor, args)
  const { visibility, note_type: type } = args
  const input = { taskId: found.id, note: text, type, visibility }
  const keyed = { key: keyOf(args), input: ['note', input] }
  const note: TaskNote = await writeOnce(services, actor, keyed, (once) =>
    addNote(services.tasks, actor, input, once),
  )
  const task = await getTask(services.tasks, actor, found.id)
  const seenBy = note.visibility === 'private' ? 'you alone see it' : 'every member sees it'
  return answerDone(services, actor, {
    did: `Noted on ${task.display_id}; ${seenBy}.`,
    task,
    next: nextStepsAfterChange(task, actor, services.clock.now()),
    facts: { status: 'noted', note_id: note.id },
  })
}

/** A blank note is absent. @throws Invalid for one that is too long. */
function noteIn(given: string | undefined): string | undefined {
  if (textOf(given) === undefined) return undefined
  const note = NoteText.safeParse(given)
  if (note.success) return note.data
  throw invalid(['note'], note.error.issues[0]?.message ?? 'must be text')
}

/** The arguments whose names differ from their fields. */
const ARGUMENTS: Readonly<Record<string, string>> = { issues_encountered: 'issues', time_spent: 'minutes' }

/** The given parts of a report, validated like the body of the REST call. @throws Invalid */
function contextIn(args: TasksArguments): ContextDataInput | undefined {
  const given = {
    branch_name: textOf(args.branch_name),
    pr_url: textOf(args.pr_url),
    files_changed: args.files_changed,
    issues_encountered: textOf(args.issues),
    time_spent: args.minutes === undefined ? undefined : { actual_minutes: args.minutes },
    testing_notes: textOf(args.testing_notes),
    deliverables: args.deliverables,
  }
  const named = Object.entries(given).filter(([, value]) => value !== undefined)
  if (named.length === 0) return undefined
  const context = ContextDataInput.safeParse(Object.fromEntries(named))
  if (context.success) return context.data
  throw new Invalid(
    context.error.issues.map(({ path: [name = ''], message, code }) => ({
      loc: [ARGUMENTS[String(name)] ?? String(name)],
      msg: message,
      type: code,
    })),
  )
}
