/** The parts of a row that come in chunks of their own: what opens over the page weighs more than the page. */
import { lazyPart } from '../../../ui/lazy-part.tsx'

export const AssigneeMenu = lazyPart(async () => (await import('../actions/assignee-menu.tsx')).AssigneeMenu)
export const RowMenu = lazyPart(async () => (await import('./row-menu.tsx')).RowMenu)
export const TaskDetails = lazyPart(async () => (await import('./task-details.tsx')).TaskDetails)

/** To be fetched in a quiet moment. */
export const ROW_PARTS = [AssigneeMenu, RowMenu, TaskDetails]
/** As tall as the shortest details. */
export const DETAILS_PLACE = <div className="h-32" />
