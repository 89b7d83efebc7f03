/** Messages: posting them, reading them, and who they are addressed to. */
export { createDirectory } from './directory.ts'
export {
  postMessage,
  resolveMessageId,
  type Guard,
  type JobsFor,
  type MessageServices,
  type PostInput,
} from './post.ts'
export { presentMessage } from './present.ts'
export {
  getMessage,
  latestMessages,
  listHistory,
  presentAll,
  readMessage,
  readMessages,
  readThread,
} from './read.ts'
export { messagesApi } from './routes.ts'
export { endWait } from './waiting.ts'
export { createWriter, type Writer } from './writer.ts'
