/** Rows as the contract's tasks. One shape for answers and events. */
import {
  NO_GROOMING,
  noContext,
  type ContextData,
  type GroomingChecklist,
  type Task,
  type Worker,
} from '@flockwork/contract/tasks'
import { displayId } from '@flockwork/contract/tasks/display-id'
import { wireTime, wireTimeOrNull } from '../../platform/clock.ts'
import { authorType } from '../messages/index.ts'
import type { TaskRow } from './repository.ts'

/** As given in a body: absent or undefined entries are unchanged. */
export type GivenChecklist = { readonly [Name in keyof GroomingChecklist]?: boolean | undefined }

export function withChecklist(
  before: GroomingChecklist,
  given: GivenChecklist | null | undefined,
): GroomingChecklist {
  const { requirements_clear, success_criteria, effort_estimated } = given ?? {}
  return {
    requirements_clear: requirements_clear ?? before.requirements_clear,
    success_criteria: success_criteria ?? before.success_criteria,
    effort_estimated: effort_estimated ?? before.effort_estimated,
  }
}

export function presentTask(row: TaskRow): Task {
  const assignee = worker(row.assignee_id, row.assignee_handle, row.assignee_kind)
  return {
    id: row.id,
    display_id: displayId(row.number),
    space_id: row.space_id,
    title: row.title,
    description: row.description,
    posted_by: { id: row.author_id, username: row.author_handle, type: authorType(row.author_kind) },
    assigned_agent: assignee?.type === 'agent' ? { id: assignee.id, name: assignee.username } : null,
    assigned_user: assignee?.type === 'user' ? assignee : null,
    claimed_by: worker(row.claimant_id, row.claimant_handle, row.claimant_kind),
    // the table allows exactly these words
    edited_by: worker(row.edited_by, row.editor_handle, row.editor_kind),
    priority: row.priority as Task['priority'],
    status: row.status as Task['status'],
    status_extended: row.status_extended as Task['status_extended'],
    requirements: { skills: row.skills, grooming_checklist: checklistOf(row) },
    context_data: contextOf(row),
    created_at: wireTime(row.created_at),
    assigned_at: wireTimeOrNull(row.assigned_at),
    claimed_at: wireTimeOrNull(row.claimed_at),
    completed_at: wireTimeOrNull(row.completed_at),
    updated_at: wireTime(row.updated_at),
    deadline: wireTimeOrNull(row.deadline),
    expected_minutes: row.expected_minutes,
    notes_count: row.notes_count,
    version: row.version,
    message_id: row.message_id,
    source_message_id: row.source_message_id,
  }
}

/** The stored context, with the given parts in these shapes. */
export function contextOf({ context_data }: Pick<TaskRow, 'context_data'>): ContextData {
  return { ...noContext(), ...(context_data as unknown as Partial<ContextData>) }
}

export function checklistOf({ grooming_checklist }: Pick<TaskRow, 'grooming_checklist'>): GroomingChecklist {
  return { ...NO_GROOMING, ...(grooming_checklist as unknown as Partial<GroomingChecklist>) }
}

function worker(id: string | null, handle: string | null, kind: string | null): Worker | null {
  if (id === null || handle === null || kind === null) return null
  return { id, username: handle, type: authorType(kind) }
}
