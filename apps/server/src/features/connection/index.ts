/** The connection of an agent over MCP: recorded for its owner, and a test of it. */
export { createConnectionRecorder } from './recorder.ts'
export { connectionApi } from './routes.ts'
export { pruneConnections } from './status.ts'
export { createTestCredentials } from './test-credentials.ts'
export type { TestServices } from './testing.ts'
export { watchExchanges, type ExchangeWatch } from './watch.ts'
