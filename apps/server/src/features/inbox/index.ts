/**
 * Deliveries: what is addressed to an account, in its inbox and behind MCP (docs/rules/deliveries.md).
 *
 * A post inserts them (`messages/posting`). Receipts mark what a stream or a page gave as delivered, and `deliveries.ts` what an
 * answer over MCP gave, which it marks as seen once the agent shows that it has it; also what expired or became
 * undeliverable. A reply in the thread answers them.
 */
export { deliveredToAgents, type DeliveredToAgent } from './delivered-to-agents.ts'
export {
  cancelDeliveriesTo,
  createHandovers,
  expireDeliveries,
  markDeliveredIn,
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
