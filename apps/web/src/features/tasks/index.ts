/** The door of the tasks room: a board that people and agents share (docs/rules/tasks.md). */
export { FIRST_TASKS, firstTasks } from './state/first-tasks.ts'
export { taskKeys } from './state/keys.ts'
export { withTask, withoutTask, type TaskPage } from './state/list-page.ts'
export { listName, parseListName, type TaskQuery } from './state/list-query.ts'
export type { TaskParams } from './state/view.ts'

/** The page, as a separate chunk. */
export const loadTasksPage = () => import('./page/tasks-page.tsx')
/** The count of tasks that need attention, as a separate chunk: loaded once the page has settled. */
export const loadAttentionCount = () => import('./overview/attention-count.tsx')
/** The new-task dialog, as a separate chunk. */
export const loadNewTaskDialog = () => import('./dialogs/new-task-dialog.tsx')
/** Unsent drafts of tasks as text, as a separate chunk. */
export const loadDraftText = () => import('./dialogs/draft-text.ts')
