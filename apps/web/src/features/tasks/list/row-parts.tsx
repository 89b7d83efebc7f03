/** The lazy-loaded parts of a row: what opens over the page is larger than the page. */
import { lazyPart } from '../../../ui/lazy-part.tsx'

export const AssigneeMenu = lazyPart(async () => (await import('../actions/assignee-menu.tsx')).AssigneeMenu)
export const RowMenu = lazyPart(async () => (await import('./row-menu.tsx')).RowMenu)
export const TaskDetails = lazyPart(async () => (await import('./task-details.tsx')).TaskDetails)

/** Prefetched when idle. */
export const ROW_PARTS = [AssigneeMenu, RowMenu, TaskDetails]
/** As tall as the shortest details. */
export const DETAILS_PLACE = <div className="h-32" />
