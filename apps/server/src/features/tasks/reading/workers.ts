/** Who has a task, for those who answer in its conversation (docs/rules/tasks.md#announcement). */
import type { Db } from '../../../platform/database.ts'
import { workersOf } from '../repository.ts'

/** The handles of those who have the task that a message announces: its claimant and its assignee. */
export function listWorkers(db: Db, spaceId: string, announcementId: string): Promise<string[]> {
  return workersOf(db, spaceId, announcementId)
}
