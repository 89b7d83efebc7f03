/** Permissions on tasks (docs/rules/tasks.md#rights). Pure: the server enforces them, the web app hides by them. */
import { isOpen, type TaskStatus } from '../tasks/statuses.ts'

export interface TaskViewer {
  readonly accountId: string
  /** An administrator of the instance. */
  readonly isAdmin: boolean
  /** An admin of the task's space. */
  readonly isSpaceAdmin: boolean
  /** The agents that act for the viewer: a person's own, and for an agent none. */
  readonly ownAgentIds: readonly string[]
}

/** Ids of accounts. */
export interface TaskParties {
  readonly author_id: string
  readonly assignee_id: string | null
  readonly claimant_id: string | null
  readonly status: TaskStatus
  readonly status_extended: 'idea' | 'ready' | null
}

function isOrOwns({ accountId, ownAgentIds }: TaskViewer, id: string | null): boolean {
  return id !== null && (id === accountId || ownAgentIds.includes(id))
}

/**
 * Whether `viewer` may edit the task, change its status, assign it and delete it: its author, its claimant, its
 * assignee, the owner of any of these that is an agent, and admins.
 */
export function mayChangeTask(viewer: TaskViewer, task: TaskParties): boolean {
  return (
    viewer.isAdmin ||
    viewer.isSpaceAdmin ||
    [task.author_id, task.assignee_id, task.claimant_id].some((id) => isOrOwns(viewer, id))
  )
}

/** Why `viewer` may not claim the task, as a message to show; null if it may. Its own claim may be repeated. */
export function whyNotClaim(
  viewer: Pick<TaskViewer, 'accountId'>,
  task: TaskParties,
  claimantHandle: string | null,
): string | null {
  if (task.status_extended === 'idea') return 'An idea can be claimed once an admin has approved it'
  if (task.claimant_id === viewer.accountId && isOpen(task.status)) return null
  if (!isOpen(task.status)) return `This task is ${task.status}`
  return task.claimant_id === null ? null : `@${claimantHandle ?? 'someone'} has claimed this task`
}

/**
 * Whether `viewer` may release a claimed task: its claimant, that agent's owner, and anyone who may change the task.
 */
export function mayRelease(viewer: TaskViewer, task: TaskParties): boolean {
  return task.claimant_id !== null && mayChangeTask(viewer, task)
}

/** Only administrators of the instance approve ideas. */
export function mayApprove(
  viewer: Pick<TaskViewer, 'isAdmin'>,
  task: Pick<TaskParties, 'status_extended'>,
): boolean {
  return viewer.isAdmin && task.status_extended === 'idea'
}

/** Only its author may delete a note. */
export function mayDeleteNote(
  { accountId }: Pick<TaskViewer, 'accountId'>,
  note: { readonly author_id: string },
): boolean {
  return note.author_id === accountId
}
