/**
 * Deliveries: what is addressed to an account, for its inbox and over MCP (docs/rules/deliveries.md).
 *
 * A post inserts them (`messages/posting`). Receipts mark what a stream or a page sent as delivered, and
 * `deliveries.ts` what an answer over MCP sent, which it marks as seen once the agent acknowledges it; also what
 * expired or became undeliverable. A reply in the thread answers them.
 */
export { deliveredToAgents, type DeliveredToAgent } from './delivered-to-agents.ts'
export {
  cancelDeliveriesTo,
  createHandovers,
  expireDeliveries,
  markDeliveredIn,
  markFailedIn,
  markSeenIn,
  spacesWithPendingDeliveries,
} from './deliveries.ts'
export {
  countPending,
  listNamed,
  listPending,
  listPendingOfEach,
  type PendingFilter,
  type PendingOf,
  type PendingRow,
} from './pending.ts'
export { createReceipts, type Receipts } from './receipts.ts'
export { inboxApi } from './routes.ts'
export { inDeliveryOrder } from './delivery-order.ts'
