import type { Message } from '@flockwork/contract/messages'
import { ChevronDown, Pencil } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { strings } from '../../../strings.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { relativeTime } from '../../../ui/format-time.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { presenceOf } from '../../spaces/index.ts'
import { avatarKind } from '../context/author.ts'
import { useFeedActions, useFeedFacts } from '../context/feed-context.ts'
import { useFeedState } from '../loading/use-feed.ts'
import { MessageRow } from '../message/message-row.tsx'
import { PendingRow } from '../message/pending-row.tsx'
import { useRead } from '../reading/use-reading.ts'
import { OPEN_UP_TO, workingOn } from '../state/feed-view.ts'
import { isInBox } from '../state/pending.ts'
import { atWork } from '../state/working.ts'
import { ReplyBox } from './reply-box.tsx'
import { useThread, type Thread as ThreadData } from './use-thread.ts'
import { WorkingRow } from './working-row.tsx'

const words = strings.messages

/** The replies below a message, collapsed to one line or in full, and the agents at work on a reply. */
export function Thread({ root }: { root: Message }) {
  const { spaceId, feedId, threads, replyingTo } = useFeedFacts()
  const actions = useFeedActions()
  const chosen = threads.get(root.id)
  // a demo's feed is always complete
  const loaded = useThread(feedId, root.id, chosen === true && feedId === spaceId)
  // a reply from the box stays in it until it is sent
  const thread = { ...loaded, pending: loaded.pending.filter((row) => !isInBox(row, replyingTo)) }
  const isOpen = chosen ?? (root.reply_count <= OPEN_UP_TO && thread.isComplete)

  // a thread that is open by default must not collapse when a new reply makes it long
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    if (chosen === undefined && wasOpen.current && !isOpen) actions.setThreadOpen(root.id, true)
    wasOpen.current = isOpen
  }, [actions, root.id, chosen, isOpen])

  return (
    <div className="ms-16 md:ms-18">
      {root.reply_count > 0 && (
        <RepliesLine
          root={root}
          replies={thread.replies}
          isOpen={isOpen}
          onToggle={() => actions.setThreadOpen(root.id, !isOpen)}
        />
      )}
      {isOpen && <Replies thread={thread} />}
      {!isOpen && thread.pending.length > 0 && <PendingReplies thread={thread} />}
      <AgentsAtWork root={root} replies={thread.replies} />
      {replyingTo === root.id && <ReplyBox parent={root} spaceId={spaceId} />}
    </div>
  )
}

interface LineProps {
  root: Message
  replies: readonly Message[]
  isOpen: boolean
  onToggle: () => void
}

function RepliesLine({ root, replies, isOpen, onToggle }: LineProps) {
  const { isRead, drafts } = useFeedFacts()
  const now = useNow()
  const unread = useRead(() => replies.filter((reply) => !isRead(reply)).length)
  const when = root.last_reply_at ? relativeTime(new Date(root.last_reply_at), new Date(now)) : null
  const isAge = when?.endsWith('min') ?? false

  return (
    <button
      type="button"
      data-item-act
      tabIndex={-1}
      aria-expanded={isOpen}
      onClick={onToggle}
      className="relative -ms-1.5 mt-0.5 mb-0.5 flex max-w-full items-center gap-2 rounded-chip px-1.5 py-1 text-sm hover:bg-sunken touch:min-h-10 dark:hover:bg-line"
    >
      <span className="flex -space-x-1">
        {root.repliers.map(({ id, handle, type }) => (
          <Avatar key={id} username={handle} kind={avatarKind(handle, type)} size={22} />
        ))}
      </span>
      <span className="font-semibold text-spruce">{words.replies(root.reply_count)}</span>
      {when !== null && (
        <span className="truncate text-xs text-ink-3">
          {isAge
            ? words.lastReply(words.ago(when))
            : when === strings.time.now
              ? words.lastReplyNow
              : words.lastReply(when)}
        </span>
      )}
      {unread > 0 && !isOpen && <span className="text-xs font-semibold text-egg">{words.fresh(unread)}</span>}
      {drafts.roots.has(root.id) && (
        <span data-tip={words.hasDraft} className="inline-flex text-ember">
          <Pencil size={13} aria-hidden="true" />
          <span className="sr-only">{words.hasDraft}</span>
        </span>
      )}
      <ChevronDown
        size={15}
        aria-hidden="true"
        className={cx('text-ink-3 transition-transform', !isOpen && '-rotate-90')}
      />
    </button>
  )
}

function Replies({ thread }: { thread: ThreadData }) {
  const { viewerName } = useFeedFacts()
  return (
    <div className="-ms-2.5 border-s border-line">
      {thread.replies.map((reply) => (
        <Reply key={reply.id} reply={reply} />
      ))}
      {thread.isLoading && !thread.isComplete && (
        <p className="px-2 py-1 text-sm text-ink-3">{words.loadingReplies}</p>
      )}
      {thread.error && !thread.isComplete && (
        <LoadFailure
          isLine
          text={words.repliesFailed}
          onRetry={() => void thread.refetch()}
          className="px-2 py-1"
        />
      )}
      {thread.pending.map((send) => (
        <PendingReply key={send.clientId} send={send} viewerName={viewerName} />
      ))}
    </div>
  )
}

function Reply({ reply }: { reply: Message }) {
  const { spaceId, viewerId, isRead, isFresh, people, activeId, targetId, editingId, replyingTo, drafts } =
    useFeedFacts()
  const isUnread = useRead(() => !isRead(reply))
  return (
    <div data-item>
      <MessageRow
        message={reply}
        isGrouped={false}
        isUnread={isUnread}
        isMine={reply.author_id === viewerId}
        isActive={activeId === reply.id}
        isTarget={targetId === reply.id}
        isEditing={editingId === reply.id}
        isMentioning={isFresh(reply) && reply.mentions.some(({ id }) => id === viewerId)}
        presence={presenceOf(people.get(reply.author_id))}
        hasDraft={drafts.messages.has(reply.id) && replyingTo !== reply.id}
        isReply
      />
      {replyingTo === reply.id && <ReplyBox parent={reply} spaceId={spaceId} />}
    </div>
  )
}

function PendingReplies({ thread }: { thread: ThreadData }) {
  const { viewerName } = useFeedFacts()
  return thread.pending.map((send) => (
    <PendingReply key={send.clientId} send={send} viewerName={viewerName} />
  ))
}

function PendingReply({ send, viewerName }: { send: ThreadData['pending'][number]; viewerName: string }) {
  const { handles, activeId } = useFeedFacts()
  return (
    <div data-item>
      <PendingRow
        send={send}
        isGrouped={false}
        isActive={activeId === send.clientId}
        viewerName={viewerName}
        handles={handles}
        isReply
      />
    </div>
  )
}

function AgentsAtWork({ root, replies }: { root: Message; replies: readonly Message[] }) {
  const { feedId } = useFeedFacts()
  const reported = workingOn(useFeedState(feedId), root.id)
  // the shared clock is enough here: each row has one that ends it to the second
  const now = useNow()
  const messages = [root, ...replies]
  return atWork(messages, reported, now).map((work) => (
    <WorkingRow
      key={work.agentId}
      work={work}
      asker={messages.find(({ id }) => id === work.messageId)?.author_id}
    />
  ))
}
