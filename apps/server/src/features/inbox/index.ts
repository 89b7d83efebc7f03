/** What is addressed to someone: the mailbox behind inboxes, waits and delivery marks (decisions 4.8). */
export { expireOld } from './expiry.ts'
export { handedToAgents, type HandedToAgent } from './handed.ts'
export { createMarks, type Marks } from './marks.ts'
export {
  countPending,
  listPending,
  listPendingOfEach,
  type PendingFilter,
  type PendingOf,
  type PendingRow,
} from './pending.ts'
export { inboxApi } from './routes.ts'
export { createSeenMarks } from './seen.ts'
export { DELIVERY_TABLES, endDeliveriesTo, spacesAwaiting } from './undeliverable.ts'
