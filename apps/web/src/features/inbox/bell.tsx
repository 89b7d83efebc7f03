import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { strings } from '../../strings.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { useUnread } from './use-unread.ts'

const words = strings.shell

/**
 * The link to the inbox in the header, with the unread count. In a narrow header it is in the menu instead.
 */
export function InboxBell() {
  const unread = useUnread()
  const label = words.inboxWith(unread)
  return (
    <Link
      to="/inbox"
      aria-label={label}
      data-tip={label}
      data-tip-keys="g i"
      className="relative inline-flex size-9 max-[359px]:hidden shrink-0 items-center justify-center rounded-control text-ink-2 transition-colors hover:bg-sunken hover:text-ink touch:size-10 touch:hit-area dark:hover:bg-line"
    >
      <Bell size={17} aria-hidden="true" />
      <span className="absolute -top-0.5 left-1/2 flex">
        <CountBadge count={unread} />
      </span>
    </Link>
  )
}

/** The same as a row of the phone's menu. */
export function InboxMenuRow({ className, onOpen }: { className: string; onOpen: () => void }) {
  const unread = useUnread()
  return (
    <Link to="/inbox" aria-label={words.inboxWith(unread)} className={className} onClick={onOpen}>
      <Bell size={17} aria-hidden="true" />
      <span className="flex-1">{words.tabs.inbox}</span>
      <CountBadge count={unread} />
    </Link>
  )
}
