import type { InboxItem } from '@flockwork/contract/inbox'
import { isUnread } from '@flockwork/contract/policy/deliveries'
import { useSignedIn } from '../../api/use-session.ts'
import { inbox as words } from '../../strings/inbox.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { avatarKind } from '../messages/index.ts'
import { isIdea, statusName, StatusGlyph, taskPath } from '../task-refs/index.ts'
import { firstLine } from './rules.ts'

interface Props {
  item: InboxItem
  /** Undefined until the user's spaces are known. */
  spaceName: string | undefined
  onOpen: () => void
}

const ROW = 'relative flex gap-3 py-3.5 pr-1 pl-4'

/** One item addressed to the user: author, reason, first line, time and space. A click opens it in its context. */
export function InboxRow({ item, spaceName, onOpen }: Props) {
  const path = usePath(item)
  return (
    <li className="border-b border-line last:border-b-0">
      {path === null ? (
        <div className={ROW}>
          <Facts item={item} spaceName={spaceName} />
        </div>
      ) : (
        <a
          href={path}
          className={cx(ROW, 'focus-inset rounded-control transition-colors hover:bg-sunken')}
          onClick={onOpen}
        >
          <Facts item={item} spaceName={spaceName} />
        </a>
      )}
    </li>
  )
}

/** The link of the row; null if its target is gone. */
function usePath({ message, task, space_id }: InboxItem): string | null {
  const { spaceId } = useSignedIn()
  if (message) return `/m/${message.id}`
  if (!task) return null
  // of another space: its announcement, whose link switches to that space
  return space_id === spaceId ? taskPath(task.id) : `/m/${task.message_id}`
}

function Facts({ item, spaceName }: Pick<Props, 'item' | 'spaceName'>) {
  const { reason, state } = item
  const isNew = isUnread(item)
  const { who, at } = originOf(item)
  return (
    <>
      {isNew && <span aria-hidden="true" className="absolute top-7 left-0.5 size-2 rounded-full bg-egg" />}
      {who && <Avatar username={who.handle} kind={avatarKind(who.handle, who.type)} />}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="min-w-0 truncate text-base font-semibold">{who?.handle ?? words.somebody}</span>{' '}
          <span className="text-base text-ink-2">{words.reasons[reason]}</span>
          <RelativeTime at={at} className="tabular ml-auto shrink-0 pl-2 text-sm text-ink-3" />
        </p>
        <Subject item={item} isNew={isNew} />
        <p className="mt-1 flex min-w-0 items-center gap-2 text-sm text-ink-3">
          <Badge tone={isNew ? 'egg' : 'plain'}>{words.states[state]}</Badge>
          {spaceName !== undefined && (
            <span dir="auto" className="min-w-0 truncate">
              {words.inSpace(spaceName)}
            </span>
          )}
        </p>
      </div>
    </>
  )
}

/** The author, if known, and the time. */
function originOf({ message, task, by, reason, at }: InboxItem) {
  if (message) {
    return { who: { handle: message.username, type: message.author_type }, at: message.uploaded_at }
  }
  const assignedAt = reason === 'assignment' ? task?.assigned_at : null
  return { who: by && { handle: by.username, type: by.type }, at: assignedAt ?? at }
}

/** The first line of the message, or the task's title. */
function Subject({ item: { message, task, reason }, isNew }: { item: InboxItem; isNew: boolean }) {
  const tone = isNew ? 'text-ink' : 'text-ink-2'
  if (message) {
    return (
      <p dir="auto" className={cx('truncate text-nav', tone)}>
        {firstLine(message.content)}
      </p>
    )
  }
  if (!task) {
    const isOfTask = reason === 'assignment' || reason === 'approval'
    return <p className="text-nav text-ink-3">{isOfTask ? words.taskGone : words.messageGone}</p>
  }
  return (
    <p className={cx('flex min-w-0 items-center gap-1.5 text-nav', tone)}>
      <StatusGlyph status={task.status} isIdea={isIdea(task)} />
      <span className="sr-only">{statusName(task)}</span>{' '}
      <span className="shrink-0 font-mono text-xs text-ink-3">{task.display_id}</span>{' '}
      <span dir="auto" className="min-w-0 truncate">
        {task.title}
      </span>
    </p>
  )
}
