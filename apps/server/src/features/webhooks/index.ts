/**
 * Webhooks of agents: what is addressed to an agent is sent to an address that its owner set (docs/rules/webhooks.md).
 *
 * The deliveries are the truth. Whatever addresses an agent adds a job in its own transaction (`worker.ts`), which calls the
 * receiver for all that waits (`run.ts`): it writes a call for each delivery that has none, sends (`send.ts`, with
 * `payload.ts` and `signature.ts`), and stores what came of it. `settings.ts` is the owner's side.
 */
export { endWebhooksOfOwner } from './end.ts'
export { webhookNotices } from './notices.ts'
export { webhooksApi } from './routes.ts'
export { createSend } from './send.ts'
export type { WebhookServices } from './services.ts'
export { pruneWebhooks } from './settings.ts'
export { declareWebhookQueues, startWebhooks, sweepWebhooks, webhookJobs } from './worker.ts'
