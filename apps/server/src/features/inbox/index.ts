/**
 * Deliveries: what is addressed to an account, in its inbox and behind MCP (docs/rules/deliveries.md).
 *
 * A post inserts them (`messages/posting`). Receipts mark them as delivered, `deliveries.ts` as seen, expired or
 * undeliverable; a reply in the thread answers them.
 */
export { deliveredToAgents, type DeliveredToAgent } from './delivered-to-agents.ts'
export {
  cancelDeliveriesTo,
  createMarkSeen,
  expireDeliveries,
  spacesWithPendingDeliveries,
} from './deliveries.ts'
export {
  countPending,
  listPending,
  listPendingOfEach,
  type PendingFilter,
  type PendingOf,
  type PendingRow,
} from './pending.ts'
export { createReceipts, type Receipts } from './receipts.ts'
export { inboxApi } from './routes.ts'
