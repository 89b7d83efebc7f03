import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { strings } from '../../../../strings.ts'
import { dayName, fullTime } from '../../../../ui/format-time.ts'
import { useNow } from '../../../../ui/use-now.ts'
import { presenceOf } from '../../../spaces/index.ts'
import { useFeedFacts } from '../../context/feed-context.ts'
import { MessageRow } from '../../message/message-row.tsx'
import { PendingRow } from '../../message/pending-row.tsx'
import { useRead } from '../../reading/use-reading.ts'
import type { DayRow, FeedRow, MessageItem, NewRow } from '../../state/feed-rows.ts'
import { mayBeAtWork } from '../../state/working.ts'
import { Thread } from '../../threads/thread.tsx'

const words = strings.messages

/** One row of the feed, of whatever kind. */
export const FeedItem = memo(function FeedItem({ row }: { row: FeedRow }) {
  switch (row.kind) {
    case 'day':
      return <DayDivider row={row} />
    case 'new':
      return <NewDivider row={row} />
    case 'message':
      return <MessageWithThread row={row} />
    case 'pending':
      return <Pending row={row} />
  }
})

function MessageWithThread({ row: { message, isGrouped } }: { row: MessageItem }) {
  const { viewerId, isRead, isFresh, people, activeId, targetId, editingId, replyingTo, busyRoots, drafts } =
    useFeedFacts()
  const { id, author_id, reply_count, mentions } = message
  const isUnread = useRead(() => !isRead(message))
  const hasThread =
    reply_count > 0 ||
    replyingTo === id ||
    busyRoots.has(id) ||
    (author_id === viewerId && mayBeAtWork(message))
  return (
    <div data-item data-row={id} className={hasThread ? 'pb-1' : undefined}>
      <MessageRow
        message={message}
        isGrouped={isGrouped}
        isUnread={isUnread}
        isMine={author_id === viewerId}
        isActive={activeId === id}
        isTarget={targetId === id}
        isEditing={editingId === id}
        isMentioning={isFresh(message) && mentions.some((mention) => mention.id === viewerId)}
        presence={isGrouped ? undefined : presenceOf(people.get(author_id))}
        // if it has replies, the thread's line has the mark
        hasDraft={drafts.messages.has(id) && replyingTo !== id && reply_count === 0}
      />
      {hasThread && <Thread root={message} />}
    </div>
  )
}

function Pending({ row }: { row: Extract<FeedRow, { kind: 'pending' }> }) {
  const { viewerName, handles, activeId } = useFeedFacts()
  const { send, isGrouped, canEdit } = row
  return (
    <div data-item data-row={row.key}>
      <PendingRow
        send={send}
        isGrouped={isGrouped}
        canEdit={canEdit}
        isActive={activeId === send.clientId}
        viewerName={viewerName}
        handles={handles}
      />
    </div>
  )
}

function DayDivider({ row }: { row: DayRow }) {
  const now = useNow()
  const date = new Date(row.at)
  return (
    <div className="flex items-center gap-4 px-4 pt-4 pb-2 md:px-6">
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
      <h2 title={fullTime(date)} className="text-xs font-medium text-ink-3">
        {dayName(date, new Date(now))}
      </h2>
      <span aria-hidden="true" className="h-px flex-1 bg-line" />
    </div>
  )
}

/** Fewer new messages can be read as quickly as a summary of them. */
const CATCH_UP_FROM = 10

/** Just before this time: what is new begins there. */
const before = (at: string) => new Date(Date.parse(at) - 1).toISOString()

function NewDivider({ row: { count, isAtLeast, at } }: { row: NewRow }) {
  return (
    <div className="flex items-center gap-3 px-4 py-3 md:px-6">
      <div
        role="separator"
        aria-label={words.freshMessages(count, isAtLeast)}
        className="flex flex-1 items-center gap-3"
      >
        <span className="h-px flex-1 bg-egg/60" />
        <span className="tabular rounded-full bg-egg-soft px-2.5 text-2xs font-semibold text-egg">
          {words.fresh(count, isAtLeast)}
        </span>
        <span className="h-px flex-1 bg-egg/60" />
      </div>
      {(isAtLeast || count >= CATCH_UP_FROM) && (
        <Link
          to="/catch-up"
          // older ones may be new, too: the server knows from where
          search={isAtLeast ? {} : { since: before(at) }}
          className="touch:hit-area relative text-xs font-medium text-ink-2 underline-offset-2 hover:text-ink hover:underline"
        >
          {strings.shell.tabs.catchUp}
        </Link>
      )}
    </div>
  )
}
