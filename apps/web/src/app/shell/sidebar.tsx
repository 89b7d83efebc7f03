import type { RosterItem } from '@flockwork/contract/spaces'
import { PanelLeft } from 'lucide-react'
import { strings } from '../../strings.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Nav } from './nav.tsx'
import { RecentAgents } from './recent-agents-list.tsx'
import { RecentPeople } from './recent-people.tsx'
import type { TabName } from '../navigation/tabs.ts'

interface Props {
  current: TabName | null
  isAdmin: boolean
  isCollapsed: boolean
  onToggle: () => void
  roster: readonly RosterItem[] | undefined
  onMention: (handle: string) => void
}

/** The sidebar from 768 px on: tabs, recent agents, and the collapse button. */
export function Sidebar({ current, isAdmin, isCollapsed, onToggle, roster, onMention }: Props) {
  return (
    <aside
      className={cx(
        'flex min-h-0 shrink-0 flex-col border-r border-line bg-sunken',
        isCollapsed ? 'w-15' : 'w-56',
      )}
    >
      <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto p-2.5 pt-1.5">
        <Nav current={current} isAdmin={isAdmin} isCollapsed={isCollapsed} />
        <RecentAgents roster={roster} isCollapsed={isCollapsed} onMention={onMention} />
        <RecentPeople roster={roster} isCollapsed={isCollapsed} onMention={onMention} />
      </div>
      <div className={cx('flex p-2.5', isCollapsed && 'justify-center')}>
        <IconButton
          label={isCollapsed ? strings.shell.expand : strings.shell.collapse}
          aria-expanded={!isCollapsed}
          icon={<PanelLeft size={17} />}
          onClick={onToggle}
          className="hover:bg-line/60"
        />
      </div>
    </aside>
  )
}
