/** Messages: posting them, reading them, and who they are addressed to. */
export { listChannels } from './channels.ts'
export { cursorAt } from './cursors.ts'
export { createDirectory } from './directory.ts'
export { editMessage } from './edit.ts'
export { asItIsNow } from './kept-events.ts'
export { postMessage, type JobsFor, type MessageServices } from './post.ts'
export {
  getMessage,
  latestMessages,
  listHistory,
  readForEach,
  readMessages,
  readThread,
  type Wanted,
} from './read.ts'
export { deliveryEvent } from './delivery-event.ts'
export { resolveMessageId } from './message-id.ts'
export { react } from './reactions.ts'
export { removeMessage } from './remove.ts'
export { messagesApi } from './routes.ts'
export { endWait } from './waiting.ts'
export { say } from './say.ts'
export { MESSAGE_TABLES } from './tables.ts'
export { createWriter } from './writer.ts'
