/**
 * What is addressed to someone: the mailbox behind inboxes, waits and delivery marks (docs/rules/deliveries.md#states).
 */
export { expireDeliveries } from './expiry.ts'
export { deliveredToAgents, type DeliveredToAgent } from './delivered-to-agents.ts'
export { createReceipts, type Receipts } from './receipts.ts'
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
export { cancelDeliveriesTo, spacesWithPendingDeliveries } from './undeliverable.ts'
