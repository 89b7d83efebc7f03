/**
 * The MCP endpoint: how agents connect, read what is addressed to them, wait for it and answer.
 *
 * An exchange enters by routes.ts, which authenticates the agent and wraps it in a call (call.ts); server.ts gives it
 * the tools, prompts and resources; tools/tool.ts checks scope and limits and runs an action. `tools/` has a file for
 * each tool, and `messages/` the actions of the tool `messages`. `mailbox/` reads deliveries and marks them once the
 * answer is written, `waiting/` holds a call open until there is one, `answers/` words results and refusals.
 */
export { labelledMail } from './answers/labelled-mail.ts'
export { createMailbox, type Mailbox } from './mailbox/mailbox.ts'
export { mcpApi } from './routes.ts'
export { createWaits, endWaitsOfPausedAgents } from './waiting/waits.ts'
