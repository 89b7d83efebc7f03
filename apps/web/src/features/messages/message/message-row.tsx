import type { Message } from '@flockwork/contract/messages'
import { Pencil } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { strings } from '../../../strings.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { Presence } from '../../../ui/presence-dot.tsx'
import { avatarKind } from '../context/author.ts'
import { useFeedActions } from '../context/feed-context.ts'
import { previewOf } from '../context/preview.ts'
import { EditedMark } from '../editing/edited-mark.tsx'
import { MessageBody } from '../markdown/message-body.tsx'
import { ReactionBar } from '../reactions/reaction-bar.tsx'
import { MessageHeader } from './message-header.tsx'
import { MessageNotes } from './message-notes.tsx'
import { MessageSentiment } from './message-sentiment.tsx'
import { GutterTime } from './message-time.tsx'
import { TaskCard, TaskChip } from './task-card.tsx'
import { useLongPress } from './use-long-press.ts'

// in separate chunks: only one row at a time needs them
export const EditPart = lazyPart(async () => (await import('../editing/edit-box.tsx')).EditBox)
const HoldPart = lazyPart(async () => (await import('../loops/parts.ts')).HoldCard)
export const ToolbarPart = lazyPart(async () => (await import('./message-toolbar.tsx')).MessageToolbar)

const words = strings.messages
const PREVIEW_CHARS = 50

interface Props {
  message: Message
  isGrouped: boolean
  isUnread: boolean
  isMine: boolean
  /** Tab reaches it. */
  isActive: boolean
  /** It has just arrived and mentions the viewer. */
  isMentioning: boolean
  /** It is the message of the URL. */
  isTarget: boolean
  isEditing: boolean
  presence: Presence | undefined
  /** A reply to it has a draft. */
  hasDraft: boolean
  /** Below its root, smaller. */
  isReply?: boolean
}

/** One message. Re-renders only when one of its props changes. */
export const MessageRow = memo(function MessageRow(props: Props) {
  const {
    message,
    isGrouped,
    isUnread,
    isMine,
    isActive,
    isMentioning,
    isTarget,
    isEditing,
    presence,
    hasDraft,
    isReply = false,
  } = props
  const actions = useFeedActions()
  const { id } = message
  const isDeleted = message.deleted_at !== null
  const isTask = message.is_task && !isDeleted
  const [isHovered, setHovered] = useState(false)
  const [hasKeyboard, setKeyboard] = useState(false)
  const longPress = useLongPress(() => !isDeleted && !isEditing && actions.openSheet(message))
  const handles = useMemo(() => new Set(message.mentions.map(({ handle }) => handle)), [message.mentions])
  const row = useRef<HTMLElement>(null)

  useEffect(() => {
    if (isUnread && row.current) return actions.watch(row.current, id)
  }, [isUnread, id, actions])

  return (
    <article
      ref={row}
      data-stop={id}
      tabIndex={isActive ? 0 : -1}
      aria-labelledby={isEditing ? `who-${id}` : `who-${id} text-${id}`}
      data-unread={isUnread ? id : undefined}
      data-pointed={isHovered || undefined}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ target }) => setKeyboard(target.matches(':focus-visible'))}
      onBlur={() => setKeyboard(false)}
      onContextMenu={(event) => matchMedia('(hover: none)').matches && event.preventDefault()}
      {...longPress}
      // not on enter: a row that moves under a resting mouse isn't hovered
      onPointerMove={(event) => {
        longPress.onPointerMove(event)
        if (!isHovered && event.pointerType === 'mouse') setHovered(true)
      }}
      className={cx(
        'group/row focus-inset relative flex gap-3 pe-4 md:pe-6 touch:select-none',
        isReply ? 'rounded-control py-1 ps-2' : cx('ps-4 md:ps-6', isGrouped ? 'py-0.5' : 'pt-2 pb-1'),
        isTarget && 'bg-egg-soft/60',
        !isTarget && (isHovered || hasKeyboard) && 'bg-sunken/70 [--avatar-edge:var(--sunken)]',
      )}
    >
      {isMentioning && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 [animation:fade-out_600ms_ease-out_forwards] bg-egg-soft"
        />
      )}
      {isUnread && (
        <span
          className={cx(
            'absolute inset-y-1 w-[3px] rounded-full bg-egg',
            isReply ? '-start-1' : 'start-0 rounded-s-none',
          )}
        >
          <span className="sr-only">{words.unread}</span>
        </span>
      )}
      <div className={cx('relative flex shrink-0 justify-end', isReply ? 'w-7 pt-0.5' : 'w-9')}>
        {isGrouped
          ? (isHovered || hasKeyboard) && (
              <>
                <GutterTime at={message.uploaded_at} shortId={message.short_id} />
                <MessageSentiment message={message} isGrouped />
              </>
            )
          : author(message, isReply ? 28 : 36, presence)}
      </div>
      <div className="relative min-w-0 flex-1">
        <div id={`who-${id}`} className={isGrouped ? 'sr-only' : undefined}>
          <MessageHeader message={message} isHidden={isGrouped} />
        </div>
        <ParentPreview message={message} isReply={isReply} />
        {isEditing ? (
          <EditPart
            message={message}
            onEnd={() => actions.endEdit(id)}
            onLoadError={() => actions.endEdit(id)}
          />
        ) : isTask ? (
          <TaskCard message={message} />
        ) : (
          <MessageBody id={`text-${id}`} text={message.content} handles={handles} isMuted={isDeleted} />
        )}
        {!isDeleted && !isEditing && !isTask && message.edited_at !== null && (
          <EditedMark message={message} at={message.edited_at} />
        )}
        {!isDeleted && !isTask && message.metadata.task_id !== undefined && <TaskChip message={message} />}
        {!isDeleted && <ReactionBar message={message} />}
        {message.hold && <HoldPart message={message} hold={message.hold} />}
        {isMine && !isDeleted && <MessageNotes message={message} />}
        {hasDraft && !isDeleted && <DraftMark message={message} />}
      </div>
      {(isHovered || hasKeyboard) && !isDeleted && !isEditing && <ToolbarPart message={message} />}
    </article>
  )
})

function author({ username, author_type }: Message, size: 28 | 36, presence: Presence | undefined) {
  return (
    <Avatar username={username} kind={avatarKind(username, author_type)} size={size} presence={presence} />
  )
}

/** The parent of a reply, unless that is its root and right above it. */
function ParentPreview({ message, isReply }: { message: Message; isReply: boolean }) {
  const { parent_post, parent_id, thread_root_id } = message
  if (parent_post === null || (isReply && parent_id === thread_root_id)) return null
  return (
    <p dir="auto" className="max-w-measure truncate text-xs text-ink-3">
      {words.inReplyTo(parent_post.username, previewOf(parent_post.content, PREVIEW_CHARS))}
    </p>
  )
}

/** Marks a message whose reply has a draft. Opens its reply box. */
function DraftMark({ message }: { message: Message }) {
  const actions = useFeedActions()
  return (
    <button
      type="button"
      tabIndex={-1}
      data-tip={words.hasDraft}
      onClick={() => actions.reply(message)}
      className="relative -ms-1.5 mt-0.5 inline-flex items-center gap-1.5 rounded-chip px-1.5 py-1 text-xs font-medium text-ember hover:bg-sunken touch:hit-area dark:hover:bg-line"
    >
      <Pencil size={13} aria-hidden="true" />
      {words.draft}
    </button>
  )
}
