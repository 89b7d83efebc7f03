/**
 * The Messages page: the feed of a space, its threads, and the composer.
 *
 * 1. Events and pages of history become a `FeedState` by pure functions (`state/`); `loading/` fetches the pages, and
 *    `polling/` replaces the stream while that is away. Each feed is in a store outside React (`feedOf`).
 * 2. What the user does is shown at once and sent in the background: messages by a queue (`sending/`), reactions by a
 *    reactor (`reactions/`). Events and responses confirm it, whichever come first.
 * 3. Views of the state become rows (`feed/`, or `filter/` while filtered) of messages (`message/`) with their threads
 *    (`threads/`). `page/` puts feed and composer together.
 */
export { messageReducers, withAcknowledged } from './state/apply-events.ts'
export { withChanges } from './state/feed-changes.ts'
export { withNewestPage } from './state/feed-pages.ts'
export { isPartialEvent, refetchFeed } from './loading/feed-refetch.ts'
export { EMPTY_FEED, orderedMessages, type FeedState } from './state/feed-state.ts'
export { authorName, avatarKind } from './context/author.ts'
export { emptyDemoFeed, openDemoFeed, showInDemoFeed } from './page/demo-feed.ts'
export { DemoFeedView, type DemoFeedViewProps } from './page/demo-feed-view.tsx'
export { messageKeys } from './state/keys.ts'
export { feedOf } from './state/feed-store.ts'
export { useGradualRows } from './feed/list/use-gradual-rows.ts'
export { otherQueues, queueOf, resetFeeds } from './sending/queues.ts'
export { createPendingStore } from './state/pending.ts'
export { persistFeed, restoreFeed } from './state/persist-feed.ts'
export { messageDraftText } from './drafts/composer-draft.ts'
export { replyDraft } from './drafts/reply-drafts.ts'
export { useDraft } from './drafts/use-draft.ts'
export { mayBeMarkdown, MessageBody } from './markdown/message-body.tsx'
export { MessageField } from './text-field/message-field.tsx'
export { deliveryWords } from './message/message-notes.tsx'
export { useChannels } from './channels/use-channels.ts'
export { onDemoRequest, onHelpRequest, requestDemo } from './requests/app-requests.ts'
export {
  chooseGuideRoute,
  chooseAskForTopic,
  useSendingChoices,
  type GuideRoute,
} from './composer/pre-send/choices.ts'
export { mentionInComposer, writeInComposer } from './requests/composer-requests.ts'
export { adoptPosition, countReadHere } from './reading/read-here.ts'
export { newestMessage, markSpaceRead } from './reading/mark-space-read.ts'
export type { FilterParams } from './filter/filter-state.ts'
export { MessagesPage } from './page/messages-page.tsx'

/** The paths of the feed; `/m/{id}` is the feed around one message. */
export const FEED_PATHS: readonly string[] = ['/', '/home', '/messages']

/** Markdown, in a separate chunk: other rooms render their texts with it, too. */
export const loadMarkdown = () => import('./markdown/markdown.tsx')

/**
 * The dialog on why a message was written, in a separate chunk: the admin pages show it for messages they can't open.
 */
export const loadCauseDialog = async () => (await import('./loops/parts.ts')).CauseDialog

/** Polling, in a separate chunk: it is needed only without a stream. */
export const loadPolling = () => import('./polling/polling.ts')
