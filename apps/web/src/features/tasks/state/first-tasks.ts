/** The tasks that are stored for the next page load and for offline use (docs/rules/interface.md#cache). */
import { TASK_PAGE_MAX } from '@flockwork/contract/limits'
import type { TaskPage } from './list-page.ts'
import { listName } from './list-query.ts'

/** Storage is shared by the whole app: an entire window of long descriptions would fill it. */
const STORED = 100

/** The name of the page's initial list: the newest tasks, unfiltered. */
export const FIRST_TASKS = listName({ limit: TASK_PAGE_MAX })

/** The newest tasks of that list; `data` is its cached value. */
export function firstTasks(data: unknown): TaskPage {
  const page = data as TaskPage
  return page.tasks.length > STORED ? { ...page, tasks: page.tasks.slice(0, STORED) } : page
}
