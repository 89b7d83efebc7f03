/** Editing a task's fields and its status. */
import type { Task, TaskPriority } from '@flockwork/contract/tasks'
import type { ContextDataInput } from '@flockwork/contract/task-input'
import { isOpen, storedStatus, type Outcome, type TaskStatus } from '@flockwork/contract/tasks/statuses'
import type { Actor } from '../../../platform/actor.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { writingOf } from '../../guardrails/index.ts'
import { markClaimed, renameAnnouncement } from '../../messages/index.ts'
import { checklistOf, contextOf, withChecklist, type GivenChecklist } from '../present.ts'
import { listSharedNotes } from '../notes/note-repository.ts'
import { vectorOf } from '../reading/words.ts'
import type { TaskFields, TaskRow } from '../repository.ts'
import type { TaskServices } from '../services.ts'
import { changeTask, checkChange } from './change.ts'
import { announcementOf } from './create.ts'

export interface TaskEdit {
  readonly id: string
  readonly version?: number | null | undefined
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly priority?: TaskPriority | null | undefined
  readonly skills?: readonly string[] | null | undefined
  readonly checklist?: GivenChecklist | null | undefined
  readonly context?: ContextDataInput | null | undefined
  /** Null removes it. */
  readonly deadline?: string | null | undefined
  readonly expectedMinutes?: number | null | undefined
}

/**
 * Changes the given fields; the announcement follows the title.
 * @throws NotFound, Forbidden, Conflict for a task that changed since the caller read it, GuardrailViolation.
 */
export async function updateTask(
  services: TaskServices,
  actor: Actor,
  edit: TaskEdit,
  once: Once<Task>,
): Promise<Task> {
  const known = await checkChange(services, actor, edit)
  await services.guard(newTextOf(known, edit), writingOf(actor, 'task', known.space_id))
  return changeTask(services, actor, { ...edit, audited: 'task_edited' }, once, async (tx, row) => {
    const fields = changedFields(row, edit)
    if (Object.keys(fields).length === 0) return null
    const { title = row.title, description = row.description } = fields
    const isReworded = fields.title !== undefined || fields.description !== undefined
    const words = isReworded
      ? {
          words: vectorOf(row.space_id, [
            title,
            description,
            ...(await listSharedNotes(tx, row.space_id, row.id)),
          ]),
        }
      : {}
    return {
      action: 'updated',
      fields: { ...fields, ...words, ...editorOf(actor, row, fields) },
      ...(fields.title !== undefined && {
        messages: (changing) =>
          renameAnnouncement(changing, row.space_id, row.message_id, announcementOf(row.number, title)),
      }),
    }
  })
}

/** The editor to record besides the author; after an edit by an agent, a later edit by a person doesn't replace it. */
function editorOf(actor: Actor, row: TaskRow, fields: TaskFields): TaskFields {
  const { title, description, skills } = fields
  const isReworded = [title, description, skills].some((field) => field !== undefined)
  const isAgents = row.editor_kind === 'agent' && actor.kind === 'user'
  return !isReworded || isAgents || actor.accountId === row.author_id ? {} : { edited_by: actor.accountId }
}

/** Only the text that the edit changes: guardrail rules added since must not block edits of other fields. */
function newTextOf(row: TaskRow, { title, description, skills, context }: TaskEdit): string {
  const { branch_name, pr_url, files_changed, issues_encountered, testing_notes, deliverables } =
    context ?? {}
  const reported = [
    branch_name,
    pr_url,
    issues_encountered,
    testing_notes,
    ...(files_changed ?? []),
    ...(deliverables ?? []),
  ]
  return [
    title !== row.title && title,
    description !== row.description && description,
    ...(skills ?? []),
    ...reported,
  ]
    .filter((text) => typeof text === 'string')
    .join('\n')
}

function changedFields(row: TaskRow, edit: TaskEdit): TaskFields {
  const { title, description, priority, skills, expectedMinutes } = edit
  const checklist = withChecklist(checklistOf(row), edit.checklist)
  const context = edit.context == null ? null : withReport(row, edit.context)
  const deadline = edit.deadline == null ? null : new Date(edit.deadline)
  return {
    ...(title != null && title !== row.title && { title }),
    ...(description != null && description !== row.description && { description }),
    ...(priority != null && priority !== row.priority && { priority }),
    ...(skills != null && !isSame(skills, row.skills) && { skills: [...skills] }),
    ...(checklist !== null &&
      !isSame(checklist, checklistOf(row)) && { grooming_checklist: JSON.stringify(checklist) }),
    ...(context !== null && !isSame(context, contextOf(row)) && { context_data: JSON.stringify(context) }),
    ...(edit.deadline !== undefined && deadline?.getTime() !== row.deadline?.getTime() && { deadline }),
    ...(expectedMinutes != null &&
      expectedMinutes !== row.expected_minutes && { expected_minutes: expectedMinutes }),
  }
}

function withReport(row: TaskRow, given: ContextDataInput) {
  const reported = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...contextOf(row), ...Object.fromEntries(reported) }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

interface StatusChange {
  readonly id: string
  readonly status: TaskStatus
  readonly outcome?: Outcome | null | undefined
  readonly version?: number | null | undefined
}

/** @throws NotFound, Forbidden, Conflict for an idea, and for a task that changed since the caller read it. */
export async function setTaskStatus(
  services: TaskServices,
  actor: Actor,
  { status: sent, outcome, ...change }: StatusChange,
  once: Once<Task>,
): Promise<Task> {
  const status = storedStatus(sent, outcome)
  const refusal = 'You do not have permission to change this task status.'
  return changeTask(
    services,
    actor,
    { ...change, refusal, audited: 'task_status' },
    once,
    async (_, row, at) => {
      if (row.status === status) return null
      if (row.status_extended === 'idea' && status !== 'cancelled') {
        throw new Conflict('This idea waits for the approval of an admin')
      }
      const claim = claimBy(actor, row, status, at)
      const isClaimed = (claim.claimant_id === undefined ? row.claimant_id : claim.claimant_id) !== null
      return {
        action: 'status',
        fields: { status, completed_at: status === 'completed' ? at : null, ...claim },
        messages: (tx) => markClaimed(tx, row.space_id, [{ messageId: row.message_id, isClaimed }]),
      }
    },
  )
}

/** An assignee that starts a task claims it; making it available again ends the claim. */
function claimBy(actor: Actor, row: TaskRow, status: TaskStatus, at: Date): TaskFields {
  if (status === 'available') return { claimant_id: null, claimed_at: null, worked_at: null }
  // a lease that expired while the task was closed starts again
  if (row.claimant_id !== null) return isOpen(row.status as TaskStatus) ? {} : { worked_at: at }
  const begins = isOpen(status) && status !== 'assigned' && status !== 'blocked'
  if (row.assignee_id !== actor.accountId || !begins) return {}
  return { claimant_id: actor.accountId, claimed_at: at, worked_at: at }
}
