/** The door of the messages' room. */
export { applyEvents, messageReducers, withAcknowledged } from './apply-events.ts'
export { withNewestPage } from './feed-pages.ts'
export { EMPTY_FEED, heldMessages, type FeedState } from './feed-state.ts'
export { messageKeys } from './keys.ts'
export { feedOf, forgetRooms, queueOf } from './rooms.ts'
export { mentionInComposer } from './composer-requests.ts'
export { MessagesPage } from './messages-page.tsx'
