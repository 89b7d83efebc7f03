/** Messages: posting them, reading them, and who they are addressed to. */
export { createDirectory } from './directory.ts'
export { postMessage, resolveMessageId, type JobsFor, type MessageServices } from './post.ts'
export { getMessage, latestMessages, listHistory, readMessages, readThread } from './read.ts'
export { messagesApi } from './routes.ts'
export { endWait } from './waiting.ts'
export { createWriter } from './writer.ts'
