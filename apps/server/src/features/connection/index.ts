/** The connection of an agent over MCP: what its owner is told of it, and a test of it. */
export { createTestCredentials } from './credentials.ts'
export { pruneConnections } from './forgetting.ts'
export { createConnectionRecorder } from './recorder.ts'
export { connectionApi } from './routes.ts'
export type { TestServices } from './testing.ts'
export { watchExchanges, type ExchangeWatch } from './watch.ts'
