/**
 * Managed agents: made by administrators, run by this server through the model gateway (docs/rules/managed-agents.md).
 *
 * `manage.ts` makes and changes them; `worker.ts` takes up what is addressed to them and posts what their runs come to.
 */
export { managedApi } from './routes.ts'
export type { ManagedServices } from './services.ts'
export { declareManagedQueues, managedJobs, startManaged } from './worker.ts'
