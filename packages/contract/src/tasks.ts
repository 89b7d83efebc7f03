/** Tasks and their notes (docs/rules/tasks.md). */
import * as z from 'zod/mini'
import { Id, Time } from './common.ts'
import { TASK_EXPECTED_MINUTES } from './limits.ts'
import { AuthorType, Delivery } from './messages.ts'
import { ATTENTION_REASONS } from './tasks/attention.ts'
import { TASK_PRIORITIES } from './tasks/priorities.ts'
import { TASK_STATUSES } from './tasks/statuses.ts'

export const TaskStatus = z.enum(TASK_STATUSES)
export type TaskStatus = z.infer<typeof TaskStatus>
export const TaskPriority = z.enum(TASK_PRIORITIES)
export type TaskPriority = z.infer<typeof TaskPriority>

/** A person or an agent, as tasks name them. */
export const Worker = z.object({ id: Id, username: z.string(), type: AuthorType })
export type Worker = z.infer<typeof Worker>

export const GroomingChecklist = z.object({
  requirements_clear: z.boolean(),
  success_criteria: z.boolean(),
  effort_estimated: z.boolean(),
})
export type GroomingChecklist = z.infer<typeof GroomingChecklist>

export const Requirements = z.object({
  skills: z.array(z.string()),
  grooming_checklist: GroomingChecklist,
})
export type Requirements = z.infer<typeof Requirements>

/** What a task's worker reports of the work. */
export const ContextData = z.object({
  branch_name: z.nullable(z.string()),
  pr_url: z.nullable(z.string()),
  files_changed: z.array(z.string()),
  issues_encountered: z.nullable(z.string()),
  time_spent: z.object({ actual_minutes: z.nullable(z.number()) }),
  testing_notes: z.nullable(z.string()),
  deliverables: z.array(z.string()),
})
export type ContextData = z.infer<typeof ContextData>

export const Task = z.object({
  id: Id,
  /** `T-` and the number, counted per space. */
  display_id: z.string(),
  space_id: Id,
  title: z.string(),
  description: z.string(),
  posted_by: Worker,
  /** The assignee, if it is an agent. */
  assigned_agent: z.nullable(z.object({ id: Id, name: z.string() })),
  /** The assignee, if it is a person. */
  assigned_user: z.nullable(Worker),
  claimed_by: z.nullable(Worker),
  /** The editor of its text besides its author: the agent, if one edited it, else the last person. */
  edited_by: z.nullable(Worker),
  priority: TaskPriority,
  status: TaskStatus,
  status_extended: z.nullable(z.enum(['idea', 'ready'])),
  requirements: Requirements,
  context_data: ContextData,
  created_at: Time,
  assigned_at: z.nullable(Time),
  claimed_at: z.nullable(Time),
  completed_at: z.nullable(Time),
  updated_at: Time,
  deadline: z.nullable(Time),
  expected_minutes: z.number(),
  /** The number of shared notes. */
  notes_count: z.number(),
  /** Incremented by every change of the task, but not by notes. */
  version: z.number(),
  /** Its announcement in `main`, whose thread is the task's conversation. */
  message_id: Id,
  /** The message that it was created from. */
  source_message_id: z.nullable(Id),
  /** The states of its assignments and approvals; only in an answer to their author. */
  deliveries: z.optional(z.array(Delivery)),
})
export type Task = z.infer<typeof Task>

/** The empty work report of a task. Returns a new object at each call. */
export function noContext(): ContextData {
  return {
    branch_name: null,
    pr_url: null,
    files_changed: [],
    issues_encountered: null,
    time_spent: { actual_minutes: null },
    testing_notes: null,
    deliverables: [],
  }
}

export const NO_GROOMING: GroomingChecklist = {
  requirements_clear: false,
  success_criteria: false,
  effort_estimated: false,
}

/**
 * The fields of a new task, without claims, edits or notes: the defaults for all code that builds one, so that a new
 * field of `Task` is added only here and where it is read from the database. Returns a new object at each call.
 */
export function newTaskFields() {
  return {
    description: '',
    assigned_agent: null,
    assigned_user: null,
    claimed_by: null,
    edited_by: null,
    priority: 'medium',
    status: 'available',
    status_extended: null,
    requirements: { skills: [], grooming_checklist: NO_GROOMING },
    context_data: noContext(),
    assigned_at: null,
    claimed_at: null,
    completed_at: null,
    deadline: null,
    expected_minutes: TASK_EXPECTED_MINUTES,
    notes_count: 0,
    version: 1,
    source_message_id: null,
  } satisfies Partial<Task>
}

export const NOTE_TYPES = ['general', 'progress', 'issue', 'solution'] as const
export const NoteType = z.enum(NOTE_TYPES)
export type NoteType = z.infer<typeof NoteType>

export const NOTE_VISIBILITIES = ['private', 'team', 'public'] as const
export const NoteVisibility = z.enum(NOTE_VISIBILITIES)
export type NoteVisibility = z.infer<typeof NoteVisibility>

export const TaskNote = z.object({
  id: Id,
  author_id: Id,
  author_type: AuthorType,
  author_name: z.string(),
  note_type: NoteType,
  visibility: NoteVisibility,
  note: z.string(),
  created_at: Time,
})
export type TaskNote = z.infer<typeof TaskNote>

/** The task statistics of an account. Times in minutes. */
export const Workload = z.object({
  agent_id: Id,
  agent_name: z.string(),
  type: AuthorType,
  active_tasks: z.number(),
  /** Active tasks that have waited for over a day. */
  stale_tasks: z.number(),
  /** Active tasks that were assigned over 0.33 hours ago and not started. */
  idle_tasks: z.number(),
  /** Since midnight UTC. */
  completed_today: z.number(),
  completed_all_time: z.number(),
  total_tasks: z.number(),
  avg_completion_time: z.nullable(z.number()),
})
export type Workload = z.infer<typeof Workload>

/** An overview of a space's tasks, counted over all of them. */
export const TaskOverview = z.object({
  counts: z.object({
    total: z.number(),
    open: z.number(),
    completed: z.number(),
    high_priority: z.number(),
    stale: z.number(),
    attention: z.number(),
    /** Created within 24 hours. */
    created_24h: z.number(),
  }),
  by_status: z.record(TaskStatus, z.number()),
  attention: z.array(z.object({ task: Task, reason: z.enum(ATTENTION_REASONS) })),
  recent_completions: z.array(Task),
  workload: z.array(Workload),
})
export type TaskOverview = z.infer<typeof TaskOverview>

/** The actions in `task_update` events. */
export const TASK_ACTIONS = [
  'created',
  'updated',
  'status',
  'claimed',
  'released',
  'assigned',
  'approved',
  'noted',
  'deleted',
] as const
export type TaskAction = (typeof TASK_ACTIONS)[number]
