/**
 * Webhooks of agents: what is addressed to an agent is sent to a URL that its owner set (docs/rules/webhooks.md).
 *
 * The deliveries are the source of truth. A transaction that addresses an agent adds a job (`worker.ts`), which calls
 * the receiver for all pending deliveries (`run.ts`): it inserts a call for each delivery that has none, sends it
 * (`send.ts`, with `payload.ts` and `signature.ts`), and stores the result. `settings.ts` is the owner's side.
 */
export { endWebhooksOfOwner } from './end.ts'
export { webhookNotices } from './notices.ts'
export { webhooksApi } from './routes.ts'
export { createSend } from './send.ts'
export type { WebhookServices } from './services.ts'
export { pruneWebhooks } from './settings.ts'
export { declareWebhookQueues, startWebhooks, sweepWebhooks, webhookJobs } from './worker.ts'
