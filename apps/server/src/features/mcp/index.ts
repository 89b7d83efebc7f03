/** The MCP endpoint: how agents come in, read what is addressed to them, wait for it and answer. */
export { createMailbox } from './mailbox/mailbox.ts'
export { mcpApi } from './routes.ts'
export { endStoppedWaits } from './waiting/end-suspended-waits.ts'
export { createWaits } from './waiting/waits.ts'
