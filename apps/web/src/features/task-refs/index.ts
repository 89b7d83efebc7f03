/**
 * Tasks wherever they appear: their glyphs and names, and the request for a new one. Below every room that shows tasks.
 */
export { PriorityGlyph } from './priority-glyph.tsx'
export { StatusGlyph } from './status-glyph.tsx'
export { holderOf, isIdea, statusName } from './names.ts'
export { onNewTaskRequest, requestNewTask, type NewTaskDraft } from './new-task-request.ts'
export { taskRefKeys } from './keys.ts'
export type { NamedTask } from './named-task.ts'
export { taskPath, tasksOfPath, tasksPath } from './task-path.ts'
export { useNamedTask } from './use-named-task.ts'
