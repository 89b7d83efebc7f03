/** What of the tasks is there at once on the next page load, and without a network (docs/rules/interface.md#cache). */
import { TASK_PAGE_MAX } from '@flockwork/contract/limits'
import type { TaskPage } from './list-page.ts'
import { listName } from './list-query.ts'

/** Storage is for everything that a page keeps: a whole window of long descriptions would fill it. */
const STORED = 100

/** The name of the list that the page opens with: the newest tasks, unfiltered. */
export const FIRST_TASKS = listName({ limit: TASK_PAGE_MAX })

/** The newest tasks of that list; `data` is what is cached under its name. */
export function firstTasks(data: unknown): TaskPage {
  const page = data as TaskPage
  return page.tasks.length > STORED ? { ...page, tasks: page.tasks.slice(0, STORED) } : page
}
