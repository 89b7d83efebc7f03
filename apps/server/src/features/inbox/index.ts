/** What is addressed to someone: the mailbox behind inboxes, waits and delivery marks (decisions 4.8). */
export { expireOld } from './expiry.ts'
export { createMarks, type Marks } from './marks.ts'
export { countPending, listPending, type PendingFilter, type PendingRow } from './pending.ts'
export { markSeen } from './seen.ts'
