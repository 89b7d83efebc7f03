import type { Profile } from '@flockwork/contract/auth'
import { Link } from '@tanstack/react-router'
import { CircleQuestionMark, LogOut, Menu as MenuIcon } from 'lucide-react'
import { InboxBell } from '../../features/inbox/index.ts'
import { strings } from '../../strings.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { MOBILE, useMediaQuery } from '../../ui/use-media-query.ts'
import { Wordmark } from '../../ui/wordmark.tsx'
import { withSettings } from '../navigation/search-params.ts'
import { SpaceSwitcher } from './space-switcher.tsx'

const words = strings.shell
/** On a phone a space's name longer than this replaces the mark. */
const BESIDE_MARK_CHARS = 8

interface Props {
  title: string
  /** "Field Lab · 14 people, 9 agents"; absent until it is known. */
  spaceLine: string | undefined
  spaceName: string | undefined
  profile: Profile
  isCollapsed: boolean
  onOpenMenu: () => void
  onHelp: () => void
  onLogout: () => void
}

/** One bar over the full width; its left end is the sidebar's head, in the sidebar's colour. */
export function Header({ title, spaceLine, spaceName = '', ...props }: Props) {
  const { profile, isCollapsed, onOpenMenu, onHelp, onLogout } = props
  const isMobile = useMediaQuery(MOBILE)
  return (
    <header className="flex h-14 shrink-0">
      {!isMobile && (
        <Link
          to="/home"
          aria-label={strings.product}
          className={cx(
            'focus-inset flex shrink-0 items-center border-r border-line bg-sunken',
            isCollapsed ? 'w-15 justify-center' : 'w-56 px-4',
          )}
        >
          {isCollapsed ? <Mark className="size-7" /> : <Wordmark />}
        </Link>
      )}
      <div className="flex min-w-0 flex-1 items-center gap-1 border-b border-line bg-surface px-2 md:px-6 md:pr-4">
        {isMobile && <IconButton label={words.openMenu} icon={<MenuIcon size={19} />} onClick={onOpenMenu} />}
        {isMobile && spaceName !== '' && spaceName.length <= BESIDE_MARK_CHARS && (
          <Mark className="mr-1.5 size-6" />
        )}
        {/* on a phone a title that would be truncated wraps out of view and stays the heading for screen readers */}
        <div className="mr-2 flex h-6 min-w-0 flex-1 items-baseline overflow-hidden max-md:flex-wrap md:gap-2">
          {isMobile && <span className="h-6 self-start" />}
          <h1 className="truncate font-display text-title font-semibold tracking-display md:shrink-0">
            {title}
          </h1>
          {spaceLine && <p className="truncate text-sm text-ink-3 max-lg:hidden">{spaceLine}</p>}
        </div>
        <SpaceSwitcher />
        <InboxBell />
        {!isMobile && (
          <>
            <Link
              to="."
              search={withSettings}
              aria-label={words.settings(profile.username)}
              data-tip={words.settings(profile.username)}
              className="mx-1 flex h-9 min-w-0 items-center gap-2 rounded-control px-1.5 text-sm font-medium text-ink-2 transition-colors hover:bg-sunken hover:text-ink dark:hover:bg-line"
            >
              <Avatar username={profile.username} kind="person" size={28} />
              <span className="max-w-40 truncate max-lg:max-w-28">{profile.username}</span>
            </Link>
            <ThemeToggle />
          </>
        )}
        <IconButton
          label={words.helpButton}
          keys="?"
          icon={<CircleQuestionMark size={17} />}
          onClick={onHelp}
        />
        {!isMobile && <IconButton label={words.logout} icon={<LogOut size={17} />} onClick={onLogout} />}
      </div>
    </header>
  )
}
