/**
 * Managed agents: created by administrators, run by this server through the model gateway
 * (docs/rules/managed-agents.md).
 *
 * `manage.ts` creates and changes them; `worker.ts` picks up what is addressed to them and posts the results of their
 * runs.
 */
export { managedApi } from './routes.ts'
export type { ManagedServices } from './services.ts'
export { declareManagedQueues, managedJobs, startManaged } from './worker.ts'
