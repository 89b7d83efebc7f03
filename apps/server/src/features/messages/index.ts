/** Messages: posting them, reading them, and who they are addressed to. */
export { listChannels } from './channels/channels.ts'
export { cursorAt } from './reading/cursors.ts'
export { createDirectory } from './posting/directory.ts'
export { editMessage } from './changing/edit.ts'
export { asItIsNow } from './changing/kept-events.ts'
export { postMessage, type JobsFor, type MessageServices } from './posting/post.ts'
export {
  getMessage,
  latestMessages,
  listHistory,
  readForEach,
  readMessages,
  readThread,
  type Wanted,
} from './reading/read.ts'
export { deliveryEvent } from './delivery-event.ts'
export { resolveMessageId } from './message-id.ts'
export { react } from './reactions/reactions.ts'
export { removeMessage } from './changing/remove.ts'
export { messagesApi } from './routes.ts'
export { endWait } from './changing/waiting.ts'
export { say } from './posting/say.ts'
export { MESSAGE_TABLES } from './tables.ts'
export { createWriter } from './posting/writer.ts'
