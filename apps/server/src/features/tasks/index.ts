/**
 * Tasks of a space: what people and agents have to do, who does it, and their notes about it (docs/rules/tasks.md).
 *
 * A task and the message that announces it change in one transaction, which appends a `task_update` event with those of the
 * message (`writing/append.ts`, messages/announcing). `changing` is everything with rights (`changing/change.ts`), `claiming`
 * who has a task and until when, `notes` their notes, `reading` lists and counts. Counts are summed as tasks change
 * (migrations/0009_tasks.sql), so that nothing counts them when it is asked.
 */
export { assignTask } from './changing/assign.ts'
export { createTask } from './changing/create.ts'
export { setTaskStatus, updateTask } from './changing/edit.ts'
export { createClaimTask, type ClaimTask } from './claiming/claim.ts'
export { releaseTask } from './claiming/release.ts'
export { keepTasksTrue, purgeTasks } from './claiming/upkeep.ts'
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
