/** The MCP connections of agents: records for their owners, and the connection test. */
export { createConnectionRecorder } from './recorder.ts'
export { connectionApi } from './routes.ts'
export { pruneConnections } from './status.ts'
export { createTestCredentials } from './test-credentials.ts'
export type { TestServices } from './testing.ts'
export { watchExchanges, type ExchangeWatch } from './watch.ts'
