/** Messages: posting them, reading them, and who they are addressed to. */
export { createDirectory } from './directory.ts'
export { postMessage, type JobsFor, type MessageServices } from './post.ts'
export { getMessage, latestMessages, listHistory, readMessages, readThread } from './read.ts'
export { presentDelivery } from './present.ts'
export { resolveMessageId } from './message-id.ts'
export { messagesApi } from './routes.ts'
export { endWait } from './waiting.ts'
export { createWriter } from './writer.ts'
