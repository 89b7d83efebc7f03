/** The door of the tasks' room: a board that people and agents share (docs/rules/tasks.md). */
export { FIRST_TASKS, firstTasks } from './state/first-tasks.ts'
export { taskKeys } from './state/keys.ts'
export { withTask, withoutTask, type TaskPage } from './state/list-page.ts'
export { listName, queryNamed, type TaskQuery } from './state/list-query.ts'
export type { TaskParams } from './state/view.ts'

/** The page, in a chunk of its own. */
export const loadTasksPage = () => import('./page/tasks-page.tsx')
/** How many tasks need attention, in a chunk of its own: it comes when the page has settled. */
export const loadAttentionCount = () => import('./overview/attention-count.tsx')
/** The dialog of a new task, in a chunk of its own. */
export const loadNewTaskDialog = () => import('./dialogs/new-task-dialog.tsx')
/** What was typed about tasks and wasn't sent, in words; in a chunk of its own. */
export const loadDraftWords = () => import('./dialogs/in-words.ts')
