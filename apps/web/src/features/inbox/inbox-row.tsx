import type { InboxItem } from '@flockwork/contract/inbox'
import { isUnread } from '@flockwork/contract/policy/deliveries'
import type { Message } from '@flockwork/contract/messages'
import { Link } from '@tanstack/react-router'
import { inbox as words } from '../../strings/inbox.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { avatarKind } from '../messages/index.ts'
import { firstLine } from './rules.ts'

interface Props {
  item: InboxItem
  /** Undefined until the user's spaces are known. */
  spaceName: string | undefined
  onOpen: () => void
}

const ROW = 'relative flex gap-3 py-3.5 pr-1 pl-4'

/** One thing addressed to the user: who, why, its first line, when and where. A click opens it in its context. */
export function InboxRow({ item, spaceName, onOpen }: Props) {
  const { message } = item
  return (
    <li className="border-b border-line last:border-b-0">
      {message === null ? (
        <div className={ROW}>
          <Facts item={item} spaceName={spaceName} />
        </div>
      ) : (
        <Link
          to="/m/$id"
          params={{ id: message.id }}
          className={cx(ROW, 'focus-inset rounded-control transition-colors hover:bg-sunken')}
          onClick={onOpen}
        >
          <Facts item={item} spaceName={spaceName} />
        </Link>
      )}
    </li>
  )
}

function Facts({ item, spaceName }: Pick<Props, 'item' | 'spaceName'>) {
  const { message, reason, state, at } = item
  const isNew = isUnread(item)
  return (
    <>
      {isNew && <span aria-hidden="true" className="absolute top-7 left-0.5 size-2 rounded-full bg-egg" />}
      {message && (
        <Avatar username={message.username} kind={avatarKind(message.username, message.author_type)} />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="min-w-0 truncate text-base font-semibold">
            {message?.username ?? words.somebody}
          </span>{' '}
          <span className="text-base text-ink-2">{words.reasons[reason]}</span>
          <RelativeTime
            at={message?.uploaded_at ?? at}
            className="tabular ml-auto shrink-0 pl-2 text-sm text-ink-3"
          />
        </p>
        <FirstLine message={message} isNew={isNew} />
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

function FirstLine({ message, isNew }: { message: Message | null; isNew: boolean }) {
  if (message === null) return <p className="text-nav text-ink-3">{words.messageGone}</p>
  return (
    <p dir="auto" className={cx('truncate text-nav', isNew ? 'text-ink' : 'text-ink-2')}>
      {firstLine(message.content)}
    </p>
  )
}
