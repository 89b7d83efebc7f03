/**
 * Messages of a space: addressing, posting, reading and changing them.
 *
 * A post is resolved (`posting/compose.ts`, with the recipients of `addressing`), queued (`writer.ts`), stored with
 * others by one statement (`lane.ts`, `batch.ts`, migrations/functions/post_batch.sql) and answered after the commit,
 * when its events go to this node's readers (ADR-0004). Every other change is a separate transaction that locks the
 * message, then the space's sequence, and appends its event last (`changing/change.ts`). `reading` presents rows to a
 * reader and pages them; `channels` and `reactions` have their own transactions; `announcing` keeps a task's
 * announcement in sync with it.
 */
export { closeReport } from './flagging/flag.ts'
export { createDirectory, type Directory } from './addressing/directory.ts'
export {
  HOLD_COLUMNS,
  presentHold,
  type Ended as EndedDelivery,
  type HoldRow,
} from './chains/present-hold.ts'
export { endHeld, holdEvent, takeStep, type Stepped } from './changing/step.ts'
export { recipientOf, webhooksAmong, type Recipient } from './addressing/recipients.ts'
export {
  announceTask,
  appendWithMessages,
  linkTask,
  markClaimed,
  renameAnnouncement,
  withdrawAnnouncement,
  type MessageChange,
} from './announcing/announcement.ts'
export { addressedEvent, addressTask } from './announcing/addressing.ts'
export { deleteMessage } from './changing/delete.ts'
export { editMessage } from './changing/edit.ts'
export { withCurrentMessage } from './changing/stored-events.ts'
export { endWait, startWaitEnds } from './changing/waiting.ts'
export { listChannels } from './channels/channels.ts'
export { resolveMessageId } from './message-id.ts'
export { pauseOf, requireUnpaused } from './pause.ts'
export { postOrReact, postReply, type MessageServices } from './posting/post.ts'
export { createWriter } from './posting/writer.ts'
export { react } from './reactions/reactions.ts'
export { cursorAt } from './reading/cursors.ts'
export { latestMessages, listHistory } from './reading/history.ts'
export { authorType, deliveryEvent, presentDelivery, type ShownDelivery } from './reading/present.ts'
export { getMessage, readForEach, readMessages, spaceOfMessage, type Wanted } from './reading/read.ts'
export { readThread, readThreadEnd } from './reading/thread.ts'
export { messagesApi } from './routes.ts'
export type { JobsFor, WebhookJobs } from './services.ts'
