import type { Profile } from '@flockwork/contract/auth'
import type { RosterItem } from '@flockwork/contract/spaces'
import { Link } from '@tanstack/react-router'
import { History, LogOut, Moon, Sun, X } from 'lucide-react'
import { InboxMenuRow } from '../../features/inbox/index.ts'
import { strings } from '../../strings.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { setDarkMode, useDarkMode } from '../../ui/theme.ts'
import { Nav } from './nav.tsx'
import { RecentAgents } from './recent-agents-list.tsx'
import { RecentPeople } from './recent-people.tsx'
import { withSettings } from '../navigation/search-params.ts'
import type { TabName } from '../navigation/tabs.ts'

const ROW =
  'flex h-10 w-full items-center gap-2.5 rounded-control px-2.5 text-nav font-medium text-ink-2 transition-colors hover:bg-line/60 hover:text-ink'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  profile: Profile
  current: TabName | null
  isAdmin: boolean
  roster: readonly RosterItem[] | undefined
  onMention: (handle: string) => void
  onLogout: () => void
}

/** The menu on phones: profile, theme and Logout, then the sidebar's content. */
export function MobileMenu(props: Props) {
  const { open, onOpenChange, profile, current, isAdmin, roster, onMention, onLogout } = props
  const isDark = useDarkMode()
  const close = () => onOpenChange(false)

  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={strings.shell.menu}>
      <div className="flex flex-col p-2.5">
        <div className="flex h-11 items-center gap-1">
          <Link
            to="."
            search={withSettings}
            aria-label={strings.shell.settings(profile.username)}
            onClick={close}
            className="flex h-10 min-w-0 flex-1 items-center gap-2.5 rounded-control px-2.5 text-nav font-semibold text-ink transition-colors hover:bg-line/60"
          >
            <Avatar username={profile.username} kind="person" size={28} />
            <span className="min-w-0 flex-1 truncate">{profile.username}</span>
          </Link>
          <IconButton label={strings.ui.close} icon={<X size={17} />} onClick={close} />
        </div>
        <InboxMenuRow className={ROW} onOpen={close} />
        <Link to="/catch-up" className={ROW} onClick={close}>
          <History size={17} aria-hidden="true" />
          {strings.shell.tabs.catchUp}
        </Link>
        <button type="button" className={ROW} onClick={() => setDarkMode(!isDark)}>
          {isDark ? <Sun size={17} aria-hidden="true" /> : <Moon size={17} aria-hidden="true" />}
          {isDark ? strings.ui.toLight : strings.ui.toDark}
        </button>
        <button
          type="button"
          className={ROW}
          onClick={() => {
            close()
            onLogout()
          }}
        >
          <LogOut size={17} aria-hidden="true" />
          {strings.shell.logout}
        </button>
        <div className="my-2.5 h-px bg-line" />
        <Nav current={current} isAdmin={isAdmin} onNavigate={close} />
        <RecentAgents
          roster={roster}
          onMention={(handle) => {
            close()
            onMention(handle)
          }}
        />
        <RecentPeople
          roster={roster}
          onInvite={close}
          onMention={(handle) => {
            close()
            onMention(handle)
          }}
        />
      </div>
    </Drawer>
  )
}
