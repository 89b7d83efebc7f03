/** The workers of a task, for replies in its conversation (docs/rules/tasks.md#announcement). */
import type { Db } from '../../../platform/database.ts'
import { workersOf } from '../repository.ts'

/** The handles of the claimant and the assignee of the task that a message announces. */
export function listWorkers(db: Db, spaceId: string, announcementId: string): Promise<string[]> {
  return workersOf(db, spaceId, announcementId)
}
