/**
 * Tasks of a space, their workers and their notes (docs/rules/tasks.md).
 *
 * A task and the message that announces it change in one transaction, which appends a `task_update` event with those of
 * the message (`writing/append.ts`, messages/announcing). `changing` has all changes that check permissions
 * (`changing/change.ts`), `claiming` the claims and their leases, `notes` the notes, `reading` lists and counts. Counts
 * are updated as tasks change (migrations/0009_tasks.sql), so that no read counts tasks.
 */
export { assignTask } from './changing/assign.ts'
export { createTask } from './changing/create.ts'
export { setTaskStatus, updateTask } from './changing/edit.ts'
export { createClaimTask, type ClaimTask } from './claiming/claim.ts'
export { releaseTask } from './claiming/release.ts'
export { runTaskUpkeep, purgeTasks } from './claiming/upkeep.ts'
export { noticeJob, startTaskUpkeep } from './claiming/worker.ts'
export { addNote, listNotes } from './notes/notes.ts'
export { checklistOf, contextOf } from './present.ts'
export { getTask, listTasks, readTasks, resolveTaskId } from './reading/list.ts'
export { countOpenTasks } from './reading/open-tasks.ts'
export { overviewOf } from './reading/overview.ts'
export { vectorOf } from './reading/words.ts'
export { listWorkers } from './reading/workers.ts'
export { tasksApi } from './routes.ts'
export type { TaskServices } from './services.ts'
export { withCurrentTask } from './writing/stored-events.ts'
